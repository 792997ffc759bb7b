//! Words of stages and normalizers.

use crate::package::config::shift_name;
use crate::pipeline::{FixedStage, Normalizer, Pipeline};
use schemars::JsonSchema;
use serde::Serialize;

/// Words of a stage. Its input gets `guard_bits` more bits after the last place, and `inner_bits` hold every sum. The
/// last place of an output is 2^`shift` times the last place of an input.
#[derive(Serialize, JsonSchema)]
pub struct StageRules {
    pub input_bits: u32,
    pub guard_bits: u32,
    pub inner_bits: u32,
    /// Bits of a coefficient after its binary point.
    pub twiddle_point: u32,
    pub shift: i32,
    /// Field of the configuration word that states the shift, if frames choose it. `shift` is then the shift without a
    /// word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift_field: Option<String>,
    pub output_bits: u32,
    /// Whether some input makes an output too large.
    pub may_overflow: bool,
}

impl StageRules {
    fn new(fixed: FixedStage, shift_field: Option<String>) -> Self {
        StageRules {
            input_bits: fixed.input_bits,
            guard_bits: fixed.guard_bits,
            inner_bits: fixed.internal_bits,
            twiddle_point: fixed.coefficient_fraction,
            shift: fixed.shift,
            shift_field,
            output_bits: fixed.output_bits,
            may_overflow: !fixed.never_overflows,
        }
    }
}

/// Normalizer before a stage, or after the last one. It shifts a frame until its largest component fills the word.
#[derive(Serialize, JsonSchema)]
pub struct NormalizerRules {
    pub ahead_of_stage: usize,
    pub input_bits: u32,
    pub output_bits: u32,
}

pub(super) fn stages(pipeline: &Pipeline) -> Vec<StageRules> {
    let mut fields = (0..).map(shift_name);
    let rules =
        |fixed: FixedStage| StageRules::new(fixed, if fixed.shift_field_bits > 0 { fields.next() } else { None });
    pipeline.stages().filter_map(|stage| stage.arithmetic.fixed()).map(rules).collect()
}

pub(super) fn normalizers(pipeline: &Pipeline) -> Vec<NormalizerRules> {
    let rules = |(ahead_of_stage, normalizer): (usize, &Normalizer)| {
        let Normalizer { input, output, .. } = *normalizer;
        NormalizerRules { ahead_of_stage, input_bits: input, output_bits: output }
    };
    pipeline.normalizers().map(rules).collect()
}
