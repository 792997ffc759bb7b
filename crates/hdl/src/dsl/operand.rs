//! Operands: signals, and numbers that take the width of the signal beside them.

use super::{Builder, Reg, Sig};

/// What an operator takes on its right.
pub trait Operand<'m> {
    /// The signal. A number becomes a constant of the width, which it must fit: without a sign, or in two's complement
    /// if it is negative.
    fn signal(self, m: &'m Builder, width: u32) -> Sig<'m>;

    /// The width, which a number does not have.
    fn own_width(&self) -> Option<u32>;
}

impl<'m> Operand<'m> for Sig<'m> {
    fn signal(self, _: &'m Builder, _: u32) -> Sig<'m> {
        self
    }

    fn own_width(&self) -> Option<u32> {
        Some(self.width())
    }
}

impl<'m> Operand<'m> for Reg<'m> {
    fn signal(self, _: &'m Builder, _: u32) -> Sig<'m> {
        *self
    }

    fn own_width(&self) -> Option<u32> {
        Some(self.width())
    }
}

macro_rules! numbers { ($($T:ty)*) => { $(
    impl<'m> Operand<'m> for $T {
        #[track_caller]
        fn signal(self, m: &'m Builder, width: u32) -> Sig<'m> {
            let number = self as i128;
            let fits = number >> width.min(127) == 0 || number < 0 && number >> (width - 1) == -1;
            assert!(fits, "the number {self} does not fit {width} bits");
            m.constant(width, number as u128)
        }

        fn own_width(&self) -> Option<u32> {
            None
        }
    }
)* } }
numbers! { i32 u32 u64 usize i128 u128 }
