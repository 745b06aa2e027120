//! Literals: integers of any width and floats of any format, to bits.
//!
//! Conversions round to nearest, ties to even; NaN payloads and signs are kept.

use crate::ast::FloatKind;
use crate::lex::hex;

/// Longer decimal literals are refused: converting them costs the square of their length.
pub(super) const MAX_DIGITS: usize = 20_000;

/// The limbs of a decimal integer in two's complement, `width` bits. `None` if it is not one.
pub(super) fn decimal_limbs(text: &[u8], width: u32) -> Option<Vec<u64>> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > MAX_DIGITS || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count = width.div_ceil(64) as usize;
    let mut limbs: Vec<u64> = Vec::new();
    for chunk in digits.chunks(18) {
        let value = chunk.iter().fold(0, |sum, b| sum * 10 + u64::from(b - b'0'));
        multiply_add(&mut limbs, 10u64.pow(chunk.len() as u32), value, count);
    }
    limbs.resize(count, 0);
    if negative {
        negate(&mut limbs);
    }
    mask(&mut limbs, width);
    Some(limbs)
}

fn multiply_add(limbs: &mut Vec<u64>, factor: u64, addend: u64, most: usize) {
    let mut carry = u128::from(addend);
    for limb in limbs.iter_mut() {
        carry += u128::from(*limb) * u128::from(factor);
        *limb = carry as u64;
        carry >>= 64;
    }
    if carry != 0 && limbs.len() < most {
        limbs.push(carry as u64);
    }
}

fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        let (value, over) = (!*limb).overflowing_add(u64::from(carry));
        *limb = value;
        carry = over;
    }
}

fn mask(limbs: &mut [u64], width: u32) {
    if let (Some(last), used @ 1..) = (limbs.last_mut(), width % 64) {
        *last &= (1 << used) - 1;
    }
}

/// The limbs of hexadecimal digits, `width` bits; `signed` extends the first digit's top bit.
pub(super) fn hex_limbs(digits: &[u8], width: u32, signed: bool) -> Option<Vec<u64>> {
    let count = width.div_ceil(64) as usize;
    if digits.is_empty() || digits.len() > count * 16 + 16 {
        return None;
    }
    let negative = signed && hex(digits[0])? >= 8;
    let mut limbs = vec![if negative { u64::MAX } else { 0 }; count];
    for (at, &digit) in digits.iter().rev().enumerate() {
        let value = u64::from(hex(digit)?);
        if let Some(limb) = limbs.get_mut(at / 16) {
            let shift = at % 16 * 4;
            *limb = *limb & !(15 << shift) | value << shift;
        }
    }
    mask(&mut limbs, width);
    Some(limbs)
}

/// The bits of a float literal in the format `kind`, least significant limb first.
pub(super) fn float_bits(text: &[u8], kind: FloatKind) -> Option<[u64; 2]> {
    let (letter, digits) = match text {
        [b'0', b'x', letter @ (b'K' | b'L' | b'M' | b'H' | b'R'), digits @ ..] => (*letter, digits),
        [b'0', b'x', digits @ ..] => (b'D', digits),
        _ => {
            let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
            return Some(from_double(value.to_bits(), kind));
        }
    };
    if digits.is_empty() || digits.len() > 32 {
        return None;
    }
    let value = digits.iter().try_fold(0u128, |sum, &d| Some(sum << 4 | u128::from(hex(d)?)))?;
    let (low, high) = (value as u64, (value >> 64) as u64);
    match (letter, kind) {
        (b'D', _) if high == 0 => Some(from_double(low, kind)),
        (b'H', FloatKind::Half) | (b'R', FloatKind::BFloat) if value <= 0xFFFF => Some([low, 0]),
        // Sign and exponent are written first, then the significand.
        (b'K', FloatKind::X86Fp80) if high <= 0xFFFF => Some([low, high]),
        // Both print the least significant half first.
        (b'L', FloatKind::Fp128) | (b'M', FloatKind::PpcFp128) => Some([high, low]),
        _ => None,
    }
}

/// Converts a double to another format.
pub(super) fn from_double(bits: u64, kind: FloatKind) -> [u64; 2] {
    match kind {
        FloatKind::Double => [bits, 0],
        FloatKind::Float => [narrow(bits, 8, 23), 0],
        FloatKind::Half => [narrow(bits, 5, 10), 0],
        FloatKind::BFloat => [narrow(bits, 8, 7), 0],
        FloatKind::PpcFp128 => [bits, 0],
        FloatKind::X86Fp80 => {
            let (sign, exponent, fraction) = widen(bits);
            let integer = u64::from(exponent != 0) << 63;
            [integer | fraction << 11, sign << 15 | exponent]
        }
        FloatKind::Fp128 => {
            let (sign, exponent, fraction) = widen(bits);
            [fraction << 60, sign << 63 | exponent << 48 | fraction >> 4]
        }
    }
}

/// Sign, 15-bit exponent and normalised 52-bit fraction of a double.
fn widen(bits: u64) -> (u64, u64, u64) {
    let (sign, exponent, fraction) = (bits >> 63, bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    match (exponent, fraction) {
        (0, 0) => (sign, 0, 0),
        (0, _) => {
            let shift = u64::from(fraction.leading_zeros()) - 11;
            let fraction = fraction << shift & ((1 << 52) - 1);
            (sign, 16383 - 1022 - shift, fraction)
        }
        (0x7FF, _) => (sign, 0x7FFF, fraction),
        _ => (sign, exponent + 16383 - 1023, fraction),
    }
}

/// Rounds a double to a format with fewer bits.
fn narrow(bits: u64, exponent_bits: u32, fraction_bits: u32) -> u64 {
    let sign = (bits >> 63) << (exponent_bits + fraction_bits);
    let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i64, bits & ((1 << 52) - 1));
    let top = (1i64 << exponent_bits) - 1;
    let infinity = (top as u64) << fraction_bits;
    let cut = 52 - fraction_bits;
    if exponent == 0x7FF {
        let payload = fraction >> cut;
        let quiet = u64::from(fraction != 0 && payload == 0) << (fraction_bits - 1);
        return sign | infinity | payload | quiet;
    }
    if exponent == 0 {
        return sign; // A denormal double is below half of the least denormal of any narrower format.
    }
    let scaled = exponent - 1023 + (top >> 1);
    if scaled >= top {
        return sign | infinity;
    }
    // A denormal result drops one bit more for each step of the exponent below 1.
    let (cut, base) = match scaled {
        1.. => (cut, (scaled as u64 - 1) << fraction_bits),
        _ => ((i64::from(cut) + 1 - scaled).min(63) as u32, 0),
    };
    let significand = fraction | 1 << 52;
    let (kept, rest, half) = (significand >> cut, significand & ((1 << cut) - 1), 1 << (cut - 1));
    let up = rest > half || rest == half && kept & 1 == 1;
    sign | (base + kept + u64::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(decimal_limbs(b"-1", 8), Some(vec![255]));
        assert_eq!(decimal_limbs(b"-1", 65), Some(vec![u64::MAX, 1]));
        let power = decimal_limbs(b"1267650600228229401496703205376", 128);
        assert_eq!(power, Some(vec![0, 1 << 36]));
        let least = decimal_limbs(b"-170141183460469231731687303715884105728", 128);
        assert_eq!(least, Some(vec![0, 1 << 63]));
        assert_eq!(hex_limbs(b"FF", 16, true), Some(vec![0xFFFF]));
        assert_eq!(hex_limbs(b"FF", 16, false), Some(vec![0xFF]));
    }

    #[test]
    fn narrowing_agrees_with_the_machine() {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        for round in 0..200_000u64 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Exponents near the limits of float, else anything.
            let bits = match round % 2 {
                0 => state,
                _ => state & !(0x7FF << 52) | (870 + state % 300) << 52,
            };
            let value = f64::from_bits(bits);
            if value.is_nan() {
                continue;
            }
            let expected = u64::from((value as f32).to_bits());
            assert_eq!(narrow(bits, 8, 23), expected, "{bits:#x}");
        }
    }

    #[test]
    fn float_formats() {
        let one = 1.0f64.to_bits();
        assert_eq!(from_double(one, FloatKind::Half)[0], 0x3C00);
        assert_eq!(from_double(one, FloatKind::BFloat)[0], 0x3F80);
        let wide = from_double(one, FloatKind::X86Fp80);
        assert_eq!(wide, [1 << 63, 0x3FFF]);
        let quad = from_double(1.5f64.to_bits(), FloatKind::Fp128);
        assert_eq!(quad, [0, 0x3FFF_8000_0000_0000]);
        let literal = float_bits(b"0xK4000D000000000000000", FloatKind::X86Fp80);
        assert_eq!(literal, Some([0xD000_0000_0000_0000, 0x4000]));
        let quad = float_bits(b"0xL00000000000000003FFF800000000000", FloatKind::Fp128);
        assert_eq!(quad, Some([0, 0x3FFF_8000_0000_0000]));
        assert_eq!(float_bits(b"0xH3C00", FloatKind::Float), None);
    }
}
