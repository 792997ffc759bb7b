//! The unit of a folded core: a kernel for each radix, and the multiplication by twiddle factors behind them.

use super::steps::pipeline_of_steps;
use super::widths::{assign, UnitWidths};
use crate::error::Error;
use crate::format::Fixed;
use crate::formula::{Direction, Kernel};
use crate::number::FixedOptions;
use crate::pipeline::{Layout, Pipeline, Placement, Shape, Stage, StageArithmetic, Units};
use crate::schedule::ScheduleCache;

/// Fewest clock cycles that a kernel is taken to have, because the lookup of the twiddle factors runs beside it.
const MIN_KERNEL_CYCLES: usize = 2;

/// Kernels of which a step takes one, and the twiddle factors behind them. A word passes in each cycle.
#[derive(Clone, Debug)]
pub struct FoldedUnit {
    /// A kernel for each radix, the smallest radix first. Each is the stage of one transform.
    pub kernels: Vec<Stage>,
    /// Multiplication of a word by a twiddle factor.
    pub rotator: Stage,
    /// Word lengths.
    pub widths: UnitWidths,
}

impl FoldedUnit {
    /// Builds the unit for steps of these kernels, and the pipeline that states the arithmetic of a frame.
    pub fn new(
        kernels: &[Kernel],
        direction: Direction,
        (fixed, options): (Fixed, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<(Self, Pipeline), Error> {
        let mut pipeline = pipeline_of_steps(kernels, direction, schedules);
        let (parts, widths) = assign(&mut pipeline, fixed, options)?;
        let part = |stage: &Stage| {
            let arithmetic = StageArithmetic::Fixed(parts[&stage.transform.radix()]);
            Stage { arithmetic, ..of_one_batch(stage) }
        };
        let mut stages: Vec<Stage> = pipeline.stages().map(part).collect();
        // The first multiplication has factors other than one.
        let rotator = stages.remove(1);
        stages.retain(|stage| stage.transform.radix() > 1);
        stages.sort_by_key(|stage| stage.transform.radix());
        stages.dedup_by_key(|stage| stage.transform.radix());
        stages.iter_mut().for_each(|stage| stage.search(schedules));
        Ok((FoldedUnit { kernels: stages, rotator, widths }, pipeline))
    }

    /// All stages of the unit.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.kernels.iter().chain([&self.rotator])
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        self.stages().map(Stage::units).sum()
    }

    /// Clock cycles of the slowest kernel, or of the lookup of the twiddle factors beside it.
    pub fn kernel_cycles(&self) -> usize {
        self.kernels.iter().map(Stage::cycles).max().unwrap_or(0).max(MIN_KERNEL_CYCLES)
    }

    /// Clock cycles from an element to the result in its place.
    pub fn cycles(&self) -> usize {
        self.kernel_cycles() + self.rotator.cycles()
    }
}

/// Returns the stage of the first batch.
fn of_one_batch(stage: &Stage) -> Stage {
    let Placement { shape, elements, natural } = &stage.placement;
    let placement =
        Placement { shape: Shape { batches: 1, ..*shape }, elements: elements[..1].to_vec(), natural: *natural };
    let slots = stage.layout.slots[..shape.period * shape.lanes].to_vec();
    let layout = Layout { lanes: shape.lanes, beats: shape.period, slots };
    Stage { placement, layout, ..stage.clone() }
}
