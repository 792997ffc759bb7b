//! What may be chosen about fixed-point arithmetic.

use super::sizes::{bits_of_root, bits_of_size};
use crate::format::{Overflow, Rounding};
use crate::formula::Diag;
use std::fmt::{Display, Formatter, Result};
use std::ops::RangeInclusive;

/// Bits that a coefficient may have.
pub const TWIDDLES: RangeInclusive<u32> = 8..=50;
/// Guard bits that a stage may have.
pub const GUARDS: RangeInclusive<u32> = 0..=16;
/// Bits by which words may be asked to grow at the most.
pub const GROWTHS: RangeInclusive<u32> = 0..=60;
/// Bits that a stage of a schedule may shift by.
pub const SHIFTS: RangeInclusive<u32> = 0..=16;

/// Bits that a word usually has within a stage beside those of its format: two for a kernel of four points, one for its
/// rotation, one behind the last place. Depths and costs are settled before the plan is.
pub const TYPICAL_INTERNAL_BITS: u32 = 4;

/// Bits of the words that floating point may be computed in.
pub const DATAPATHS: RangeInclusive<u32> = 18..=40;

/// Bits of the aligned parts of words that share exponents.
pub const SHARED: RangeInclusive<u32> = 8..=33;

/// What floating point is computed in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Datapath {
    /// The format itself, operator by operator.
    Float,
    /// Words of so many bits with an exponent for each frame.
    Block(u32),
    /// Complex words with an exponent each, of so many bits in each part when they are aligned.
    Shared(u32),
}

/// Word of the datapath that computes in the format itself.
const FLOAT: &str = "float";
/// Beginning of the words of datapaths with an exponent for each frame.
const BLOCK: &str = "bfp";
/// Beginning of the words of datapaths with an exponent for each complex number.
const COMPLEX: &str = "cfp";

impl Display for Datapath {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Datapath::Float => f.write_str(FLOAT),
            Datapath::Block(bits) => write!(f, "{BLOCK}{bits}"),
            Datapath::Shared(bits) => write!(f, "{COMPLEX}{bits}"),
        }
    }
}

impl Datapath {
    /// Reads what [`Display`] writes.
    ///
    /// ```
    /// use fftgen::number::Datapath;
    /// assert_eq!(Datapath::from_word("cfp28"), Some(Datapath::Shared(28)));
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        let bits = |prefix: &str| word.strip_prefix(prefix).and_then(|bits| bits.parse().ok());
        let float = (word == FLOAT).then_some(Datapath::Float);
        float.or_else(|| bits(COMPLEX).map(Datapath::Shared)).or_else(|| bits(BLOCK).map(Datapath::Block))
    }
}

/// What the sums of a transform are multiplied by, and where.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// By nothing: words grow.
    None,
    /// By 1/2^k in each stage, with the least k for no stage to gain.
    #[default]
    Stage,
    /// The same and once more by a half in the last stage: no result is too large, whatever comes in, also where both parts of
    /// a sample are of full scale.
    Spare,
    /// By 1/N, by and by.
    Size,
    /// By 1/√N, by and by: the power of the samples stays what it is.
    Root,
    /// By 1/2^k in each stage as given, whether it suffices or not.
    Shifts(Vec<u32>),
    /// By 1/2^k in each step as each frame says, whether it suffices or not.
    Chosen,
}

impl Scale {
    /// What shifts leave of it: a factor for each element of a transform of so many samples, which is one where they leave
    /// nothing. None where there are shifts only.
    pub fn level(&self, elements: usize, samples: usize) -> Option<Diag> {
        let (up, root) = match self {
            Scale::Size => (bits_of_size(samples), false),
            Scale::Root => (bits_of_root(samples), true),
            Scale::None | Scale::Stage | Scale::Spare | Scale::Shifts(_) | Scale::Chosen => return None,
        };
        Some(Diag::Level { size: elements, up: up.unsigned_abs(), by: samples, root })
    }
}

/// The choices about fixed-point arithmetic; `None` is the default.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FixedOptions {
    /// [`Scale::Stage`] by default.
    pub scale: Option<Scale>,
    /// Bits by which words of an unscaled transform grow before they are scaled after all; by default any number. In
    /// block floating point before they are normalized; by default 14.
    pub max_growth: Option<u32>,
    /// Convergent by default.
    pub rounding: Option<Rounding>,
    /// Saturation by default.
    pub overflow: Option<Overflow>,
    /// Bits of a coefficient; by default 18, which a DSP block multiplies by at once, and 2 more than a word has
    /// where that has more than 18, up to the most there can be.
    pub twiddle_bits: Option<u32>,
    /// By default so many that the roundings within a stage make less than a sixteenth of the noise that the one at
    /// its output makes.
    pub guard_bits: Option<u32>,
}

impl FixedOptions {
    pub fn scale(&self) -> Scale {
        self.scale.clone().unwrap_or_default()
    }

    /// Bits by which words grow in a transform that is not scaled; 0 where it is scaled.
    pub fn growth(&self) -> u32 {
        match self.scale() {
            Scale::None => self.max_growth.unwrap_or(*GROWTHS.end()),
            Scale::Stage | Scale::Spare | Scale::Size | Scale::Root | Scale::Shifts(_) | Scale::Chosen => 0,
        }
    }

    /// Bits of a coefficient for words of so many bits.
    pub fn twiddle_bits(&self, word: u32) -> u32 {
        self.twiddle_bits.unwrap_or((word + 2).clamp(18, *TWIDDLES.end()))
    }

    /// The names of the settings that are given, as flags have them.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("scale", self.scale.is_some()),
            ("max-growth", self.max_growth.is_some()),
            ("rounding", self.rounding.is_some()),
            ("overflow", self.overflow.is_some()),
            ("twiddle-bits", self.twiddle_bits.is_some()),
            ("guard-bits", self.guard_bits.is_some()),
        ];
        all.into_iter().filter_map(|(name, given)| given.then_some(name))
    }

    /// A setting that is out of its range: its name, its value and the range; or none.
    pub fn out_of_range(&self) -> Option<(&'static str, u32, RangeInclusive<u32>)> {
        let shift = match &self.scale {
            Some(Scale::Shifts(shifts)) => shifts.iter().copied().max(),
            _ => None,
        };
        let all = [
            ("scale", shift, SHIFTS),
            ("max-growth", self.max_growth, GROWTHS),
            ("twiddle-bits", self.twiddle_bits, TWIDDLES),
            ("guard-bits", self.guard_bits, GUARDS),
        ];
        let given = all.into_iter().filter_map(|(name, value, range)| Some((name, value?, range)));
        given.into_iter().find(|(_, value, range)| !range.contains(value))
    }
}
