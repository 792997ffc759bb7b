//! Complex values as pairs of wires.

use super::{Builder, Wire};
use crate::exact::Complex;

/// A complex value under construction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cplx {
    pub re: Wire,
    pub im: Wire,
}

impl Cplx {
    pub const ZERO: Cplx = Cplx { re: Wire::Zero, im: Wire::Zero };

    /// Times i.
    pub fn times_i(self) -> Cplx {
        Cplx { re: -self.im, im: self.re }
    }
}

impl std::ops::Neg for Cplx {
    type Output = Cplx;
    fn neg(self) -> Cplx {
        Cplx { re: -self.re, im: -self.im }
    }
}

impl Builder {
    pub fn complex_input(&mut self) -> Cplx {
        Cplx { re: self.input(), im: self.input() }
    }

    pub fn complex_add(&mut self, a: Cplx, b: Cplx) -> Cplx {
        Cplx { re: self.add(a.re, b.re), im: self.add(a.im, b.im) }
    }

    pub fn complex_sub(&mut self, a: Cplx, b: Cplx) -> Cplx {
        self.complex_add(a, -b)
    }

    /// The second in the batches that the choice of this number says, else the first.
    pub fn complex_choose(&mut self, a: Cplx, b: Cplx, choice: usize) -> Cplx {
        Cplx { re: self.choose(a.re, b.re, choice), im: self.choose(a.im, b.im, choice) }
    }

    pub fn complex_sum(&mut self, terms: &[Cplx]) -> Cplx {
        let part = |f: fn(&Cplx) -> Wire| terms.iter().map(f).collect::<Vec<_>>();
        Cplx { re: self.sum(&part(|t| t.re)), im: self.sum(&part(|t| t.im)) }
    }

    /// Times a constant: free on the axes, two products on the diagonals, four and two sums elsewhere.
    pub fn complex_mul(&mut self, a: Cplx, by: &Complex) -> Cplx {
        let (c, d) = (&by.re, &by.im);
        if !d.is_zero() && c.abs() == d.abs() {
            // c (1 ± i)(x + iy) = c (x ∓ y) + i c (y ± x).
            let turned = if c == d { a.times_i() } else { -a.times_i() };
            let sum = self.complex_add(a, turned);
            return Cplx { re: self.mul(sum.re, c), im: self.mul(sum.im, c) };
        }
        let (xc, yc) = (self.mul(a.re, c), self.mul(a.im, c));
        let (xd, yd) = (self.mul(a.re, d), self.mul(a.im, d));
        Cplx { re: self.sub(xc, yd), im: self.add(yc, xd) }
    }

    /// As [`Builder::complex_mul`], but three products and three sums where that takes four and two:
    /// c (x + y) - (c + d) y and c (x + y) + (d - c) x. The errors of what cancels stay.
    pub fn complex_mul_by_three(&mut self, a: Cplx, by: &Complex) -> Cplx {
        let (c, d) = (&by.re, &by.im);
        if c.is_zero() || d.is_zero() || c.abs() == d.abs() {
            return self.complex_mul(a, by);
        }
        let sum = self.add(a.re, a.im);
        let (common, y, x) = (self.mul(sum, c), self.mul(a.im, &(c + d)), self.mul(a.re, &(d - c)));
        Cplx { re: self.sub(common, y), im: self.add(common, x) }
    }

    /// The same by words of the table: `re`, then the sum of both parts, then the imaginary part less the real one.
    pub fn complex_mul_table_by_three(&mut self, a: Cplx, words: [usize; 3]) -> Cplx {
        let sum = self.add(a.re, a.im);
        let [common, y, x] = [(sum, words[0]), (a.im, words[1]), (a.re, words[2])].map(|(x, k)| self.mul_table(x, k));
        Cplx { re: self.sub(common, y), im: self.add(common, x) }
    }

    /// Times a real number from the table.
    pub fn complex_scale_table(&mut self, a: Cplx, word: usize) -> Cplx {
        Cplx { re: self.mul_table(a.re, word), im: self.mul_table(a.im, word) }
    }

    /// Times a number from the table: words `re` and `im`.
    pub fn complex_mul_table(&mut self, a: Cplx, re: usize, im: usize) -> Cplx {
        let (xc, yc) = (self.mul_table(a.re, re), self.mul_table(a.im, re));
        let (xd, yd) = (self.mul_table(a.re, im), self.mul_table(a.im, im));
        Cplx { re: self.sub(xc, yd), im: self.add(yc, xd) }
    }
}
