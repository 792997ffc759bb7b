//! Kernels: the small transforms that a formula is made of.

use super::primes::{is_smooth, prime_factors};

/// How a kernel computes its DFT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Algorithm {
    /// Powers of two, by butterflies.
    Direct,
    /// Any size, by sums and differences of mirrored elements.
    Symmetric,
    /// Odd sizes, by [`Algorithm::Symmetric`] with products by cosines that serve two pairs of outputs.
    SharedCosines,
    /// Odd sizes, by [`Algorithm::Symmetric`] with products by cosines and by sines that serve two pairs of outputs.
    SharedProducts,
    /// Odd primes, by [`Algorithm::SharedCosines`] with the matrix of sines multiplied by halves.
    Halves,
    /// Odd primes, by a convolution that the Chinese remainder theorem splits.
    Rader,
    /// The primes of [`Kernel::WINOGRAD`], by [`Algorithm::Rader`] with the fewest multiplications.
    Winograd,
    /// Any smooth size, by the kernels of its factors in one graph, which is scheduled as a whole.
    Fused,
    /// Any size, by [`Algorithm::Symmetric`] with each product by a signed factor, as multiplier-accumulators add them
    /// up.
    Accumulated,
}

impl Algorithm {
    /// All algorithms but [`Algorithm::Direct`], with the letter before the radix and the name.
    pub const NAMED: [(Algorithm, char, &str); 8] = [
        (Algorithm::Symmetric, 's', "symmetric"),
        (Algorithm::SharedCosines, 'c', "shared cosines"),
        (Algorithm::SharedProducts, 'p', "shared products"),
        (Algorithm::Halves, 'h', "halves"),
        (Algorithm::Rader, 'r', "Rader"),
        (Algorithm::Winograd, 'w', "Winograd"),
        (Algorithm::Fused, 'f', "one graph"),
        (Algorithm::Accumulated, 'm', "multiply-accumulate"),
    ];

    /// Returns the letter before the radix, or `None` for [`Algorithm::Direct`].
    pub fn letter(self) -> Option<char> {
        Algorithm::NAMED.iter().find(|row| row.0 == self).map(|row| row.1)
    }
}

/// A DFT of `radix` points, computed by one algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Kernel {
    /// Number of points.
    pub radix: usize,
    /// How the DFT is computed.
    pub algorithm: Algorithm,
}

impl Kernel {
    /// The primes that have a Winograd kernel.
    pub const WINOGRAD: [usize; 5] = [3, 5, 7, 11, 13];

    /// Returns the kernel of a radix by [`Algorithm::Direct`].
    pub fn direct(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Direct }
    }

    /// Returns the kernel of a radix by [`Algorithm::Symmetric`].
    pub fn symmetric(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Symmetric }
    }

    /// Returns the kernel of a radix by [`Algorithm::SharedCosines`].
    pub fn shared_cosines(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::SharedCosines }
    }

    /// Returns the kernel of a radix by [`Algorithm::SharedProducts`].
    pub fn shared_products(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::SharedProducts }
    }

    /// Returns the kernel of a radix by [`Algorithm::Halves`].
    pub fn halves(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Halves }
    }

    /// Returns the kernel of a radix by [`Algorithm::Rader`].
    pub fn rader(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Rader }
    }

    /// Returns the kernel of a radix by [`Algorithm::Winograd`].
    pub fn winograd(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Winograd }
    }

    /// Returns the kernel of a radix by [`Algorithm::Fused`].
    pub fn fused(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Fused }
    }

    /// Returns the kernel of a radix by [`Algorithm::Accumulated`].
    pub fn accumulated(radix: usize) -> Kernel {
        Kernel { radix, algorithm: Algorithm::Accumulated }
    }

    /// Whether products are far smaller than results: those of [`Algorithm::Rader`] have the factors of a long
    /// convolution, whose sums come after them.
    pub fn has_small_products(self) -> bool {
        self.algorithm == Algorithm::Rader && self.radix > Kernel::WINOGRAD[Kernel::WINOGRAD.len() - 1]
    }

    /// Returns whether the algorithm exists for the radix. Otherwise the kernel computes the DFT by
    /// [`Algorithm::Symmetric`].
    pub fn is_native(self) -> bool {
        match self.algorithm {
            Algorithm::Direct => self.radix.is_power_of_two(),
            Algorithm::Symmetric | Algorithm::Accumulated => self.radix > 0,
            Algorithm::SharedCosines | Algorithm::SharedProducts => self.radix % 2 == 1,
            Algorithm::Halves | Algorithm::Rader => self.radix > 2 && prime_factors(self.radix).len() == 1,
            Algorithm::Winograd => Kernel::WINOGRAD.contains(&self.radix),
            Algorithm::Fused => self.radix > 1 && is_smooth(self.radix),
        }
    }
}

/// Returns the default kernel of a radix: butterflies for a power of two, Winograd's algorithm where it costs hardly
/// any accuracy, and otherwise the symmetric algorithm.
pub fn default_kernel(radix: usize) -> Kernel {
    match radix {
        3 | 5 => Kernel::winograd(radix),
        _ if radix.is_power_of_two() => Kernel::direct(radix),
        _ => Kernel::symmetric(radix),
    }
}
