//! Pipeline depth of each operator.

use crate::format::Float;
use crate::operators::{MultiplierStyle, DSP_A_BITS, DSP_B_BITS};
use crate::rtl::retime::Profile;
use crate::rtl::technology::{Cycles, Technology};

/// Maximum latency that may be set for an operator, in cycles.
pub const MAX_DEPTH: u32 = 16;

/// Choice of pipeline depths: a profile, and latencies in cycles that replace those of the profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PipelineDepths {
    /// Profile for all latencies that are not set.
    pub profile: Profile,
    /// Latency of the adder, and of the operator for a sum and a difference.
    pub add: Option<u32>,
    /// Latency of the multiplier.
    pub mul: Option<u32>,
    /// Latency of the multiplier by a power of two.
    pub scale: Option<u32>,
}

impl From<Profile> for PipelineDepths {
    fn from(profile: Profile) -> Self {
        PipelineDepths { profile, add: None, mul: None, scale: None }
    }
}

impl PipelineDepths {
    /// Lists the latencies that are set, with the names of their operators.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let all = [("add", self.add), ("mul", self.mul), ("scale", self.scale)];
        all.into_iter().filter_map(|(operator, depth)| Some((operator, depth?)))
    }

    /// Finds a latency that is zero or more than [`MAX_DEPTH`], with the name of its operator.
    pub fn out_of_range(&self) -> Option<(&'static str, u32)> {
        self.given().find(|(_, depth)| !(1..=MAX_DEPTH).contains(depth))
    }
}

/// Latencies of operators in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Depths {
    /// Adder and subtractor.
    pub adder: u32,
    /// Operator for a sum and a difference. Its latency equals that of the adder, so that a kernel may use either.
    pub pair: u32,
    /// Multiplier.
    pub multiplier: u32,
    /// Multiplier by a power of two.
    pub scaler: u32,
    /// Technology that the operators are built for.
    pub technology: &'static Technology,
}

/// `Mid` depths of adder, multiplier and scaler, for formats up to an exponent width and a fraction width.
///
/// fp16, bf16, fp32 and the fp64 adder stay below 3.57 ns after synthesis by Yosys, with 0.28 ns of wire per hop. The
/// row of 36 bits is interpolated and not measured. The fp64 multiplier takes 6.2 ns, because the sum of its partial
/// products is part of the one multiplication, which only a synthesis tool with retiming can cut.
const MID: [(u32, u32, [u32; 3]); 5] =
    [(6, 10, [4, 3, 1]), (11, 10, [4, 3, 1]), (11, 24, [4, 3, 1]), (11, 36, [6, 6, 1]), (11, 52, [7, 8, 1])];

/// Extra cycles of a multiplier in LUTs, for formats up to a fraction width. All stay below 3.57 ns after synthesis by
/// Yosys.
const LUT_MULTIPLIER: [(u32, u32); 3] = [(10, 0), (36, 1), (52, 0)];

/// Returns the extra cycles of a multiplier in LUTs.
fn lut_multiplier_cycles(f: Float) -> u32 {
    LUT_MULTIPLIER.iter().find(|row| f.fraction <= row.0).unwrap_or(&LUT_MULTIPLIER[LUT_MULTIPLIER.len() - 1]).1
}

/// Returns the depths of fixed-point operators for words of `bits` bits and coefficients of `coefficient` bits.
///
/// A sum takes one cycle. A product has registers before, within and after its DSP blocks. It takes one more cycle to
/// add the products of several DSP blocks.
pub fn fixed_depths(
    bits: u32,
    coefficient: u32,
    pipeline: impl Into<PipelineDepths>,
    style: MultiplierStyle,
    technology: &'static Technology,
) -> Depths {
    let pipeline = pipeline.into();
    if let Some(cycles) = pipeline.profile.cycles(technology) {
        return fixed_depths_of(&cycles, [bits, coefficient], pipeline, style, technology);
    }
    let has_several_blocks = bits > DSP_A_BITS + 1 || coefficient > DSP_B_BITS + 1;
    let multiplier = match style {
        MultiplierStyle::Dsp | MultiplierStyle::Gates => 3 + u32::from(has_several_blocks),
        MultiplierStyle::Lut => 4 + u32::from(has_several_blocks),
    };
    let by_profile = |mid: u32| match pipeline.profile {
        Profile::Low => mid.div_ceil(2),
        Profile::Mid => mid,
        Profile::High => mid + mid / 2,
    };
    let adder = pipeline.add.unwrap_or(by_profile(1));
    Depths {
        adder,
        pair: adder,
        multiplier: pipeline.mul.unwrap_or(by_profile(multiplier)),
        scaler: pipeline.scale.unwrap_or(by_profile(1)),
        technology,
    }
}

/// Returns the depths of fixed-point operators of a technology with cycles of its own.
fn fixed_depths_of(
    cycles: &Cycles,
    [bits, coefficient]: [u32; 2],
    pipeline: PipelineDepths,
    style: MultiplierStyle,
    technology: &'static Technology,
) -> Depths {
    // A product is rounded by an addition. Each further DSP block takes another one. Constants that are multiplied by
    // sums instead have longer chains of additions than products of several DSP blocks.
    let blocks = technology.blocks(bits, coefficient);
    let additions = match style {
        MultiplierStyle::Dsp | MultiplierStyle::Gates => blocks + u32::from(blocks > 2),
        MultiplierStyle::Lut => 2 + coefficient.ilog2(),
    };
    let adder = pipeline.add.unwrap_or(cycles.sum);
    Depths {
        adder,
        pair: adder,
        multiplier: pipeline.mul.unwrap_or(cycles.product + additions.div_ceil(cycles.additions)),
        scaler: pipeline.scale.unwrap_or(cycles.sum),
        technology,
    }
}

/// Returns the depths of the operators of a floating-point format.
///
/// With gradual underflow, adder and scaler take one more stage, and the multiplier two, because they count leading
/// zeros before they shift.
pub fn depths(
    f: Float,
    pipeline: impl Into<PipelineDepths>,
    style: MultiplierStyle,
    technology: &'static Technology,
) -> Depths {
    let pipeline = pipeline.into();
    let row = MID.iter().find(|row| f.exponent <= row.0 && f.fraction <= row.1).unwrap_or(&MID[MID.len() - 1]);
    let [adder, multiplier, scaler] = row.2;
    let multiplier = multiplier + if style == MultiplierStyle::Lut { lut_multiplier_cycles(f) } else { 0 };
    let gradual = u32::from(f.subnormals);
    let own = pipeline.profile.cycles(technology);
    let by_profile = |mid: u32| match (own, pipeline.profile) {
        (Some(cycles), _) => (mid * cycles.halves).div_ceil(2).min(MAX_DEPTH),
        (None, Profile::Low) => mid.div_ceil(2),
        (None, Profile::Mid) => mid,
        (None, Profile::High) => mid + mid / 2,
    };
    let adder = pipeline.add.unwrap_or(by_profile(adder + gradual));
    Depths {
        adder,
        pair: adder,
        multiplier: pipeline.mul.unwrap_or(by_profile(multiplier + 2 * gradual)),
        scaler: pipeline.scale.unwrap_or(by_profile(scaler + gradual)),
        technology,
    }
}
