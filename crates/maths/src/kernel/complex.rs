//! Complex values as pairs of wires.

use super::{Builder, Wire};
use crate::exact::Complex;

/// A complex value under construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ComplexWire {
    /// The real part.
    pub re: Wire,
    /// The imaginary part.
    pub im: Wire,
}

impl ComplexWire {
    /// The constant zero.
    pub const ZERO: ComplexWire = ComplexWire { re: Wire::Zero, im: Wire::Zero };

    /// Multiplies by i.
    pub fn times_i(self) -> ComplexWire {
        ComplexWire { re: -self.im, im: self.re }
    }
}

impl std::ops::Neg for ComplexWire {
    type Output = ComplexWire;
    fn neg(self) -> ComplexWire {
        ComplexWire { re: -self.re, im: -self.im }
    }
}

impl Builder {
    /// Adds two inputs after the others: the real part, then the imaginary part.
    pub fn complex_input(&mut self) -> ComplexWire {
        ComplexWire { re: self.input(), im: self.input() }
    }

    /// Returns a + b.
    pub fn complex_add(&mut self, a: ComplexWire, b: ComplexWire) -> ComplexWire {
        ComplexWire { re: self.add(a.re, b.re), im: self.add(a.im, b.im) }
    }

    /// Returns a - b.
    pub fn complex_sub(&mut self, a: ComplexWire, b: ComplexWire) -> ComplexWire {
        self.complex_add(a, -b)
    }

    /// Selects `b` in the batches where choice `choice` of the stage is true, else `a`.
    pub fn complex_choose(&mut self, a: ComplexWire, b: ComplexWire, choice: usize) -> ComplexWire {
        ComplexWire { re: self.choose(a.re, b.re, choice), im: self.choose(a.im, b.im, choice) }
    }

    /// Adds terms up; the real and the imaginary parts each by [`Builder::sum`].
    pub fn complex_sum(&mut self, terms: &[ComplexWire]) -> ComplexWire {
        let part = |f: fn(&ComplexWire) -> Wire| terms.iter().map(f).collect::<Vec<_>>();
        ComplexWire { re: self.sum(&part(|t| t.re)), im: self.sum(&part(|t| t.im)) }
    }

    /// Multiplies by a constant. A constant on an axis takes two products or none, on a diagonal two products and two
    /// sums, elsewhere four products and two sums.
    pub fn complex_mul(&mut self, a: ComplexWire, by: &Complex) -> ComplexWire {
        let (c, d) = (&by.re, &by.im);
        if !d.is_zero() && c.abs() == d.abs() {
            // c (1 ± i)(x + iy) = c (x ∓ y) + i c (y ± x).
            let rotated = if c == d { a.times_i() } else { -a.times_i() };
            let sum = self.complex_add(a, rotated);
            return ComplexWire { re: self.mul(sum.re, c), im: self.mul(sum.im, c) };
        }
        let (xc, yc) = (self.mul(a.re, c), self.mul(a.im, c));
        let (xd, yd) = (self.mul(a.re, d), self.mul(a.im, d));
        ComplexWire { re: self.sub(xc, yd), im: self.add(yc, xd) }
    }

    /// Multiplies by a constant with three products and three sums where [`Builder::complex_mul`] takes four and two:
    /// c (x + y) - (c + d) y and c (x + y) + (d - c) x. The rounding errors of the terms that cancel remain.
    pub fn complex_mul_by_three(&mut self, a: ComplexWire, by: &Complex) -> ComplexWire {
        let (c, d) = (&by.re, &by.im);
        if c.is_zero() || d.is_zero() || c.abs() == d.abs() {
            return self.complex_mul(a, by);
        }
        let sum = self.add(a.re, a.im);
        let (common, y, x) = (self.mul(sum, c), self.mul(a.im, &(c + d)), self.mul(a.re, &(d - c)));
        ComplexWire { re: self.sub(common, y), im: self.add(common, x) }
    }

    /// Multiplies by a factor in three words of the table with three products and three sums. The words are the
    /// factor's real part, the sum of its parts, and its imaginary less its real part.
    pub fn complex_mul_table_by_three(&mut self, a: ComplexWire, words: [usize; 3]) -> ComplexWire {
        let sum = self.add(a.re, a.im);
        let [common, y, x] = [(sum, words[0]), (a.im, words[1]), (a.re, words[2])].map(|(x, k)| self.mul_table(x, k));
        ComplexWire { re: self.sub(common, y), im: self.add(common, x) }
    }

    /// Multiplies by a real number, which is one word of the table.
    pub fn complex_scale_table(&mut self, a: ComplexWire, word: usize) -> ComplexWire {
        ComplexWire { re: self.mul_table(a.re, word), im: self.mul_table(a.im, word) }
    }

    /// Multiplies by a complex number, whose parts are words `re` and `im` of the table.
    pub fn complex_mul_table(&mut self, a: ComplexWire, re: usize, im: usize) -> ComplexWire {
        let (xc, yc) = (self.mul_table(a.re, re), self.mul_table(a.im, re));
        let (xd, yd) = (self.mul_table(a.re, im), self.mul_table(a.im, im));
        ComplexWire { re: self.sub(xc, yd), im: self.add(yc, xd) }
    }
}
