//! Noise that is the same each time: what tests feed to cores, and chance in a search.

/// A small generator of reproducible noise (Marsaglia 2003, xorshift).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Uniform below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.word() >> 32) % n
    }

    /// True once in `n` on average.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Uniform in [-1/2, 1/2).
    pub fn real(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    }
}
