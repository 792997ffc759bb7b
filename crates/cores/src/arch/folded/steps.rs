//! The steps of a frame as a pipeline: for each step a kernel, with the twiddle factors after it.
//!
//! The pipeline has no permuters, and no core has its blocks. It states the arithmetic of a frame, step by step, for
//! the model.

use crate::formula::{Diag, Direction, Factor, Formula, Kernel, Kind, Step, Steps};
use crate::number::{bits_of_size, NumberSystem};
use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::{Block, Codec, Layout, Pipeline, PipelineSpec, Placement, Shape, Stage};
use crate::schedule::ScheduleCache;

/// Returns the specification of a frame of data of a kind, whose steps are those of a formula, and of which `width`
/// points pass in a cycle. `scale`: factor of each bin.
pub(super) fn spec(
    formula: Formula,
    (kind, width): (Kind, usize),
    direction: Direction,
    scale: Option<Diag>,
) -> PipelineSpec {
    let formula = match scale {
        Some(scale) => Formula::product([scale.into(), formula]),
        None => formula,
    };
    let shape = (formula.size_in() * kind.share()).into();
    PipelineSpec { width, kind, shape, ..PipelineSpec::one_lane(formula, direction) }
}

/// Whether frames choose the direction, and the inverse alone is divided by the size.
pub(super) fn divides_inverse_only(direction: Direction) -> bool {
    matches!(direction, Direction::Chosen { by: 2.. })
}

/// Returns the factor of each bin that shifts leave of the scale of `size` points of data of a kind. `None` if it is
/// one. It is that of inverse frames if only these are divided.
pub(super) fn bin_scale(number: &dyn NumberSystem, (kind, size): (Kind, usize), direction: Direction) -> Option<Diag> {
    let inverse = divides_inverse_only(direction) || direction == Direction::Inverse;
    let scale = number.residual_scale(size, size * kind.share(), inverse).filter(|scale| !scale.is_one());
    // Words have the lengths of forward frames, so that the factor is at most one.
    let halved = |scale: Diag| match scale {
        Diag::Level { size, up, by, root } => Diag::Level { size, up: up - HALVED_BITS, by, root },
        other => other,
    };
    if divides_inverse_only(direction) {
        scale.map(halved)
    } else {
        scale
    }
}

/// Bits by which a factor of inverse frames is below the one that is at least one.
const HALVED_BITS: u32 = 1;

/// Builds a block for each step. The blocks have no arithmetic yet.
pub(super) fn pipeline(spec: PipelineSpec, steps: &Steps, schedules: &ScheduleCache) -> Pipeline {
    let [input, output] = [&steps.source, &steps.sink].map(|elements| packed(spec.width, elements));
    let blocks = steps.steps.iter().map(|step| Block::Kernel(stage(step, schedules))).collect();
    let size = steps.elements;
    Pipeline { interval: size / spec.width, pace: 1, spec, size, elements: size, input, output, blocks }
}

/// Returns the pipeline of inverse frames, where frames choose the direction: each operation has the words of the one
/// in forward frames, whose steps are those of `formula`. `scale`: factor of each bin that powers of two do not make.
pub(super) fn inverse_of(
    forward: &Pipeline,
    formula: Formula,
    scale: Option<Diag>,
    schedules: &ScheduleCache,
) -> Pipeline {
    let spec = spec(formula, (forward.spec.kind, forward.spec.width), Direction::Inverse, scale);
    let steps = spec.steps();
    let mut stages = pipeline(spec, &steps, schedules).blocks.into_iter();
    let mut block = |block: &Block| match block {
        Block::Kernel(stage) => {
            let mut own = stages.next();
            own.iter_mut().filter_map(Block::stage_mut).for_each(|own| own.arithmetic = stage.arithmetic);
            own.unwrap_or_else(|| block.clone())
        }
        Block::Codec(Codec::Leave(shared)) => {
            let halved = scale.map_or(0, |_| HALVED_BITS as i32);
            let shift = shared.shift - bits_of_size(forward.size) + halved;
            Block::Codec(Codec::Leave(SharedExponent { shift, ..*shared }))
        }
        other => other.clone(),
    };
    let blocks = forward.blocks.iter().map(&mut block).collect();
    let spec = PipelineSpec { direction: Direction::Inverse, ..forward.spec.clone() };
    Pipeline { spec, blocks, ..forward.clone() }
}

/// Schedules the transforms of a step, whose elements come one a cycle in natural order.
fn stage(step: &Step, schedules: &ScheduleCache) -> Stage {
    let batches = step.groups.len();
    let shape = Shape { lanes: 1, period: step.kernel.radix, copies: 1, batches };
    let order: Vec<u32> = (0..batches as u32).collect();
    let ones = || vec![Factor::ONE; batches * step.kernel.radix];
    // The step of real data has no multiplication after it.
    let is_multiplied = schedules.model.multiplies_all && step.split.is_none();
    let after = step.after.clone().or_else(|| is_multiplied.then(ones));
    Stage::new(&Step { after, ..step.clone() }, shape, &order, true, schedules)
}

/// Schedules one transform of a step without its factors, of which `lanes` elements come in a cycle, in natural order.
pub(super) fn kernel_of(step: &Step, lanes: usize, schedules: &ScheduleCache) -> Stage {
    let step = Step { groups: step.groups[..1].to_vec(), after: None, ..step.clone() };
    let shape = Shape { lanes, period: step.kernel.radix / lanes, copies: 1, batches: 1 };
    let mut kernel = Stage::new(&step, shape, &[0], true, schedules);
    if shape.period > 1 {
        kernel.search(schedules);
    }
    kernel
}

/// Returns the stage of a word that is multiplied by one, which is rounded only.
pub(super) fn rounder(schedules: &ScheduleCache) -> Stage {
    Stage::for_factors(&[Factor::ONE], &Layout::packed(1, [0]), &[], schedules).0
}

/// Schedules the multiplication of a word by one of two factors that have no simpler product.
pub(in crate::arch) fn rotator(schedules: &ScheduleCache) -> Stage {
    let factors = [Factor::root(1, 7), Factor::root(2, 7)];
    Stage::for_factors(&factors, &Layout::packed(1, [0, 1]), &[], schedules).0
}

/// Schedules one transform with the factors after it, whose elements come one a cycle, in `pace` clock cycles. The
/// factors come from outside, as those of two transforms that have no simpler product do.
pub(super) fn step_of(kernel: Kernel, pace: usize, schedules: &ScheduleCache) -> Stage {
    let radix = kernel.radix;
    let factor = |element: usize| match element % radix {
        0 => Factor::ONE,
        _ => Factor::root(1 + element / radix, 7),
    };
    let groups = [0, 1].map(|group| (group * radix..(group + 1) * radix).collect()).to_vec();
    let after = Some((0..2 * radix).map(factor).collect());
    let step = Step { kernel, split: None, groups, left_out: vec![], before: None, after };
    let shape = Shape { lanes: 1, period: pace, copies: 1, batches: 2 };
    let mut stage = Stage::new(&step, shape, &[0, 1], true, schedules);
    stage.search(schedules);
    one_batch(stage)
}

/// Pairs of points that differ in all that pairs may differ in: one that mirrors itself, and two with different
/// factors.
pub(super) const SPLIT_PAIRS: usize = 3;

/// Schedules the step of real data for one pair of points that come one after the other. Its factor, and whether the
/// points mirror themselves, come from outside.
pub(super) fn split_of(step: &Step, schedules: &ScheduleCache) -> Stage {
    let shape = Shape { lanes: 1, period: 2, copies: 1, batches: SPLIT_PAIRS };
    let order: Vec<u32> = (0..SPLIT_PAIRS as u32).collect();
    let mut stage = Stage::new(step, shape, &order, true, schedules);
    stage.search(schedules);
    one_batch(stage)
}

/// Returns the stage of one of several batches, with all that differs among them.
fn one_batch(stage: Stage) -> Stage {
    let Placement { shape, elements, natural } = stage.placement;
    let placement = Placement { shape: Shape { batches: 1, ..shape }, elements: elements[..1].to_vec(), natural };
    let layout = stage.layout.head(shape.batches);
    Stage { placement, layout, ..stage }
}

/// Packs elements, `width` of them in each beat.
fn packed(width: usize, elements: &[usize]) -> Layout {
    Layout::packed(width, elements.iter().map(|&element| element as u32))
}
