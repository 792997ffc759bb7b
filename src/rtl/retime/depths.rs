//! How deep to cut each operator.

use crate::choice::Choice;
use crate::format::Float;
use crate::rtl::operators::{MultiplierStyle, DSP_A_BITS, DSP_B_BITS};

/// How much an operator is pipelined: `Mid` is meant for 280 MHz on UltraScale+.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Profile {
    Low,
    #[default]
    Mid,
    High,
}

impl Choice for Profile {
    const WORDS: &'static [(&'static str, Self)] =
        &[("low", Profile::Low), ("mid", Profile::Mid), ("high", Profile::High)];
}

/// Most cycles that an operator may be asked to take.
pub const DEEPEST: u32 = 16;

/// How deep the operators are cut: as a profile has it, but for those whose cycles are given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PipelineDepths {
    pub profile: Profile,
    /// Of the adder and of the pair of a sum and a difference.
    pub add: Option<u32>,
    pub mul: Option<u32>,
    /// Of the multiplier by a power of two.
    pub scale: Option<u32>,
}

impl From<Profile> for PipelineDepths {
    fn from(profile: Profile) -> Self {
        PipelineDepths { profile, add: None, mul: None, scale: None }
    }
}

impl PipelineDepths {
    /// The cycles that are given, by operator.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let all = [("add", self.add), ("mul", self.mul), ("scale", self.scale)];
        all.into_iter().filter_map(|(operator, depth)| Some((operator, depth?)))
    }

    /// An operator that is given more cycles than it may take, or none.
    pub fn out_of_range(&self) -> Option<(&'static str, u32)> {
        self.given().find(|(_, depth)| !(1..=DEEPEST).contains(depth))
    }
}

/// Latencies in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Depths {
    pub adder: u32,
    /// The adder's, so that a kernel may use either.
    pub pair: u32,
    pub multiplier: u32,
    pub scaler: u32,
}

/// `Mid` depths up to an exponent and a fraction width: adder, multiplier, scaler.
///
/// fp16, bf16, fp32 and the fp64 adder stay below 3.57 ns after synthesis by Yosys, with 0.28 ns of wire a hop; the row of 36 bits lies in
/// between, unmeasured. The fp64 multiplier does not (6.2 ns): the sum of its partial products belongs to the
/// one multiplication, which only a synthesis tool that retimes can cut.
const MID: [(u32, u32, [u32; 3]); 5] =
    [(6, 10, [4, 3, 1]), (11, 10, [4, 3, 1]), (11, 24, [4, 3, 1]), (11, 36, [6, 6, 1]), (11, 52, [7, 8, 1])];

/// Cycles that a multiplier takes more where its product is made of lookup tables, up to a fraction width. All stay
/// below 3.57 ns after synthesis by Yosys.
const TABLES: [(u32, u32); 3] = [(10, 0), (36, 1), (52, 0)];

fn tables(f: Float) -> u32 {
    TABLES.iter().find(|row| f.fraction <= row.0).unwrap_or(&TABLES[TABLES.len() - 1]).1
}

/// The depths of fixed-point operators, on words within a stage and coefficients of so many bits.
///
/// A sum is one cycle. A product has registers around its DSP blocks, which are in these, and a cycle more where
/// several blocks' products are added up.
pub fn fixed_depths(
    bits: u32,
    coefficient: u32,
    pipeline: impl Into<PipelineDepths>,
    style: MultiplierStyle,
) -> Depths {
    let pipeline = pipeline.into();
    let several = bits > DSP_A_BITS + 1 || coefficient > DSP_B_BITS + 1;
    let multiplier = match style {
        MultiplierStyle::Dsp => 3 + u32::from(several),
        MultiplierStyle::Lut => 4 + u32::from(several),
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
    }
}

/// The depths of a floating-point format's operators.
///
/// Gradual underflow counts leading zeros before it shifts, which is a stage more in the adder and scaler and
/// two in the multiplier.
pub fn depths(f: Float, pipeline: impl Into<PipelineDepths>, style: MultiplierStyle) -> Depths {
    let pipeline = pipeline.into();
    let row = MID.iter().find(|row| f.exponent <= row.0 && f.fraction <= row.1).unwrap_or(&MID[MID.len() - 1]);
    let [adder, multiplier, scaler] = row.2;
    let multiplier = multiplier + if style == MultiplierStyle::Lut { tables(f) } else { 0 };
    let gradual = u32::from(f.subnormals);
    let by_profile = |mid: u32| match pipeline.profile {
        Profile::Low => mid.div_ceil(2),
        Profile::Mid => mid,
        Profile::High => mid + mid / 2,
    };
    let adder = pipeline.add.unwrap_or(by_profile(adder + gradual));
    Depths {
        adder,
        pair: adder,
        multiplier: pipeline.mul.unwrap_or(by_profile(multiplier + 2 * gradual)),
        scaler: pipeline.scale.unwrap_or(by_profile(scaler + gradual)),
    }
}
