//! Arithmetic of the parts of a processor.

use crate::format::Float;
use crate::pipeline::{Pipeline, Stage, StageArithmetic};
use std::collections::BTreeMap;

/// Arithmetic of the parts of a processor.
#[derive(Clone, Debug)]
pub struct ProcessorArithmetic {
    /// Arithmetic of the kernel of each radix.
    pub kernels: BTreeMap<usize, StageArithmetic>,
    /// Arithmetic of a kernel with the multiplication after it, in the first step.
    pub step: StageArithmetic,
    /// Arithmetic of the multiplication by twiddle factors, with the largest shift of a step.
    pub rotator: StageArithmetic,
    /// Arithmetic of the step of real data. `None` for complex data.
    pub split: Option<StageArithmetic>,
    /// `pre_shifts[pipeline][step]`: bits by which the products of a step move up before the rounding, because the step
    /// shifts by less than the largest shift of its radix.
    pub pre_shifts: Vec<Vec<u32>>,
    /// Bits of a component in the memory.
    pub memory: u32,
}

impl ProcessorArithmetic {
    /// Returns the arithmetic of floating-point operators, each of which rounds.
    pub fn of_operators(float: Float, pipelines: &[Pipeline]) -> Self {
        let all = StageArithmetic::Float(float);
        let radices = pipelines.iter().flat_map(Pipeline::stages).map(|stage| (stage.transform.radix(), all));
        let steps = |pipeline: &Pipeline| vec![0; pipeline.stages().count()];
        ProcessorArithmetic {
            kernels: radices.collect(),
            step: all,
            rotator: all,
            split: Some(all),
            pre_shifts: pipelines.iter().map(steps).collect(),
            memory: float.bits(),
        }
    }
}

/// Whether a kernel rounds nothing.
pub(super) fn is_exact(stage: &Stage) -> bool {
    stage.transform.radix().is_power_of_two() && stage.transform.radix() <= 4
}
