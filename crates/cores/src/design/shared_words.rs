//! Words whose parts share an exponent, in which floating-point numbers are computed where nothing else is asked for.

use super::Config;
use crate::format::Format;
use crate::formula::{is_smooth, prime_factors};
use crate::number::{Datapath, SHARED};
use crate::pipeline::Pipeline;
use crate::runtime::Runtime;

/// Bits of an aligned part beside the fraction of the format: a sign, a leading bit, and three for what lies between
/// two powers of four and what is rounded. With these errors stay below 0.5 u √log2 N.
const CFP_EXTRA_BITS: u32 = 5;

/// Bits that words of a streaming convolution with a chirp have beyond those, whose results pass two transforms.
const CONVOLUTION_EXTRA_BITS: u32 = 1;

/// Bits that words of a convolution over a folded core have beyond those.
const CONVOLVED_EXTRA_BITS: u32 = 3;

/// Points of the largest transform in which operators of the format round each component once: nothing has less error.
const ROUNDED_ONCE: usize = 2;

/// Largest prime factor of a size that is computed so unless something else is asked for.
const LARGEST_SHARED: usize = 19;

impl Config {
    /// Whether floating point is to be computed in something else.
    pub(super) fn computes_otherwise(&self) -> bool {
        let is_float = matches!(self.format, Format::Float(_));
        is_float && self.datapath.is_some_and(|datapath| !datapath.is_in_format())
    }

    /// The same in words whose parts share an exponent, where nothing is asked for that they do not do.
    pub(super) fn shared(&self) -> Option<Self> {
        let convolution = || self.in_shared_words(CONVOLUTION_EXTRA_BITS).filter(|_| !is_smooth(self.points()));
        self.shared_for_folding().or_else(convolution).filter(|_| self.runtime == Runtime::default())
    }

    /// Returns the configuration in words whose parts share an exponent, for a folded core, whose decoder has the scale
    /// of each frame.
    pub(super) fn shared_for_folding(&self) -> Option<Self> {
        // Convolutions take longer words, and kernels of large primes grow words by more bits than they keep.
        let is_served = |size: usize| {
            size > ROUNDED_ONCE && prime_factors(size).last().is_none_or(|prime| *prime <= LARGEST_SHARED)
        };
        let sizes_are_served = match &self.runtime.sizes[..] {
            [] => is_served(self.shape.transform_samples()),
            sizes => sizes.iter().all(|size| is_served(*size)),
        };
        self.in_shared_words(0).filter(|_| sizes_are_served)
    }

    /// Returns the configuration in words whose parts share an exponent, for a core of mirrored pairs, which keeps all
    /// bits of its sums.
    pub(super) fn shared_for_pairs(&self) -> Option<Self> {
        self.in_shared_words(0)
    }

    /// Returns the configuration in words whose parts share an exponent, for a convolution over a folded core. Its
    /// words have more bits, because a result is the sum of two transforms.
    pub(super) fn shared_for_convolution(&self) -> Option<Self> {
        self.in_shared_words(CONVOLVED_EXTRA_BITS)
    }

    /// Returns the configuration in words whose parts share an exponent, with some bits more than the fewest. `None`
    /// where something else is asked for.
    fn in_shared_words(&self, extra: u32) -> Option<Self> {
        let Format::Float(float) = self.format else { return None };
        let least = float.fraction + CFP_EXTRA_BITS;
        let bits = (least + extra).min(*SHARED.end());
        let served = self.datapath.is_none() && !float.subnormals && SHARED.contains(&least);
        served.then(|| Config { datapath: Some(Datapath::Shared(bits)), ..self.clone() })
    }

    /// Returns the configuration with the datapath and the pace of the pipeline that was chosen for it.
    pub fn chosen(self, pipeline: &Pipeline) -> Self {
        let datapath = pipeline.shared().map(|shared| Datapath::Shared(shared.aligned));
        Config { datapath: datapath.or(self.datapath), pace: pipeline.pace, ..self }
    }
}
