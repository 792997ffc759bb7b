//! Counts of operators.

use fftgen::pipeline::Units;
use fftgen::synth::{Target, TARGETS};
use schemars::JsonSchema;
use serde::Serialize;

/// OperatorCounts of real numbers, counted by the operations that can start in a cycle.
#[derive(Serialize, JsonSchema, Clone, Copy)]
pub struct OperatorCounts {
    #[serde(rename = "real_adders")]
    pub adders: usize,
    #[serde(rename = "real_multipliers")]
    pub multipliers: usize,
    /// Multipliers by one constant, made of sums of shifted words.
    #[serde(skip_serializing_if = "is_zero")]
    pub constants_by_sums: usize,
}

impl From<Units> for OperatorCounts {
    fn from(units: Units) -> Self {
        let Units { adders, multipliers, constants } = units;
        OperatorCounts { adders, multipliers, constants_by_sums: constants }
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Title of estimated LUTs where those of a family have as many inputs.
const OWN: &str = "LUTs";

/// Returns the title of estimated LUTs, which are those of UltraScale+: it says how many inputs they have where those
/// of the target have others.
pub fn estimated_luts(target: &Target) -> &'static str {
    match target.technology.lut_inputs == TARGETS[0].technology.lut_inputs {
        true => OWN,
        false => "LUT6",
    }
}

/// Returns the line below a table whose LUTs have a title.
pub fn note(title: &str) -> &'static str {
    match title {
        OWN => "",
        _ => {
            "\nLUT6 and DSPs are those of AMD UltraScale+, which compare cores; fftgen synth counts those of the \
            family\n"
        }
    }
}
