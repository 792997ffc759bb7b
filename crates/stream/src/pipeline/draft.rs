//! Construction of a pipeline's blocks from its specification.

use super::feedback::{distance, is_in_beats};
use super::order::order_transforms;
use super::{Block, Feedback, Layout, Pipeline, PipelineSpec, Shape, Stage, Twiddle};
use crate::formula::{Diag, Direction, Factor, Step};
use crate::kernel::{from_formula, from_split, SelfConjugateMethod};
use crate::schedule::ScheduleCache;

impl Pipeline {
    /// Builds the blocks of a specification, permuters included, with operators of the latencies and costs of
    /// `schedules`.
    pub fn new(spec: &PipelineSpec, schedules: &ScheduleCache) -> Self {
        spec.draft(schedules).permuted(schedules)
    }
}

impl PipelineSpec {
    /// Builds the blocks of a specification without permuters.
    pub fn draft(&self, schedules: &ScheduleCache) -> Pipeline {
        let PipelineSpec { ref formula, feedback, separate_octant_stage, width, padding, halvings, direction, .. } =
            *self;
        let size = formula.size_in();
        let mut steps = self.steps();
        let ids = |list: &[usize]| {
            let list: Vec<u32> = list.iter().map(|&id| id as u32).collect();
            Layout::packed_in_runs(width, padding.run(self.point_shape()), &list)
        };
        let (input, output) = (ids(&steps.source), ids(&steps.sink));
        let interval = input.beats.max(output.beats);
        let shapes: Vec<Shape> = steps
            .steps
            .iter()
            .map(|step| {
                let graph = match step.split {
                    None => from_formula(&step.kernel.into()),
                    Some(split) => from_split(split, SelfConjugateMethod::Bypass),
                };
                let counts = graph.counts();
                let (transforms, radix, operations) = (step.groups.len(), step.kernel.radix, counts.adds + counts.muls);
                match step.left_out.is_empty() {
                    true => Shape::new(transforms, radix, operations, interval),
                    false => Shape::for_few(transforms, radix, operations, interval, width),
                }
            })
            .collect();
        let ends_in_order = self.ends_in_order();
        let stream = if ends_in_order { &output } else { &input };
        let fits = |(step, shape): &(&Step, &Shape)| {
            let in_beat = shape.period == 1 && shape.lanes == width && is_in_beats(&step.groups, stream);
            step.split.is_none() && (in_beat || distance(&step.groups, stream).is_some())
        };
        let count = steps.steps.len();
        let each = || steps.steps.iter().zip(&shapes);
        let (feedback, free) = if ends_in_order {
            let feedback = each().rev().take(feedback).take_while(fits).count();
            (feedback, 0..count - feedback)
        } else {
            let feedback = each().take(feedback).take_while(fits).count();
            (feedback, feedback..count)
        };
        let orders = order_transforms(&steps, free.clone(), &shapes, [&input, &output]);
        let natural = count == 1;
        // Where negation is free, a stage can rotate any of its elements by powers of -i.
        let rotates_any = schedules.model.costs.free_negation;
        let mut blocks: Vec<Block> = Vec::new();
        let twiddle = |stage: Stage| Block::Twiddle(Twiddle { stage, bypass: false });
        let mut rotations = vec![];
        let (elements, halvings_ahead) = (steps.elements, self.halvings_of(&steps).into_iter().collect::<Vec<_>>());
        let by_inverse_only = matches!(direction, Direction::Chosen { .. });
        let division = |blocks: &[Block], up: u32, by: usize| {
            let layout = blocks.last().and_then(Block::output).unwrap_or_else(|| input.clone());
            let quotient = Diag::Level { size: elements, up, by, root: false };
            let divided = || Twiddle::division(quotient, by_inverse_only, &layout, schedules);
            (!quotient.is_one()).then(|| Block::Twiddle(divided()))
        };
        for index in 0..count {
            blocks.extend(division(&blocks, 0, 1 << halvings_ahead[index]));
            let step = &steps.steps[index];
            let begin = blocks.len();
            let behind;
            match distance(&step.groups, stream).filter(|_| !free.contains(&index)) {
                Some(distance) => {
                    let before = step.before.as_ref();
                    blocks.extend(before.map(|factors| twiddle(Stage::for_factors(factors, stream, &[], schedules).0)));
                    blocks.push(Block::Feedback(Feedback::new(step, stream, distance, schedules)));
                    behind = Some((step.after.as_ref(), stream.clone()));
                }
                None => {
                    let after = step.after.as_ref();
                    // The next stage, or the permuter before it, multiplies by powers of -i.
                    let worth = rotates_any || shapes[index].period == 1;
                    let separate = separate_octant_stage && index + 1 < count && worth && step.has_only_eighth_turns();
                    let step = if separate { &Step { after: None, ..step.clone() } } else { step };
                    let stage = Stage::new(step, shapes[index], &orders[index], natural, schedules);
                    behind = separate.then(|| (after, stage.layout.clone()));
                    blocks.push(Block::Kernel(stage));
                }
            }
            let mut left = vec![];
            if let Some((Some(factors), layout)) = behind {
                left = quarter_turns(factors).unwrap_or_default();
                if left.is_empty() {
                    let same_order = free.contains(&index) || !free.contains(&(index + 1));
                    let next =
                        steps.steps.get(index + 1).filter(|next| next.split.is_none() && (rotates_any || same_order));
                    let rotatable = match next {
                        None => vec![],
                        Some(_) if rotates_any => vec![true; steps.elements],
                        Some(next) => second_elements(next, steps.elements),
                    };
                    let (stage, rotations) = Stage::for_factors(factors, &layout, &rotatable, schedules);
                    blocks.push(twiddle(stage));
                    left = rotations.unwrap_or_default();
                }
            }
            let ahead = std::mem::replace(&mut rotations, left);
            blocks[begin..]
                .iter_mut()
                .find_map(Block::stage_mut)
                .into_iter()
                .for_each(|stage| stage.rotations.clone_from(&ahead));
            // The stage has all of it. Long frames have many steps, of many groups each.
            let done = &mut steps.steps[index];
            (done.groups, done.before, done.after) = (vec![], None, None);
        }
        if let Direction::Chosen { by: by @ 2.. } = direction {
            blocks.extend(division(&blocks, halvings, by));
        }
        Pipeline {
            spec: PipelineSpec { feedback, ..self.clone() },
            size,
            interval,
            pace: 1,
            elements: steps.elements,
            input,
            output,
            blocks,
        }
    }
}

/// Marks the elements that are the second ones of transforms of two points.
fn second_elements(step: &Step, elements: usize) -> Vec<bool> {
    let mut second = vec![false; elements];
    step.groups.iter().filter(|group| group.len() == 2).for_each(|group| second[group[1]] = true);
    second
}

/// Returns the powers of -i that factors are. `None` if some factor is no power of -i.
fn quarter_turns(factors: &[Factor]) -> Option<Vec<u8>> {
    factors.iter().map(|factor| factor.quarter_turns()).collect()
}
