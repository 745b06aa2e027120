//! Builders: one method an operator. They check sorts, then hand over to the
//! rewriter. A wrong sort is a bug of the caller and panics; `build` is the
//! checked entry for terms that come from input.

use crate::operator::{Chain, Op, SortRule};
use crate::sort::{BOOL, PackedSort, Sort, SortError};
use crate::store::{Func, Term, TermStore};
use pathweave_bits::MAX_WIDTH;

macro_rules! binary_builders {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {
        impl TermStore {
            $($(#[$doc])*
            #[track_caller]
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.require_same(Op::$op, a, b);
                self.rewrite_binary(Op::$op, a, b)
            })*
        }
    };
}

binary_builders! {
    /// Equality of two terms of one sort.
    eq Eq;
    /// Bitwise and.
    bv_and BvAnd;
    /// Bitwise or.
    bv_or BvOr;
    /// Bitwise exclusive or.
    bv_xor BvXor;
    /// Sum.
    bv_add BvAdd;
    /// Product.
    bv_mul BvMul;
    /// Unsigned quotient; all ones when dividing by zero.
    bv_udiv BvUdiv;
    /// Unsigned remainder; the dividend when dividing by zero.
    bv_urem BvUrem;
    /// Signed quotient.
    bv_sdiv BvSdiv;
    /// Signed remainder, with the sign of the dividend.
    bv_srem BvSrem;
    /// Signed remainder, with the sign of the divisor.
    bv_smod BvSmod;
    /// Shift left.
    bv_shl BvShl;
    /// Shift right, filling with zeros.
    bv_lshr BvLshr;
    /// Shift right, filling with the sign.
    bv_ashr BvAshr;
    /// Unsigned less than.
    bv_ult BvUlt;
    /// Signed less than.
    bv_slt BvSlt;
}

impl TermStore {
    #[track_caller]
    fn require_same(&self, op: Op, a: Term, b: Term) {
        let bits = op == Op::Eq || self.is_bits(a);
        if self.packed(a) != self.packed(b) || !bits {
            panic!("{}", mismatch(op, &[self.sort(a), self.sort(b)]));
        }
    }

    #[track_caller]
    fn require(&self, fits: bool, op: Op, args: &[Term]) {
        if !fits {
            let sorts: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
            panic!("{}", mismatch(op, &sorts));
        }
    }

    pub(crate) fn is_bits(&self, term: Term) -> bool {
        (1..=MAX_WIDTH).contains(&self.packed(term).0)
    }

    /// Negation of a boolean.
    #[track_caller]
    pub fn not(&mut self, a: Term) -> Term {
        self.require(self.packed(a) == BOOL, Op::Not, &[a]);
        self.rewrite_not(a)
    }

    /// Conjunction of two booleans.
    #[track_caller]
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.require(self.packed(a) == BOOL && self.packed(b) == BOOL, Op::And, &[a, b]);
        self.rewrite_binary(Op::And, a, b)
    }

    /// Conjunction of any number of booleans.
    pub fn and_all(&mut self, conjuncts: impl IntoIterator<Item = Term>) -> Term {
        let truth = self.bool_const(true);
        conjuncts.into_iter().fold(truth, |all, one| self.and(all, one))
    }

    /// Choice: `then` where the condition holds, `otherwise` elsewhere.
    #[track_caller]
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let fits = self.packed(condition) == BOOL && self.packed(then) == self.packed(otherwise);
        self.require(fits, Op::Ite, &[condition, then, otherwise]);
        self.rewrite_ite(condition, then, otherwise)
    }

    /// Complement of every bit.
    #[track_caller]
    pub fn bv_not(&mut self, a: Term) -> Term {
        self.require(self.is_bits(a), Op::BvNot, &[a]);
        self.rewrite_bv_not(a)
    }

    /// Two's complement.
    #[track_caller]
    pub fn bv_neg(&mut self, a: Term) -> Term {
        self.require(self.is_bits(a), Op::BvNeg, &[a]);
        self.rewrite_bv_neg(a)
    }

    /// `high` and `low` joined.
    #[track_caller]
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let fits = self.is_bits(high)
            && self.is_bits(low)
            && self.width(high) + self.width(low) <= MAX_WIDTH;
        self.require(fits, Op::Concat, &[high, low]);
        self.rewrite_binary(Op::Concat, high, low)
    }

    /// Bits `hi` down to `lo`, both included.
    #[track_caller]
    pub fn extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        let fits = self.is_bits(a) && lo <= hi && hi < self.width(a);
        self.require(fits, Op::Extract, &[a]);
        self.rewrite_extract(a, hi, lo)
    }

    /// Widened with zeros to `width` bits in all.
    #[track_caller]
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        let fits = self.is_bits(a) && (self.width(a)..=MAX_WIDTH).contains(&width);
        self.require(fits, Op::ZeroExtend, &[a]);
        self.rewrite_extend(Op::ZeroExtend, a, width)
    }

    /// Widened with the sign to `width` bits in all.
    #[track_caller]
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        let fits = self.is_bits(a) && (self.width(a)..=MAX_WIDTH).contains(&width);
        self.require(fits, Op::SignExtend, &[a]);
        self.rewrite_extend(Op::SignExtend, a, width)
    }

    /// An array's element.
    #[track_caller]
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let sort = self.sort(array);
        let fits =
            matches!(sort, Sort::Array { index: i, .. } if self.sort(index) == Sort::BitVec(i));
        self.require(fits, Op::Select, &[array, index]);
        self.rewrite_select(array, index)
    }

    /// An array with one element replaced.
    #[track_caller]
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let fits = matches!(self.sort(array), Sort::Array { index: i, element: e }
            if self.sort(index) == Sort::BitVec(i) && self.sort(element) == Sort::BitVec(e));
        self.require(fits, Op::Store, &[array, index, element]);
        self.rewrite_store(array, index, element)
    }

    /// The array with this element at every index.
    #[track_caller]
    pub fn const_array(&mut self, index_width: u32, element: Term) -> Term {
        self.require(self.is_bits(element), Op::ConstArray, &[element]);
        let sort = Sort::Array { index: index_width, element: self.width(element) };
        let sort = self.sorts.pack(sort);
        self.raw(Op::ConstArray, sort, &[element])
    }

    /// An application of an uninterpreted function.
    #[track_caller]
    pub fn apply(&mut self, function: Func, args: &[Term]) -> Term {
        if let Err(error) = self.check_apply(function, args) {
            panic!("{error}");
        }
        self.make_apply(function, args)
    }

    /// Whether arguments fit a function.
    pub fn check_apply(&self, function: Func, args: &[Term]) -> Result<(), SortError> {
        let data = &self.functions[function.0 as usize];
        if data.params.len() != args.len() {
            let message =
                format!("{} takes {} arguments, not {}", data.name, data.params.len(), args.len());
            return Err(SortError { message });
        }
        for (position, (&param, &arg)) in data.params.iter().zip(args).enumerate() {
            if self.sort(arg) != param {
                let name = &data.name;
                let found = self.sort(arg);
                let message =
                    format!("argument {} of {name} is {found}, not {param}", position + 1);
                return Err(SortError { message });
            }
        }
        Ok(())
    }

    /// The very node, without rewriting.
    pub(crate) fn raw(&mut self, op: Op, sort: PackedSort, args: &[Term]) -> Term {
        let mut all = [Term(0); 3];
        all[..args.len()].copy_from_slice(args);
        self.make(op, sort, all)
    }

    /// Builds any operator but leaves and constant arrays, after checking what
    /// it is applied to. Chains of more operands are allowed as in SMT-LIB.
    pub fn build(&mut self, op: Op, numbers: &[u32], args: &[Term]) -> Result<Term, SortError> {
        if args.len() > op.arity() && op.chain() != Chain::No {
            return self.build_chain(op, args);
        }
        self.check(op, numbers, args)?;
        Ok(self.build_checked(op, numbers, args))
    }

    fn build_chain(&mut self, op: Op, args: &[Term]) -> Result<Term, SortError> {
        match op.chain() {
            Chain::Left => {
                let mut all = args[0];
                for &arg in &args[1..] {
                    all = self.build(op, &[], &[all, arg])?;
                }
                Ok(all)
            }
            Chain::Right => {
                let mut all = args[args.len() - 1];
                for &arg in args[..args.len() - 1].iter().rev() {
                    all = self.build(op, &[], &[arg, all])?;
                }
                Ok(all)
            }
            Chain::No | Chain::Pairs | Chain::All => {
                let mut all = self.bool_const(true);
                for (position, &left) in args.iter().enumerate() {
                    let reach = if op.chain() == Chain::All { args.len() } else { position + 2 };
                    for &right in args.iter().take(reach).skip(position + 1) {
                        let one = self.build(op, &[], &[left, right])?;
                        all = self.and(all, one);
                    }
                }
                Ok(all)
            }
        }
    }

    /// Whether operands fit an operator.
    fn check(&self, op: Op, numbers: &[u32], args: &[Term]) -> Result<(), SortError> {
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.sort(arg)).collect();
        if args.len() != op.arity() || numbers.len() != op.indices() {
            let message =
                format!("{} takes {} operands, not {}", op.name(), op.arity(), args.len());
            return Err(SortError { message });
        }
        let same = sorts.windows(2).all(|pair| pair[0] == pair[1]);
        let widths = || sorts.iter().filter_map(|sort| sort.width()).map(u64::from);
        let bits = widths().count() == sorts.len();
        let most = u64::from(MAX_WIDTH);
        let first = widths().next().unwrap_or(0);
        let number = numbers.first().copied().map_or(0, u64::from);
        let fits = match op.sort_rule() {
            SortRule::Leaf | SortRule::Fill => false,
            SortRule::Connective => same && sorts[0] == Sort::Bool,
            SortRule::Equality => same,
            SortRule::Choice => sorts[0] == Sort::Bool && sorts[1] == sorts[2],
            // The product of the overflow predicates is twice as wide.
            _ if matches!(op, Op::BvUmulo | Op::BvSmulo) => bits && same && 2 * first <= most,
            SortRule::Bits | SortRule::Predicate | SortRule::Compare => bits && same,
            SortRule::Join => bits && widths().sum::<u64>() <= most,
            SortRule::Slice => bits && u64::from(numbers[1]) <= number && number < first,
            SortRule::Extend => bits && first + number <= most,
            SortRule::Repeat => bits && number > 0 && first * number <= most,
            SortRule::Rotate => bits,
            SortRule::Read | SortRule::Write => match sorts[0] {
                Sort::Array { index, element } => {
                    sorts[1] == Sort::BitVec(index)
                        && sorts.get(2).is_none_or(|&sort| sort == Sort::BitVec(element))
                }
                _ => false,
            },
        };
        if fits { Ok(()) } else { Err(mismatch(op, &sorts)) }
    }

    /// Builds an operator whose operands were checked.
    pub(crate) fn build_checked(&mut self, op: Op, numbers: &[u32], args: &[Term]) -> Term {
        if op.is_derived() {
            return self.derive(op, numbers, args);
        }
        match (op, args) {
            (Op::Not, &[a]) => self.rewrite_not(a),
            (Op::BvNot, &[a]) => self.rewrite_bv_not(a),
            (Op::BvNeg, &[a]) => self.rewrite_bv_neg(a),
            (Op::Extract, &[a]) => self.rewrite_extract(a, numbers[0], numbers[1]),
            (Op::ZeroExtend | Op::SignExtend, &[a]) => {
                let width = self.width(a) + numbers[0];
                self.rewrite_extend(op, a, width)
            }
            (Op::Ite, &[a, b, c]) => self.rewrite_ite(a, b, c),
            (Op::Select, &[a, b]) => self.rewrite_select(a, b),
            (Op::Store, &[a, b, c]) => self.rewrite_store(a, b, c),
            (_, &[a, b]) => self.rewrite_binary(op, a, b),
            _ => unreachable!("{op:?} with {} checked operands", args.len()),
        }
    }
}

fn mismatch(op: Op, sorts: &[Sort]) -> SortError {
    let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
    SortError { message: format!("{} cannot be applied to {}", op.name(), sorts.join(", ")) }
}
