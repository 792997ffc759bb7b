//! Operators. Operands have one width, and sums and differences are modulo 2^width, as in the netlist.

use super::{Operand, Reg, Sig};
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
