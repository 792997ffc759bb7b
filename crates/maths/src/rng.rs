//! Reproducible random numbers, for test data and for random searches.

/// A small generator of reproducible random numbers (xorshift, Marsaglia 2003).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a uniform integer below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.word() >> 32) % n
    }

    /// Returns true with probability 1/`n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Returns a uniform real number in [-1/2, 1/2).
    pub fn real(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    }
}
