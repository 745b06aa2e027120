//! Terms and values outside their store: bytes that another process, or another store, can read.
//!
//! A handle means something in one store only and is never saved. A [`Formula`] is the same terms as
//! a list of cells, arguments before users, with *holes* in place of what is different where it is
//! used: variables, and constants that stand for something else there. Reading never trusts the
//! bytes: whatever does not fit gives nothing, not a panic.

use crate::operator::Op;
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use crate::value::{ArrayValue, Value};
use pathweave_bits::{BitVec, MAX_WIDTH};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Writes numbers, texts and values one after the other.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// What was written.
    pub bytes: Vec<u8>,
}

impl Writer {
    /// A number, small ones in fewer bytes.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Bytes with their count.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// A bit-vector.
    pub fn bits(&mut self, bits: &BitVec) {
        self.number(bits.width().into());
        bits.limbs().iter().for_each(|&limb| self.number(limb));
    }

    /// A value.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Bool(truth) => self.number(u64::from(*truth)),
            Value::Bits(bits) => {
                self.number(2);
                self.bits(bits);
            }
            Value::Array(array) => {
                self.number(3);
                self.number(array.index_width().into());
                self.bits(array.default_element());
                self.number(array.entries().count() as u64);
                for (index, element) in array.entries() {
                    self.bits(index);
                    self.bits(element);
                }
            }
        }
    }
}

/// Reads what a [`Writer`] wrote; nothing where that is not what is there.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Reads from the beginning of some bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether everything was read.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// A number.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number that is an index or a count.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        // Whatever is counted takes a byte at least: no room is made for what cannot be there.
        (count <= self.rest.len()).then_some(count)
    }

    /// Bytes with their count.
    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let count = self.count()?;
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    fn width(&mut self) -> Option<u32> {
        let width = u32::try_from(self.number()?).ok()?;
        (1..=MAX_WIDTH).contains(&width).then_some(width)
    }

    /// A bit-vector.
    pub fn bits(&mut self) -> Option<BitVec> {
        let width = self.width()?;
        let limbs: Option<Vec<u64>> = (0..width.div_ceil(64)).map(|_| self.number()).collect();
        Some(BitVec::from_limbs(width, &limbs?))
    }

    /// A value.
    pub fn value(&mut self) -> Option<Value> {
        Some(match self.number()? {
            truth @ 0..=1 => Value::Bool(truth == 1),
            2 => Value::Bits(self.bits()?),
            3 => {
                let index_width = self.width()?;
                let default = self.bits()?;
                let mut entries = Vec::new();
                for _ in 0..self.count()? {
                    let (index, element) = (self.bits()?, self.bits()?);
                    if index.width() != index_width || element.width() != default.width() {
                        return None;
                    }
                    entries.push((index, element));
                }
                Value::Array(Rc::new(ArrayValue::new(index_width, default, entries)))
            }
            _ => return None,
        })
    }
}

/// A term of a formula, its arguments being numbers of earlier cells.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cell {
    Truth(bool),
    Bits(BitVec),
    /// To be filled where it is used.
    Hole(u32),
    Apply(Op, Vec<u32>, Vec<u32>),
    /// An array of one element, with the width of its indices.
    Fill(u32, u32),
}

/// Terms outside a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formula {
    cells: Vec<Cell>,
    roots: Vec<u32>,
}

impl Formula {
    /// The formula of some terms. `hole` is asked for every variable, for which it must know a
    /// hole, and for every constant, for which it may. Nothing if it does not, or if functions are
    /// applied.
    pub fn of(
        terms: &TermStore,
        roots: &[Term],
        mut hole: impl FnMut(&TermStore, Term) -> Option<u32>,
    ) -> Option<Self> {
        Self::of_order(terms, roots, &terms.subterms(roots), |terms, term| match terms.op(term) {
            Op::Var => Some(Some(hole(terms, term)?)),
            Op::Const if terms.constant_bool(term).is_none() => Some(hole(terms, term)),
            _ => Some(None),
        })
    }

    /// The formula of some terms, where any term may be a hole: what is below one is left out. `hole`
    /// must know one for every variable that is not, and say the same whenever it is asked. Cells are in the
    /// order in which the terms were made, so that they are made in that order again.
    pub fn with_holes(
        terms: &TermStore,
        roots: &[Term],
        mut hole: impl FnMut(&TermStore, Term) -> Option<u32>,
    ) -> Option<Self> {
        // Few of all terms: no table of all of them.
        let mut seen: HashSet<Term> = HashSet::new();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) && hole(terms, term).is_none() {
                stack.extend(terms.args(term));
            }
        }
        let mut order: Vec<Term> = seen.into_iter().collect();
        order.sort_unstable();
        Self::of_order(terms, roots, &order, |terms, term| match hole(terms, term) {
            None if terms.op(term) == Op::Var => None,
            found => Some(found),
        })
    }

    /// The formula of some terms, all of which are in `order`, arguments first. `hole` says which of them
    /// are holes, and gives nothing at all for what cannot be expressed.
    fn of_order(
        terms: &TermStore,
        roots: &[Term],
        order: &[Term],
        mut hole: impl FnMut(&TermStore, Term) -> Option<Option<u32>>,
    ) -> Option<Self> {
        let mut numbers: HashMap<Term, u32> = HashMap::with_capacity(order.len());
        let mut cells = Vec::new();
        for &term in order {
            let args = || -> Vec<u32> {
                terms.args(term).iter().filter_map(|arg| numbers.get(arg).copied()).collect()
            };
            let cell = match (hole(terms, term)?, terms.op(term)) {
                (Some(number), _) => Cell::Hole(number),
                (None, Op::Var | Op::Apply) => return None,
                (None, Op::Const) => match terms.constant_bool(term) {
                    Some(truth) => Cell::Truth(truth),
                    None => Cell::Bits(terms.constant(term)?),
                },
                (None, Op::ConstArray) => match terms.sort(term) {
                    Sort::Array { index, .. } => Cell::Fill(index, args()[0]),
                    _ => return None,
                },
                (None, op) => Cell::Apply(op, terms.numbers(term), args()),
            };
            numbers.insert(term, cells.len() as u32);
            cells.push(cell);
        }
        let roots = roots.iter().filter_map(|root| numbers.get(root).copied()).collect();
        Some(Self { cells, roots })
    }

    /// How many roots there are.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are no roots.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The holes, each once, in order of their numbers.
    pub fn holes(&self) -> Vec<u32> {
        let of = |cell: &Cell| match cell {
            Cell::Hole(number) => Some(*number),
            _ => None,
        };
        let mut holes: Vec<u32> = self.cells.iter().filter_map(of).collect();
        holes.sort_unstable();
        holes.dedup();
        holes
    }

    /// The roots as terms of a store, with the holes filled. Nothing for those with a hole that
    /// cannot be filled.
    pub fn build(
        &self,
        terms: &mut TermStore,
        fill: impl FnMut(&mut TermStore, u32) -> Option<Term>,
    ) -> Vec<Option<Term>> {
        self.build_while(terms, fill, |_, _| true).unwrap_or_default()
    }

    /// As [`Formula::build`], but nothing if a root turns out to be false; what comes after it is
    /// not built.
    pub fn build_unless_false(
        &self,
        terms: &mut TermStore,
        fill: impl FnMut(&mut TermStore, u32) -> Option<Term>,
    ) -> Option<Vec<Option<Term>>> {
        self.build_while(terms, fill, |terms, root| {
            root.and_then(|root| terms.constant_bool(root)) != Some(false)
        })
    }

    fn build_while(
        &self,
        terms: &mut TermStore,
        mut fill: impl FnMut(&mut TermStore, u32) -> Option<Term>,
        goes_on: impl Fn(&TermStore, Option<Term>) -> bool,
    ) -> Option<Vec<Option<Term>>> {
        let mut built: Vec<Option<Term>> = Vec::with_capacity(self.cells.len());
        // Roots come in the order of their cells, unless one is part of an earlier one.
        let mut roots = self.roots.iter().peekable();
        for cell in &self.cells {
            let arg = |number: &u32| built.get(*number as usize).copied().flatten();
            let term = match cell {
                Cell::Truth(truth) => Some(terms.bool_const(*truth)),
                Cell::Bits(bits) => Some(terms.bv_const(bits)),
                Cell::Hole(number) => fill(terms, *number),
                Cell::Fill(width, element) => arg(element)
                    .filter(|&element| terms.sort(element).width().is_some())
                    .map(|element| terms.const_array(*width, element)),
                Cell::Apply(op, numbers, args) => {
                    let args: Option<Vec<Term>> = args.iter().map(arg).collect();
                    args.and_then(|args| terms.build(*op, numbers, &args).ok())
                }
            };
            built.push(term);
            while let Some(&root) = roots.next_if(|root| (**root as usize) < built.len()) {
                if !goes_on(terms, built[root as usize]) {
                    return None;
                }
            }
        }
        let root = |&root: &u32| built.get(root as usize).copied().flatten();
        Some(self.roots.iter().map(root).collect())
    }

    /// Writes the formula.
    pub fn write(&self, to: &mut Writer) {
        to.number(self.cells.len() as u64);
        for cell in &self.cells {
            match cell {
                Cell::Truth(truth) => to.number(u64::from(*truth)),
                Cell::Bits(bits) => {
                    to.number(2);
                    to.bits(bits);
                }
                Cell::Hole(number) => {
                    to.number(3);
                    to.number((*number).into());
                }
                Cell::Fill(width, element) => {
                    to.number(4);
                    to.number((*width).into());
                    to.number((*element).into());
                }
                Cell::Apply(op, numbers, args) => {
                    to.number(5);
                    to.text(op.name());
                    for list in [numbers, args] {
                        to.number(list.len() as u64);
                        list.iter().for_each(|&number| to.number(number.into()));
                    }
                }
            }
        }
        to.number(self.roots.len() as u64);
        self.roots.iter().for_each(|&root| to.number(root.into()));
    }

    /// Reads a formula.
    pub fn read(from: &mut Reader<'_>) -> Option<Self> {
        let small = |from: &mut Reader<'_>| u32::try_from(from.number()?).ok();
        let mut cells = Vec::new();
        for _ in 0..from.count()? {
            cells.push(match from.number()? {
                truth @ 0..=1 => Cell::Truth(truth == 1),
                2 => Cell::Bits(from.bits()?),
                3 => Cell::Hole(small(from)?),
                4 => Cell::Fill(from.width()?, small(from)?),
                5 => {
                    let op = Op::from_name(from.text()?)?;
                    let mut lists = [Vec::new(), Vec::new()];
                    for list in &mut lists {
                        for _ in 0..from.count()? {
                            list.push(small(from)?);
                        }
                    }
                    let [numbers, args] = lists;
                    Cell::Apply(op, numbers, args)
                }
                _ => return None,
            });
        }
        let mut roots = Vec::new();
        for _ in 0..from.count()? {
            roots.push(small(from)?);
        }
        Some(Self { cells, roots })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn building_ends_at_the_first_false_root() {
        let mut terms = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(8)));
        let five = terms.bv_u64(8, 5);
        let roots = [terms.eq(x, five), terms.bv_ult(y, five)];
        let formula = Formula::of(&terms, &roots, |terms, term| match terms.name(term)? {
            "x" => Some(0),
            _ => Some(1),
        })
        .expect("no functions");
        let mut build = |number: u64| {
            let mut filled = Vec::new();
            let built = formula.build_unless_false(&mut terms, |terms, hole| {
                filled.push(hole);
                Some(if hole == 0 { terms.bv_u64(8, number) } else { y })
            });
            (built.map(|built| built.len()), filled)
        };
        assert_eq!(build(5), (Some(2), vec![0, 1]));
        assert_eq!(build(6), (None, vec![0]));
    }

    #[test]
    fn formulas_come_back_in_another_store() {
        let mut terms = TermStore::new();
        let x = terms.var("x", Sort::BitVec(32));
        let array = terms.var("a", Sort::Array { index: 32, element: 8 });
        let cell = terms.select(array, x);
        let zeros = terms.bv_u64(8, 0);
        let constant = terms.const_array(32, zeros);
        let other = terms.store(constant, x, cell);
        let seven = terms.bv_u64(32, 7);
        let read = terms.select(other, seven);
        let wide = terms.sign_extend(read, 32);
        let low = terms.extract(x, 15, 0);
        let low = terms.zero_extend(low, 32);
        let roots = [terms.bv_slt(wide, low), terms.eq(x, seven)];
        let mut names = Vec::new();
        let formula = Formula::of(&terms, &roots, |terms, term| {
            names.push(terms.name(term)?.to_owned());
            Some(names.len() as u32 - 1)
        })
        .expect("no functions");
        let mut writer = Writer::default();
        formula.write(&mut writer);
        let mut reader = Reader::new(&writer.bytes);
        assert_eq!(Formula::read(&mut reader), Some(formula.clone()));
        assert!(reader.is_done());
        let built = formula.build(&mut terms, |terms, hole| {
            let sort = if names[hole as usize] == "x" { terms.sort(x) } else { terms.sort(array) };
            Some(terms.var(&names[hole as usize], sort))
        });
        assert_eq!(built, roots.map(Some));
        // A hole that cannot be filled costs only the roots that need it.
        let built = formula.build(&mut terms, |_, hole| (names[hole as usize] == "x").then_some(x));
        assert_eq!(built, [None, Some(roots[1])]);
        // Any prefix, and any flipped bit, is refused or is another formula: no panic.
        for at in 0..writer.bytes.len() {
            assert_eq!(Formula::read(&mut Reader::new(&writer.bytes[..at])), None);
            let mut bytes = writer.bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            if let Some(read) = Formula::read(&mut Reader::new(&bytes)) {
                read.build(&mut terms, |_, _| Some(x));
            }
        }
    }

    #[test]
    fn values_come_back() {
        let mut random = Random::new(7);
        let sorts =
            [Sort::Bool, Sort::BitVec(1), Sort::BitVec(100), Sort::Array { index: 8, element: 65 }];
        for round in 0..200 {
            let value = random.value(sorts[round % 4]);
            let mut writer = Writer::default();
            writer.value(&value);
            assert_eq!(Reader::new(&writer.bytes).value(), Some(value));
        }
    }
}
