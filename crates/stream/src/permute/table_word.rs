//! Words of tables.

use crate::rtl::mask;
use std::ops::{BitOr, BitXor};

/// An integer that words of tables are stored in.
pub trait TableWord: Copy + Default + PartialEq + BitOr<Output = Self> + BitXor<Output = Self> {
    /// Returns the sum modulo 2^width.
    fn plus(self, other: Self, width: u32) -> Self;

    /// Returns the difference modulo 2^width.
    fn less(self, other: Self, width: u32) -> Self;

    /// Returns a bit.
    fn bit(self, number: u32) -> bool;
}

/// Implements the trait for an integer.
macro_rules! table_word {
    ($integer:ty) => {
        impl TableWord for $integer {
            fn plus(self, other: Self, width: u32) -> Self {
                self.wrapping_add(other) & mask(width) as $integer
            }

            fn less(self, other: Self, width: u32) -> Self {
                self.wrapping_sub(other) & mask(width) as $integer
            }

            fn bit(self, number: u32) -> bool {
                self >> number & 1 == 1
            }
        }
    };
}

table_word!(u32);
table_word!(u128);
