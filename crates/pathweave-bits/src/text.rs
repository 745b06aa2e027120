//! Reading and writing numbers: decimal, hexadecimal and binary, without any
//! prefix except in `Display`, which prints SMT-LIB literals.

use crate::BitVec;
use crate::divide::divide_by_limb;
use std::fmt;

/// The largest power of ten that fits a limb, and its exponent.
const CHUNK: (u64, usize) = (10_000_000_000_000_000_000, 19);

impl BitVec {
    /// Reads a decimal number, with `-` before it if negative; wraps around
    /// modulo 2^width. `None` if there is anything but digits.
    pub fn from_decimal(width: u32, text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut limbs = vec![0u64; width.div_ceil(64) as usize];
        let mut used = 0;
        for chunk in digits.as_bytes().chunks(CHUNK.1) {
            let digit = |value: u64, b: &u8| value * 10 + u64::from(b - b'0');
            let value = chunk.iter().fold(0, digit);
            let scale = 10u64.pow(chunk.len() as u32);
            let mut carry = u128::from(value);
            for limb in &mut limbs[..used] {
                carry += u128::from(*limb) * u128::from(scale);
                *limb = carry as u64;
                carry >>= 64;
            }
            if carry != 0 && used < limbs.len() {
                limbs[used] = carry as u64;
                used += 1;
            }
        }
        let value = BitVec::from_limbs(width, &limbs);
        Some(if negative { value.neg() } else { value })
    }

    /// Reads hexadecimal digits; the `width` low bits of the number.
    pub fn from_hex(width: u32, text: &str) -> Option<Self> {
        BitVec::from_digits(width, text, 4)
    }

    /// Reads binary digits; the `width` low bits of the number.
    pub fn from_binary(width: u32, text: &str) -> Option<Self> {
        BitVec::from_digits(width, text, 1)
    }

    fn from_digits(width: u32, text: &str, bits: u32) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let mut limbs = vec![0u64; width.div_ceil(64) as usize];
        let mut at = 0usize;
        for byte in text.bytes().rev() {
            let digit = char::from(byte).to_digit(1 << bits)?;
            if let Some(limb) = limbs.get_mut(at / 64) {
                *limb |= u64::from(digit) << (at % 64);
            }
            at += bits as usize;
        }
        Some(BitVec::from_limbs(width, &limbs))
    }

    /// The unsigned value in decimal.
    pub fn to_unsigned_decimal(&self) -> String {
        if let Some(value) = self.to_u64() {
            return value.to_string();
        }
        let mut chunks = Vec::new();
        let mut limbs = self.limbs().to_vec();
        while !limbs.is_empty() {
            let (quotient, rest) = divide_by_limb(&limbs, CHUNK.0);
            chunks.push(rest);
            limbs = quotient;
            while limbs.last() == Some(&0) {
                limbs.pop();
            }
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:0digits$}", digits = CHUNK.1));
        }
        text
    }

    /// The signed value in decimal.
    pub fn to_signed_decimal(&self) -> String {
        if self.is_negative() {
            format!("-{}", self.neg().to_unsigned_decimal())
        } else {
            self.to_unsigned_decimal()
        }
    }
}

/// `#x` with a digit for each four bits if the width allows, `#b` otherwise.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = self.width.is_multiple_of(4);
        let bits = if hex { 4 } else { 1 };
        f.write_str(if hex { "#x" } else { "#b" })?;
        for index in (0..self.width / bits).rev() {
            let limb = self.limbs()[(index * bits / 64) as usize];
            let digit = limb >> (index * bits % 64) & ((1 << bits) - 1);
            write!(f, "{digit:x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
