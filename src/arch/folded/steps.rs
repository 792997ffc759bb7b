//! The steps of a frame as a pipeline: for each step a kernel, and twiddle factors behind it.
//!
//! The pipeline has no permuters, and no core has its blocks. It states the arithmetic of a frame, step by step, for the model.

use crate::formula::rules::cooley_tukey;
use crate::formula::{Direction, Factor, Formula, Kernel, Kind, Order, Step};
use crate::pipeline::{Block, Layout, Padding, Pipeline, PipelineSpec, Shape, Stage, Twiddle};
use crate::schedule::ScheduleCache;

/// Builds the blocks of a frame: two for each step. They have no arithmetic yet. The factors behind the last step are ones, because its
/// results pass the multipliers too.
pub(super) fn pipeline_of_steps(kernels: &[Kernel], direction: Direction, schedules: &ScheduleCache) -> Pipeline {
    let formula = kernels.iter().rev().map(|kernel| Formula::from(*kernel));
    let formula = formula.reduce(|inner, outer| cooley_tukey(outer, inner)).unwrap_or(Formula::Identity(1));
    let spec = PipelineSpec {
        shape: formula.size_in().into(),
        formula,
        kind: Kind::Complex,
        feedback: 0,
        separate_octant_stage: false,
        width: 1,
        padding: Padding::Frame,
        orders: [Order::Natural; 2],
        direction,
        support: None,
    };
    let steps = spec.steps();
    let ones = vec![Factor::ONE; steps.elements];
    let [input, output] = [&steps.source, &steps.sink].map(|ends| packed(ends));
    let blocks = steps.steps.iter().flat_map(|step| {
        let kernel = kernel_stage(step, schedules);
        let factors = step.after.as_deref().unwrap_or(&ones);
        let (rotator, _) = Stage::for_factors(factors, &kernel.layout, &[], schedules);
        [Block::Kernel(kernel), Block::Twiddle(Twiddle { stage: rotator, bypass: false })]
    });
    let (size, blocks) = (steps.elements, blocks.collect());
    Pipeline { spec, size, interval: size, elements: size, input, output, blocks }
}

/// Schedules the transforms of a step, whose elements come one a cycle in natural order.
fn kernel_stage(step: &Step, schedules: &ScheduleCache) -> Stage {
    let batches = step.groups.len();
    let shape = Shape { lanes: 1, period: step.kernel.radix, copies: 1, batches };
    let order: Vec<u32> = (0..batches as u32).collect();
    Stage::new(&Step { after: None, ..step.clone() }, shape, &order, true, schedules)
}

/// Packs elements, one in each beat.
fn packed(elements: &[usize]) -> Layout {
    Layout::packed(1, elements.iter().map(|&element| element as u32))
}
