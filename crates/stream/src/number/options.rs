//! Options of fixed-point arithmetic.

use super::sizes::{bits_of_root, bits_of_size};
use crate::format::{Float, Format, Overflow, Rounding};
use crate::formula::{prime_factors, Diag};
use crate::rtl::technology::Technology;
use std::fmt::{Display, Formatter, Result};
use std::ops::RangeInclusive;

/// Permitted bits of a coefficient.
pub const TWIDDLES: RangeInclusive<u32> = 8..=50;
/// Permitted guard bits of a stage.
pub const GUARDS: RangeInclusive<u32> = 0..=16;
/// Permitted values of the maximum growth of words, in bits.
pub const GROWTHS: RangeInclusive<u32> = 0..=60;
/// Permitted shifts of a stage in a schedule of shifts, in bits.
pub const SHIFTS: RangeInclusive<u32> = 0..=16;

/// Typical bits of a word within a stage beyond those of its format: two for a kernel of four points, one for its
/// rotation, one guard bit. Pipeline depths and costs are estimated with them, because they are needed before the plan
/// is chosen.
pub const TYPICAL_INTERNAL_BITS: u32 = 4;

/// Permitted bits of words of floating-point numbers with an exponent for each frame.
pub const DATAPATHS: RangeInclusive<u32> = 18..=40;

/// Permitted bits of an aligned part of a word with a shared exponent.
pub const SHARED: RangeInclusive<u32> = 8..=33;

/// Words in which floating-point numbers are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Datapath {
    /// Words of the format itself, with floating-point operators.
    Float,
    /// Words with an exponent for each frame; bits of a word.
    Block(u32),
    /// Complex words with an exponent each; bits of an aligned part.
    Shared(u32),
    /// Words of a floating-point format whose fraction is longer than that of the ports, with its operators.
    Longer(Float),
}

/// Name of [`Datapath::Float`].
const FLOAT: &str = "float";
/// Prefix of the names of [`Datapath::Block`].
const BLOCK: &str = "bfp";
/// Prefix of the names of [`Datapath::Shared`].
const COMPLEX: &str = "cfp";

impl Display for Datapath {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Datapath::Float => f.write_str(FLOAT),
            Datapath::Block(bits) => write!(f, "{BLOCK}{bits}"),
            Datapath::Shared(bits) => write!(f, "{COMPLEX}{bits}"),
            Datapath::Longer(float) => f.write_str(&float.name()),
        }
    }
}

impl Datapath {
    /// Whether each operator computes in the format of the ports, so that results have its scale without a conversion.
    pub fn is_in_format(self) -> bool {
        self == Datapath::Float
    }

    /// Parses a name, as [`Display`] writes it.
    ///
    /// ```
    /// use fftgen_stream::number::Datapath;
    /// assert_eq!(Datapath::from_word("cfp28"), Some(Datapath::Shared(28)));
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        let bits = |prefix: &str| word.strip_prefix(prefix).and_then(|bits| bits.parse().ok());
        let float = (word == FLOAT).then_some(Datapath::Float);
        let longer = || match Format::parse(word, false) {
            Ok(Format::Float(float)) => Some(Datapath::Longer(float)),
            _ => None,
        };
        let words = float.or_else(|| bits(COMPLEX).map(Datapath::Shared)).or_else(|| bits(BLOCK).map(Datapath::Block));
        words.or_else(longer)
    }
}

/// Scale of a transform, and its distribution over the stages.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// No scale, so that words grow.
    None,
    /// 1/2^k in each stage, with the minimum k for which no stage has a gain above 1.
    #[default]
    Stage,
    /// As [`Self::Stage`], with a further factor 1/2 in the last stage. No result is too large for any input, even if
    /// both parts of a sample have full scale.
    Spare,
    /// 1/N, distributed over the stages.
    Size,
    /// 1/√N, distributed over the stages, so that the power of the samples does not change.
    Root,
    /// 1/2^k in each stage with the given k, even if values overflow.
    Shifts(Vec<u32>),
    /// 1/2^k in each stage, where each frame chooses k, even if values overflow.
    Chosen,
}

impl Scale {
    /// Returns the factor that remains beside shifts, for each of `elements` elements of a transform of `samples`
    /// samples. It is 1 if shifts make the whole scale. `None` if the scale consists of shifts by definition.
    pub fn level(&self, elements: usize, samples: usize) -> Option<Diag> {
        let (up, root) = match self {
            Scale::Size => (bits_of_size(samples), false),
            Scale::Root => (bits_of_root(samples), true),
            Scale::None | Scale::Stage | Scale::Spare | Scale::Shifts(_) | Scale::Chosen => return None,
        };
        Some(Diag::Level { size: elements, up: up.unsigned_abs(), by: samples, root })
    }
}

/// Signal-to-noise ratio of white noise that coefficients and guard bits may cost so that products take fewer DSP
/// blocks, in dB.
pub const MAX_LOSS: f64 = 0.5;

/// Returns what coefficients of some bits cost a scaled transform of `size` points in words of `word` bits, in dB.
///
/// Roundings of words leave 6.02 dB a bit, less 3.01 dB for each step of radix 2. Coefficients leave 6.02 dB a bit too,
/// less what the rotations between steps of radix 4 add up to. Both constants are those of the forecast.
fn loss(word: u32, coefficient: u32, size: usize) -> f64 {
    let levels = (size.max(2) as f64).log2();
    // Kernels of large primes have products of their own.
    let kernels = prime_factors(size).into_iter().filter(|prime| *prime > 5).count() as f64;
    let rotations = (levels / 2.0 - 1.0).max(1.0) + kernels;
    let of_words = 6.02 * (f64::from(word) - 1.0) - 3.01 * levels + 3.9;
    let of_coefficients = 6.02 * f64::from(coefficient) - 2.5 - 10.0 * rotations.log10();
    10.0 * (1.0 + 10f64.powf((of_words - of_coefficients) / 10.0)).log10()
}

/// Options of fixed-point arithmetic. `None` stands for the default.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FixedOptions {
    /// Scale; by default [`Scale::Stage`].
    pub scale: Option<Scale>,
    /// Maximum growth of words in an unscaled transform, in bits; by default unlimited. Stages shift longer words. In
    /// block floating point it is the growth up to which words are not normalized, by default 14.
    pub max_growth: Option<u32>,
    /// Rounding; by default convergent.
    pub rounding: Option<Rounding>,
    /// Treatment of overflow; by default saturation.
    pub overflow: Option<Overflow>,
    /// Bits of a coefficient; by default those of a factor of a DSP block, as 18, or 2 more than a word if that is more
    /// than these, up to the maximum of [`TWIDDLES`]. Cores have fewer where they then take fewer DSP blocks and cost
    /// at most [`MAX_LOSS`].
    pub twiddle_bits: Option<u32>,
    /// Guard bits of a stage. By default, the roundings within a stage add less than a sixteenth of the noise of the
    /// rounding at its output. There are fewer where products then take fewer DSP blocks at a cost of at most
    /// [`MAX_LOSS`].
    pub guard_bits: Option<u32>,
    /// Bits by which words of results are longer than those of the samples, before and after the binary point, in a scaled
    /// transform.
    pub result_bits: [u32; 2],
    /// What follows from the target.
    pub stage: StageTarget,
}

/// What a stage has from the target, beside its operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageTarget {
    /// Clock cycles of the rounding of the outputs.
    pub rounding: usize,
    /// Clock cycles of the alignment of exponents, in halves of the cycles on UltraScale+.
    pub halves: usize,
    /// Whether long tables are memories with a register after them.
    pub registers_memories: bool,
    /// Whether the flags of fused butterflies come from registers. Data wait a clock cycle for them then.
    pub registers_flags: bool,
    /// Whether delay feedback takes a clock cycle for quarter turns, with a register before the carry of a negation.
    pub registers_turns: bool,
    /// Technology of the family, whose multipliers words and coefficients fit.
    pub technology: &'static Technology,
}

impl Default for StageTarget {
    fn default() -> Self {
        StageTarget {
            rounding: 1,
            halves: 2,
            registers_memories: false,
            registers_flags: false,
            registers_turns: false,
            technology: <&Technology>::default(),
        }
    }
}

impl FixedOptions {
    /// Returns the bits that bins of `size` points are shifted by where no step shifts for itself. `None` if the scale
    /// or a maximum growth is that of steps.
    pub fn shift_of_size(&self, size: usize) -> Option<i32> {
        match self.scale() {
            Scale::Stage | Scale::Size => Some(bits_of_size(size)),
            Scale::Spare => Some(bits_of_size(size) + 1),
            Scale::Root => Some(bits_of_root(size)),
            Scale::None => self.max_growth.is_none().then_some(0),
            Scale::Shifts(_) | Scale::Chosen => None,
        }
    }

    /// Returns the scale, or its default.
    pub fn scale(&self) -> Scale {
        self.scale.clone().unwrap_or_default()
    }

    /// Returns the maximum growth of words in an unscaled transform, in bits, and 0 for a scaled one.
    pub fn growth(&self) -> u32 {
        match self.scale() {
            Scale::None => self.max_growth.unwrap_or(*GROWTHS.end()),
            Scale::Stage | Scale::Spare | Scale::Size | Scale::Root | Scale::Shifts(_) | Scale::Chosen => 0,
        }
    }

    /// Returns the bits of a coefficient for words of `word` bits.
    pub fn twiddle_bits(&self, word: u32) -> u32 {
        self.twiddle_bits.unwrap_or((word + 2).clamp(self.stage.technology.twiddle_bits, *TWIDDLES.end()))
    }

    /// Returns the options for transforms of `size` points or more, with coefficients that take fewer DSP blocks of the
    /// target where these cost at most [`MAX_LOSS`], if nothing is asked for.
    pub fn fitted(&self, word: u32, size: usize) -> Self {
        let own = self.twiddle_bits(word);
        let blocks = |coefficient: u32| self.stage.technology.blocks(word + TYPICAL_INTERNAL_BITS, coefficient);
        let shift = match &self.scale {
            Some(Scale::Shifts(shifts)) => Some(shifts.iter().sum::<u32>() as i32),
            Some(Scale::None | Scale::Root | Scale::Chosen) => None,
            None | Some(Scale::Stage | Scale::Spare | Scale::Size) => Some(bits_of_size(size)),
        };
        let is_scaled = shift.is_some_and(|shift| shift >= bits_of_size(size));
        let fewer = (*TWIDDLES.start()..own).rev().find(|fewer| blocks(*fewer) < blocks(own));
        let fitting = fewer.filter(|fewer| is_scaled && loss(word, *fewer, size) <= MAX_LOSS);
        FixedOptions { twiddle_bits: self.twiddle_bits.or(fitting), ..self.clone() }
    }

    /// Lists the names of the options that are given, as in flags.
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

    /// Finds an option that is out of its range. Returns its name, its value and the range.
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
