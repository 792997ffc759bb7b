//! Complex numbers over [`Real`].

use std::ops::{Add, Mul, Neg, Sub};

use num_complex::Complex64;

use super::Real;

#[derive(Clone, PartialEq, Debug)]
pub struct Complex {
    pub re: Real,
    pub im: Real,
}

impl Complex {
    pub fn zero() -> Complex {
        Complex::from(Real::zero())
    }

    pub fn one() -> Complex {
        Complex::from(Real::one())
    }

    pub fn conj(&self) -> Complex {
        Complex { re: self.re.clone(), im: -&self.im }
    }

    /// Times a real number.
    pub fn scale(&self, by: &Real) -> Complex {
        Complex { re: &self.re * by, im: &self.im * by }
    }

    /// [`Real::settled`] in both parts.
    pub fn settled(&self) -> Complex {
        Complex { re: self.re.settled(), im: self.im.settled() }
    }

    pub fn to_c64(&self) -> Complex64 {
        Complex64::new(self.re.to_f64(), self.im.to_f64())
    }
}

impl From<Real> for Complex {
    fn from(re: Real) -> Complex {
        Complex { re, im: Real::zero() }
    }
}

impl Add for &Complex {
    type Output = Complex;
    fn add(self, other: &Complex) -> Complex {
        Complex { re: &self.re + &other.re, im: &self.im + &other.im }
    }
}

impl Sub for &Complex {
    type Output = Complex;
    fn sub(self, other: &Complex) -> Complex {
        Complex { re: &self.re - &other.re, im: &self.im - &other.im }
    }
}

impl Neg for &Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex { re: -&self.re, im: -&self.im }
    }
}

impl Mul for &Complex {
    type Output = Complex;
    fn mul(self, other: &Complex) -> Complex {
        Complex {
            re: &(&self.re * &other.re) - &(&self.im * &other.im),
            im: &(&self.re * &other.im) + &(&self.im * &other.re),
        }
    }
}
