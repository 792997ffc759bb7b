//! Kernels: the small transforms that a formula is made of.

use super::primes::{is_smooth, prime_factors};

/// How a kernel computes its DFT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Algorithm {
    /// Powers of two, by butterflies.
    Direct,
    /// Any size, by sums and differences of mirrored elements.
    Symmetric,
    /// Odd sizes, by the same with products by cosines shared.
    SharedCosines,
    /// Odd sizes, by the same with all products shared.
    SharedProducts,
    /// Odd primes, by the same with products by cosines shared, and by sines as sums and differences of halves.
    Halves,
    /// Odd primes, by a convolution that the Chinese remainder theorem splits.
    Rader,
    /// Some odd primes, by the same with the fewest multiplications.
    Winograd,
    /// Any smooth size, its factors' kernels joined in one graph, which the stream schedules as a whole.
    Fused,
}

impl Algorithm {
    /// All but butterflies: the letter before the radix, and the name.
    pub const NAMED: [(Algorithm, char, &str); 7] = [
        (Algorithm::Symmetric, 's', "symmetric"),
        (Algorithm::SharedCosines, 'c', "shared cosines"),
        (Algorithm::SharedProducts, 'p', "shared products"),
        (Algorithm::Halves, 'h', "halves"),
        (Algorithm::Rader, 'r', "Rader"),
        (Algorithm::Winograd, 'w', "Winograd"),
        (Algorithm::Fused, 'f', "one graph"),
    ];

    /// `None` for butterflies.
    pub fn letter(self) -> Option<char> {
        Algorithm::NAMED.iter().find(|row| row.0 == self).map(|row| row.1)
    }
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

    pub fn shared_cosines(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::SharedCosines }
    }

    pub fn shared_products(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::SharedProducts }
    }

    pub fn halves(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Halves }
    }

    pub fn rader(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Rader }
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
            Algorithm::SharedCosines | Algorithm::SharedProducts => self.radix % 2 == 1,
            Algorithm::Halves | Algorithm::Rader => self.radix > 2 && prime_factors(self.radix).len() == 1,
            Algorithm::Winograd => Kernel::WINOGRAD.contains(&self.radix),
            Algorithm::Fused => self.radix > 1 && is_smooth(self.radix),
        }
    }
}

/// The kernel taken for a prime: Winograd's where it costs no accuracy to speak of.
pub fn default_kernel(radix: usize) -> Kernel {
    match radix {
        3 | 5 => Kernel::winograd(radix),
        _ if radix.is_power_of_two() => Kernel::direct(radix),
        _ => Kernel::symmetric(radix),
    }
}
