//! Prime factors, and which sizes there are.

/// Largest prime with a kernel of its own.
pub const LARGEST_PRIME: usize = 61;

/// Largest size that is computed through a convolution when it has larger prime factors.
pub const LARGEST_CONVOLVED: usize = 4096;

/// Largest size.
pub const LARGEST: usize = 262_144;

/// Largest size that one graph computes.
pub const LARGEST_FUSED: usize = 128;

/// Prime factors in ascending order.
///
/// ```
/// assert_eq!(fftgen::formula::prime_factors(360), [2, 2, 2, 3, 3, 5]);
/// ```
pub fn prime_factors(mut n: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut p = 2;
    while n > 1 {
        while n % p == 0 {
            factors.push(p);
            n /= p;
        }
        p = if p * p > n { n.max(p + 1) } else { p + 1 };
    }
    factors
}

/// Whether a size is computed, directly or through a convolution.
pub fn is_supported(n: usize) -> bool {
    (1..=LARGEST).contains(&n) && (n <= LARGEST_CONVOLVED || is_smooth(n))
}

/// No prime factor beyond [`LARGEST_PRIME`].
pub fn is_smooth(n: usize) -> bool {
    prime_factors(n).last().is_none_or(|p| *p <= LARGEST_PRIME)
}
