//! Circuits for the bit-vector operators, over rows of literals from the lowest
//! bit up.

use super::gates::Gates;
use crate::sat::Lit;

type Row = Vec<Lit>;

impl Gates {
    /// `a + b + carry`.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Row {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            sum.push(self.parity(x, y, carry));
            if sum.len() < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }

    pub(super) fn invert(&self, a: &[Lit]) -> Row {
        a.iter().map(|&lit| !lit).collect()
    }

    pub(super) fn zeros(&self, width: usize) -> Row {
        vec![self.constant(false); width]
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Row {
        let (zeros, inverted) = (self.zeros(a.len()), self.invert(a));
        self.add(&zeros, &inverted, self.constant(true))
    }

    /// `a - b`.
    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Row {
        let inverted = self.invert(b);
        self.add(a, &inverted, self.constant(true))
    }

    /// `a` or its negation, by the sign `negative`.
    fn negate_if(&mut self, negative: Lit, a: &[Lit]) -> Row {
        let flipped: Row = a.iter().map(|&lit| self.xor(lit, negative)).collect();
        let zeros = self.zeros(a.len());
        self.add(&flipped, &zeros, negative)
    }

    pub(super) fn choose(&mut self, c: Lit, t: &[Lit], e: &[Lit]) -> Row {
        t.iter().zip(e).map(|(&t, &e)| self.mux(c, t, e)).collect()
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Row = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(&same)
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut borrow = self.constant(false);
        for (&x, &y) in a.iter().zip(b) {
            borrow = self.majority(!x, y, borrow);
        }
        borrow
    }

    /// Signed `a < b`: unsigned with the signs exchanged.
    pub(super) fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let top = a.len() - 1;
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        (x[top], y[top]) = (b[top], a[top]);
        self.less(&x, &y)
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Row {
        let (short_a, short_b) = (self.without_sign(a), self.without_sign(b));
        let width = short_a.len() + short_b.len();
        let constant = |row: &[Lit]| row.iter().all(|&lit| self.is_constant(lit));
        if width > a.len() || constant(a) || constant(b) {
            return self.multiply_unsigned(a, b);
        }
        let mut product = self.multiply_signed(short_a, short_b);
        product.resize(a.len(), product[width - 1]);
        product
    }

    /// A row without the copies of its sign.
    fn without_sign<'r>(&self, row: &'r [Lit]) -> &'r [Lit] {
        let sign = row[row.len() - 1];
        let copies = row.iter().rev().take_while(|&&lit| lit == sign).count();
        &row[..row.len() - copies + 1]
    }

    /// The signed product, as wide as both operands together: the unsigned one,
    /// less either operand where the other is negative.
    fn multiply_signed(&mut self, a: &[Lit], b: &[Lit]) -> Row {
        let width = a.len() + b.len();
        let no = self.constant(false);
        let extend = |row: &[Lit]| {
            let mut row = row.to_vec();
            row.resize(width, no);
            row
        };
        let mut product = self.multiply_unsigned(&extend(a), &extend(b));
        for (one, other) in [(a, b), (b, a)] {
            let sign = one[one.len() - 1];
            let correction: Row = other.iter().map(|&lit| self.and(lit, sign)).collect();
            let high = self.subtract(&product[one.len()..], &correction);
            product.splice(one.len().., high);
        }
        product
    }

    fn multiply_unsigned(&mut self, a: &[Lit], b: &[Lit]) -> Row {
        let open =
            |gates: &Gates, row: &[Lit]| row.iter().filter(|&&lit| !gates.is_constant(lit)).count();
        // The operand with fewer open bits selects the rows.
        let (rows, by) = if open(self, a) < open(self, b) { (b, a) } else { (a, b) };
        let bits: Option<Vec<bool>> = by.iter().map(|&lit| self.known(lit)).collect();
        if let Some(bits) = bits {
            return self.multiply_constant(rows, &bits);
        }
        let width = a.len();
        let mut sum = self.zeros(width);
        for (shift, &bit) in by.iter().enumerate() {
            if self.known(bit) == Some(false) {
                continue;
            }
            let row: Row = rows[..width - shift].iter().map(|&lit| self.and(lit, bit)).collect();
            let high = self.add(&sum[shift..], &row, self.constant(false));
            sum.splice(shift.., high);
        }
        sum
    }

    /// Product with a constant in non-adjacent form: few additions and
    /// subtractions of shifted rows.
    fn multiply_constant(&mut self, a: &[Lit], bits: &[bool]) -> Row {
        let width = a.len();
        let mut sum = self.zeros(width);
        let mut carry = false;
        for shift in 0..width {
            let digit = bits[shift] as u8 + carry as u8;
            if digit.is_multiple_of(2) {
                carry = digit == 2;
                continue;
            }
            let next = bits.get(shift + 1).copied().unwrap_or(false);
            carry = next;
            let row = &a[..width - shift];
            let high = match next {
                true => self.subtract(&sum[shift..], row),
                false => self.add(&sum[shift..], row, self.constant(false)),
            };
            sum.splice(shift.., high);
        }
        sum
    }

    /// Unsigned quotient and remainder by restoring division; division by zero
    /// gives ones and the dividend without further ado. After `taken` steps the
    /// remainder has that many bits, and the divisor must not have more.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Row, Row) {
        let width = a.len();
        let mut longer = self.zeros(width + 1);
        for at in (0..width).rev() {
            longer[at] = self.or(longer[at + 1], b[at]);
        }
        let mut quotient = self.zeros(width);
        let mut rest: Row = Vec::new();
        for taken in 1..=width {
            let step = width - taken;
            rest.insert(0, a[step]);
            let (difference, borrow) = self.subtract_with_borrow(&rest, &b[..taken]);
            let fits = self.and(!borrow, !longer[taken]);
            quotient[step] = fits;
            rest = self.choose(fits, &difference, &rest);
        }
        (quotient, rest)
    }

    fn subtract_with_borrow(&mut self, a: &[Lit], b: &[Lit]) -> (Row, Lit) {
        let mut borrow = self.constant(false);
        let mut out = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            out.push(self.parity(x, y, borrow));
            borrow = self.majority(!x, y, borrow);
        }
        (out, borrow)
    }

    /// Signed quotient, and remainder with the sign of the dividend.
    pub(super) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Row, Row) {
        let top = a.len() - 1;
        let (sign_a, sign_b) = (a[top], b[top]);
        let (x, y) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (quotient, rest) = self.divide(&x, &y);
        let turned = self.xor(sign_a, sign_b);
        (self.negate_if(turned, &quotient), self.negate_if(sign_a, &rest))
    }

    /// The remainder with the sign of the divisor, from the one with the sign of
    /// the dividend.
    pub(super) fn modulus(&mut self, rest: &[Lit], a: &[Lit], b: &[Lit]) -> Row {
        let top = a.len() - 1;
        let signs_differ = self.xor(a[top], b[top]);
        let nothing: Row = self.invert(rest);
        let zero = self.all(&nothing);
        let correct = self.and(signs_differ, !zero);
        let addend: Row = b.iter().map(|&lit| self.and(lit, correct)).collect();
        self.add(rest, &addend, self.constant(false))
    }

    /// Shifts towards the low end if `right`, filling with `fill`.
    pub(super) fn shift(&mut self, a: &[Lit], amount: &[Lit], right: Direction, fill: Lit) -> Row {
        let width = a.len();
        let mut row = a.to_vec();
        let mut stage = 0;
        while stage < amount.len() && 1usize << stage < width {
            let by = 1usize << stage;
            let moved = |at: usize| match right {
                Direction::Right => row.get(at + by).copied(),
                Direction::Left => at.checked_sub(by).map(|from| row[from]),
            };
            let moved: Row = (0..width).map(|at| moved(at).unwrap_or(fill)).collect();
            row = self.choose(amount[stage], &moved, &row);
            stage += 1;
        }
        let high: Row = amount[stage..].iter().map(|&lit| !lit).collect();
        let within = self.all(&high);
        let filled = vec![fill; width];
        self.choose(within, &row, &filled)
    }
}

/// Which way a shift goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Left,
    Right,
}
