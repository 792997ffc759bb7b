//! Operators. Operands have one width, and sums and differences are modulo 2^width, as in the netlist.

use super::{Builder, Operand, Reg, Sig};
use crate::rtl::Module;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

macro_rules! operators { ($($Trait:ident $function:ident $op:ident;)*) => { $(
    impl<'m, R: Operand<'m>> $Trait<R> for Sig<'m> {
        type Output = Sig<'m>;
        #[track_caller]
        fn $function(self, other: R) -> Sig<'m> {
            self.with(other, Module::$op)
        }
    }
    impl<'m, R: Operand<'m>> $Trait<R> for Reg<'m> {
        type Output = Sig<'m>;
        #[track_caller]
        fn $function(self, other: R) -> Sig<'m> {
            (*self).with(other, Module::$op)
        }
    }
)* } }
operators! { BitAnd bitand and; BitOr bitor or; BitXor bitxor xor; Add add add; Sub sub sub; }

impl<'m> Not for Sig<'m> {
    type Output = Sig<'m>;
    fn not(self) -> Sig<'m> {
        self.derive(Module::not)
    }
}

impl<'m> Not for Reg<'m> {
    type Output = Sig<'m>;
    fn not(self) -> Sig<'m> {
        !*self
    }
}

/// A shift by a signal.
impl<'m> Shl for Sig<'m> {
    type Output = Sig<'m>;
    fn shl(self, by: Sig<'m>) -> Sig<'m> {
        self.m.call([self, by], |m, [of, by]| m.shl(of, by))
    }
}

/// A shift by a signal, with zeros at the high end.
impl<'m> Shr for Sig<'m> {
    type Output = Sig<'m>;
    fn shr(self, by: Sig<'m>) -> Sig<'m> {
        self.m.call([self, by], |m, [of, by]| m.shr(of, by))
    }
}

impl Builder {
    /// The disjunction of words, bit by bit. A low bit if there is none.
    pub fn any_of<'m, S: Into<Sig<'m>>>(&'m self, words: impl IntoIterator<Item = S>) -> Sig<'m> {
        words.into_iter().map(Into::into).reduce(|any, one| any | one).unwrap_or_else(|| self.constant(1, 0))
    }

    /// The conjunction of words, bit by bit. A high bit if there is none.
    pub fn all_of<'m, S: Into<Sig<'m>>>(&'m self, words: impl IntoIterator<Item = S>) -> Sig<'m> {
        words.into_iter().map(Into::into).reduce(|all, one| all & one).unwrap_or_else(|| self.constant(1, 1))
    }
}
