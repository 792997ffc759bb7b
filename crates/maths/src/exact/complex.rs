//! Complex numbers over [`Real`].

use std::ops::{Add, Mul, Neg, Sub};

use num_complex::Complex64;

use super::Real;

/// A complex number of two [`Real`] parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Complex {
    /// The real part.
    pub re: Real,
    /// The imaginary part.
    pub im: Real,
}

impl Complex {
    /// Returns 0.
    pub fn zero() -> Complex {
        Complex::from(Real::zero())
    }

    /// Returns 1.
    pub fn one() -> Complex {
        Complex::from(Real::one())
    }

    /// Returns the complex conjugate.
    pub fn conj(&self) -> Complex {
        Complex { re: self.re.clone(), im: -&self.im }
    }

    /// Multiplies by a real number.
    pub fn scale(&self, by: &Real) -> Complex {
        Complex { re: &self.re * by, im: &self.im * by }
    }

    /// Rounds both parts as [`Real::snapped`] does.
    pub fn snapped(&self) -> Complex {
        Complex { re: self.re.snapped(), im: self.im.snapped() }
    }

    /// Rounds both parts to the nearest double.
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
