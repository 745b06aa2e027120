//! Numbers of floating point that a program may tell apart.
//!
//! Terms do not express floating point, so what decides by it is found by trying inputs. Random bits are hardly ever near a
//! number that a program compares with; its own constants are, and so are their neighbours, small integers, and the
//! numbers that are special to the format.

use pathweave_ir::{Constant, Entity, FloatKind, Origin, Program, Type, Value};

/// How many constants are taken from a program.
const MOST: usize = 64;
/// Tried in every program that computes with such numbers.
const USUAL: [f64; 12] =
    [0.0, 1.0, 0.5, 2.0, f64::NAN, f64::INFINITY, 10.0, 100.0, 1e10, 1e-10, 3e38, 1e300];
/// What is made of a constant: itself, the next one up and down, its negative.
const VARIANTS: usize = 4;

/// Numbers to be tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    constants: Vec<f64>,
}

impl Numbers {
    /// Those of a program; none if it does not compute with such numbers.
    pub fn of(program: &Program) -> Self {
        let mut floats = Vec::new();
        let mut integers = Vec::new();
        let mut has_floats = false;
        let own = program.functions.values().filter(|data| data.origin == Origin::Program);
        for body in own.filter_map(|data| data.body.as_ref()) {
            for value in (0..body.values.len()).map(Value::from_index) {
                has_floats |= matches!(body.ty(value), Type::Float(_));
                match (body.constant(value), body.ty(value)) {
                    (Some(Constant::Float(bits)), Type::Float(FloatKind::Double)) => {
                        floats.push(f64::from_bits(bits.low_u64()));
                    }
                    (Some(Constant::Float(bits)), Type::Float(FloatKind::Single)) => {
                        floats.push(f64::from(f32::from_bits(bits.low_u64() as u32)));
                    }
                    (Some(Constant::Int(bits)), Type::Int(8..=64)) => {
                        let shift = 64 - bits.width();
                        let number = ((bits.low_u64() << shift) as i64) >> shift;
                        integers.push(number as f64);
                    }
                    _ => {}
                }
            }
        }
        let mut numbers = Self::default();
        if has_floats {
            for number in floats.into_iter().take(MOST).chain(USUAL) {
                numbers.add(number);
            }
            integers.into_iter().take(MOST).for_each(|number| numbers.add(number));
        }
        numbers
    }

    fn add(&mut self, number: f64) {
        if !self.constants.iter().any(|known| known.to_bits() == number.to_bits()) {
            self.constants.push(number);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }

    /// The bits of the number at a place in the order of trial, which begins again at its end.
    pub fn word(&self, at: u64, width: Width) -> u64 {
        let count = self.constants.len() as u64;
        let number = self.constants[(at % count) as usize];
        let variant = (at / count) as usize % VARIANTS;
        match width {
            Width::Double => variant_of(number, variant, f64::next_up, f64::next_down).to_bits(),
            Width::Single => {
                variant_of(number as f32, variant, f32::next_up, f32::next_down).to_bits().into()
            }
        }
    }
}

/// How wide a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Single,
    Double,
}

impl Width {
    pub fn bytes(self) -> usize {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }
}

fn variant_of<F: std::ops::Neg<Output = F> + Copy>(
    number: F,
    variant: usize,
    up: impl Fn(F) -> F,
    down: impl Fn(F) -> F,
) -> F {
    match variant {
        0 => number,
        1 => up(number),
        2 => down(number),
        _ => -number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_first_then_their_neighbours_then_negatives() {
        let numbers = Numbers { constants: vec![3.25, 1.5] };
        let doubles: Vec<f64> =
            (0..9).map(|at| f64::from_bits(numbers.word(at, Width::Double))).collect();
        assert_eq!(doubles[..2], [3.25, 1.5]);
        assert!(doubles[2] > 3.25 && doubles[4] < 3.25);
        assert_eq!(doubles[6..], [-3.25, -1.5, 3.25]);
        assert_eq!(numbers.word(1, Width::Single), u64::from(1.5_f32.to_bits()));
    }
}
