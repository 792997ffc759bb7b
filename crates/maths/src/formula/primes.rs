//! Prime factors and supported sizes.

/// Largest prime with its own kernel, in points.
pub const LARGEST_PRIME: usize = 61;

/// Largest size that has prime factors above [`LARGEST_PRIME`], in points. Such a size is computed by a convolution.
pub const LARGEST_CONVOLVED: usize = 4096;

/// Largest size with such factors that a folded core computes, in points.
pub const LARGEST_FOLDED_CONVOLUTION: usize = 65_536;

/// Largest size, in points.
pub const LARGEST: usize = 262_144;

/// Largest size of a fused kernel, in points.
pub const LARGEST_FUSED: usize = 128;

/// Returns the prime factors in ascending order.
///
/// ```
/// assert_eq!(fftgen_maths::formula::prime_factors(360), [2, 2, 2, 3, 3, 5]);
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

/// Returns the inverse of `a` modulo `n`, which is 0 if n is 1. The numbers have no common factor.
///
/// ```
/// assert_eq!(fftgen_maths::formula::inverse_modulo(4, 5), 4);
/// assert_eq!(fftgen_maths::formula::inverse_modulo(3, 8), 3);
/// ```
pub fn inverse_modulo(a: usize, n: usize) -> usize {
    (0..n).find(|b| a % n * b % n == 1 % n).unwrap_or(0)
}

/// Returns whether a size can be computed, by kernels alone or through a convolution.
pub fn is_supported(n: usize) -> bool {
    (1..=LARGEST).contains(&n) && (n <= LARGEST_CONVOLVED || is_smooth(n))
}

/// Returns whether no prime factor exceeds [`LARGEST_PRIME`].
pub fn is_smooth(n: usize) -> bool {
    prime_factors(n).last().is_none_or(|p| *p <= LARGEST_PRIME)
}
