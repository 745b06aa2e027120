//! Traversals: subterms in order, free variables, substitution and rewriting
//! anew. All iterative; a term's arguments always come before it.

use crate::operator::Op;
use crate::store::{Func, Term, TermStore};
use crate::term_map::TermMap;

impl TermStore {
    /// The distinct subterms of some terms, arguments before their users.
    pub fn subterms(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: TermMap<()> = TermMap::new();
        let mut order = Vec::new();
        let mut stack: Vec<(Term, bool)> = Vec::new();
        for &root in roots {
            stack.push((root, false));
            while let Some((term, ready)) = stack.pop() {
                if ready {
                    order.push(term);
                    continue;
                }
                if seen.insert(term, ()).is_some() {
                    continue;
                }
                stack.push((term, true));
                stack.extend(self.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
        order
    }

    /// The variables in some terms, in order of their handles.
    pub fn free_variables(&self, roots: &[Term]) -> Vec<Term> {
        let mut found: Vec<Term> =
            self.subterms(roots).into_iter().filter(|&term| self.op(term) == Op::Var).collect();
        found.sort_unstable();
        found
    }

    /// The functions applied in some terms, in order of their handles.
    pub fn applied_functions(&self, roots: &[Term]) -> Vec<Func> {
        let subterms = self.subterms(roots);
        let mut found: Vec<Func> =
            subterms.into_iter().filter_map(|term| self.function(term)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The numbers of an indexed operator, as in SMT-LIB.
    pub fn numbers(&self, term: Term) -> Vec<u32> {
        match self.op(term) {
            Op::Extract => self.slice(term).map(|(hi, lo)| vec![hi, lo]).unwrap_or_default(),
            Op::ZeroExtend | Op::SignExtend => {
                vec![self.width(term) - self.width(self.arg(term, 0))]
            }
            _ => Vec::new(),
        }
    }

    /// The same operator on other arguments of the same sorts.
    pub fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        match self.op(term) {
            Op::Const | Op::Var => term,
            Op::Apply => {
                let function = self.function(term).expect("an application");
                self.apply(function, args)
            }
            Op::ConstArray => {
                let sort = self.packed(term);
                self.raw(Op::ConstArray, sort, args)
            }
            Op::Extract => {
                let (hi, lo) = self.slice(term).expect("an extract has bounds");
                self.extract(args[0], hi, lo)
            }
            op @ (Op::ZeroExtend | Op::SignExtend) => {
                let width = self.width(term);
                self.rewrite_extend(op, args[0], width)
            }
            op => self.build_checked(op, &[], args),
        }
    }

    /// Builds a term anew from its leaves with rewriting as it is set now.
    pub fn rewrite(&mut self, term: Term) -> Term {
        Substitution::new().apply(self, term)
    }
}

/// A simultaneous replacement of terms by terms of the same sort, with a memo
/// that lives as long as it does.
#[derive(Clone, Default)]
pub struct Substitution {
    memo: TermMap<Term>,
}

impl Substitution {
    /// The substitution that replaces nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Replaces `from` by `to`, wherever it occurs, not looking inside `to`.
    /// Add replacements before the first use.
    #[track_caller]
    pub fn insert(&mut self, terms: &TermStore, from: Term, to: Term) {
        assert_eq!(terms.sort(from), terms.sort(to), "replacement of another sort");
        self.memo.insert(from, to);
    }

    /// The term with everything replaced.
    pub fn apply(&mut self, terms: &mut TermStore, term: Term) -> Term {
        let mut stack = vec![term];
        let mut args = Vec::new();
        while let Some(&top) = stack.last() {
            if self.memo.contains(top) {
                stack.pop();
                continue;
            }
            args.clear();
            let waiting = stack.len();
            for &arg in terms.args(top) {
                match self.memo.get(arg) {
                    Some(&replaced) => args.push(replaced),
                    None => stack.push(arg),
                }
            }
            if stack.len() == waiting {
                let replaced = terms.rebuild(top, &args);
                self.memo.insert(top, replaced);
                stack.pop();
            }
        }
        *self.memo.get(term).expect("the term was just replaced")
    }
}
