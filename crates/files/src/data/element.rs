//! Numbers in files of bytes: elements of arrays and of recordings.

use crate::format::{number, Float, Format};

/// Real numbers of 16 bits.
const HALF: Format = Format::Float(Float::with_subnormals(5, 10));

/// Kind of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Complex number of two floating-point parts.
    Complex,
    /// Real floating-point number.
    Float,
    /// Signed integer.
    Integer,
    /// Unsigned integer. In samples half of its range is zero.
    Unsigned,
}

/// Type of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// Kind of the number.
    pub kind: Kind,
    /// Length of a number in bytes.
    pub bytes: usize,
    /// Whether the most significant byte is first.
    pub big_endian: bool,
}

impl Element {
    /// Makes a type whose least significant byte is first.
    pub const fn little_endian(kind: Kind, bytes: usize) -> Self {
        Element { kind, bytes, big_endian: false }
    }

    /// Returns the bits of a number, or of a part of one.
    pub fn bits(self, bytes: &[u8]) -> u64 {
        let shifted = |bits, byte: &u8| bits << 8 | u64::from(*byte);
        match self.big_endian {
            true => bytes.iter().fold(0, shifted),
            false => bytes.iter().rev().fold(0, shifted),
        }
    }

    /// Returns the value of a floating-point number, or of a part of one.
    pub fn float(self, bytes: &[u8]) -> f64 {
        let bits = self.bits(bytes);
        match bytes.len() {
            2 => HALF.to_f64(bits),
            4 => f32::from_bits(bits as u32).into(),
            _ => f64::from_bits(bits),
        }
    }

    /// Returns the value of a signed integer.
    pub fn integer(self, bytes: &[u8]) -> i64 {
        number(self.bits(bytes), 8 * bytes.len() as u32)
    }

    /// Returns a real number of a recording, where full scale is 1.
    pub fn sample(self, bytes: &[u8]) -> f64 {
        let full_scale = 2f64.powi(8 * self.bytes as i32 - 1);
        match self.kind {
            Kind::Float | Kind::Complex => self.float(bytes),
            Kind::Integer => self.integer(bytes) as f64 / full_scale,
            Kind::Unsigned => self.bits(bytes) as f64 / full_scale - 1.0,
        }
    }
}
