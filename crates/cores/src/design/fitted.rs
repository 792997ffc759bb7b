//! Words that fit the multipliers of a family.

use super::Config;
use crate::format::Format;
use crate::number::FixedOptions;

impl Config {
    /// Returns how fixed point is computed with, with coefficients that fit the multipliers of the family where that
    /// costs little.
    pub(super) fn fitted(&self) -> FixedOptions {
        let smallest = self.runtime.sizes.iter().copied().min().unwrap_or(self.points());
        match self.format {
            // Errors of words with exponents are as small as those of their coefficients.
            Format::Fixed(fixed) if !self.has_block_exponents() => self.arithmetic.fitted(fixed.bits(), smallest),
            Format::Fixed(_) | Format::Float(_) => self.arithmetic.clone(),
        }
    }

    /// Bits of a twiddle factor of fixed point.
    pub fn twiddle_bits(&self) -> u32 {
        self.fitted().twiddle_bits(self.format.bits())
    }
}
