//! Kernels: the small transforms that a formula is made of.

use super::is_smooth;

/// How a kernel computes its DFT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Algorithm {
    /// Powers of two, by butterflies.
    Direct,
    /// Any size, by sums and differences of mirrored elements.
    Symmetric,
    /// Some odd primes, by a short convolution with few multiplications.
    Winograd,
    /// Any smooth size, its factors' kernels joined in one graph, which the stream schedules as a whole.
    Fused,
}

/// A DFT of `radix` points, computed by one algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kernel {
    pub radix: usize,
    pub algorithm: Algorithm,
}

impl Kernel {
    /// The primes that have a Winograd kernel.
    pub const WINOGRAD: [usize; 5] = [3, 5, 7, 11, 13];

    pub fn direct(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Direct }
    }

    pub fn symmetric(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Symmetric }
    }

    pub fn winograd(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Winograd }
    }

    pub fn fused(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Fused }
    }

    /// Whether the algorithm is made for this radix. A kernel that is not still computes the DFT, by the
    /// symmetric algorithm.
    pub fn is_native(self) -> bool {
        match self.algorithm {
            Algorithm::Direct => self.radix.is_power_of_two(),
            Algorithm::Symmetric => self.radix > 0,
            Algorithm::Winograd => Kernel::WINOGRAD.contains(&self.radix),
            Algorithm::Fused => self.radix > 1 && is_smooth(self.radix),
        }
    }
}
