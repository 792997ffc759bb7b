//! The parts of a folded core, and when frames come and leave.

use super::plan::FoldedPlan;
use super::unit::FoldedUnit;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Fixed;
use crate::formula::{Direction, Kernel};
use crate::number::FixedOptions;
use crate::pipeline::Pipeline;
use crate::schedule::ScheduleCache;

/// Cycles from the counters to the element of their place at the unit: address, memory, output register of the memory.
pub const READ_CYCLES: usize = 3;

/// Cycles from a result to the first read of it: input register of the memory.
const WRITE_CYCLES: usize = 1;

/// Cycles from the counters to a bin at the output.
pub const OUTPUT_CYCLES: usize = READ_CYCLES + 1;

/// A unit, a memory and the program of a frame.
pub struct FoldedEngine {
    /// Program of a frame.
    pub plan: FoldedPlan,
    /// Unit of all steps.
    pub unit: FoldedUnit,
    /// Arithmetic of a frame.
    pub pipeline: Pipeline,
}

impl FoldedEngine {
    /// Builds a core whose steps have these kernels.
    pub fn new(
        kernels: &[Kernel],
        direction: Direction,
        arithmetic: (Fixed, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let (unit, pipeline) = FoldedUnit::new(kernels, direction, arithmetic, schedules)?;
        let radices = kernels.iter().map(|kernel| kernel.radix).collect();
        let turnaround = READ_CYCLES + unit.cycles() + WRITE_CYCLES;
        let plan = FoldedPlan::new(radices, 1, turnaround).unwrap_or_else(|| unreachable!("one bank divides any size"));
        Ok(FoldedEngine { plan, unit, pipeline })
    }

    /// Cycles from the first beat of a frame to the first read of the output.
    fn output_start(&self) -> usize {
        self.pipeline.size + self.plan.compute_cycles()
    }

    /// Cycles from the first beat of a frame to the first beat of the next one. The next frame comes when the last results have been
    /// written, and when no bin is left in the place of a sample.
    pub fn interval(&self) -> usize {
        let written = self.output_start() - self.plan.last_wait() + READ_CYCLES + self.unit.cycles();
        let places = self.plan.places();
        let held = match self.plan.alternates() {
            true => 0,
            false => (0..places.count()).map(|bin| bin.saturating_sub(places.of_bin(bin))).max().unwrap_or(0),
        };
        written.max(self.output_start() + held + 1)
    }

    /// Beats of a frame, interval and latency.
    pub fn timing(&self) -> FrameTiming {
        let beats = [self.pipeline.size; 2];
        FrameTiming { beats, interval: self.interval(), latency: self.output_start() + OUTPUT_CYCLES }
    }
}
