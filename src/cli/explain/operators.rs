//! Counts of operators.

use fftgen::pipeline::Units;
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
