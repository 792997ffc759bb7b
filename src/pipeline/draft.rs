//! How the blocks of a pipeline follow from its specification.

use super::feedback::{distance, is_in_beats};
use super::order::order_transforms;
use super::{Block, Feedback, Layout, Pipeline, PipelineSpec, Shape, Stage, Twiddle};
use crate::formula::{Direction, Factor, Step, Steps};
use crate::kernel::{from_formula, from_split, SelfConjugateMethod};
use crate::schedule::ScheduleCache;

impl Pipeline {
    /// The blocks of a specification, with operators of the latencies and costs of these schedules.
    pub fn new(spec: &PipelineSpec, schedules: &ScheduleCache) -> Self {
        spec.draft(schedules).permuted(schedules)
    }
}

impl PipelineSpec {
    /// The stages on the terms of these schedules, without permuters: what they compute, whatever the order.
    pub fn draft(&self, schedules: &ScheduleCache) -> Pipeline {
        let PipelineSpec {
            ref formula, kind, feedback, separate_octant_stage, width, padding, orders, direction, ..
        } = *self;
        let size = formula.size_in();
        let points = self.point_shape();
        let split = kind.split(points, direction == Direction::Inverse);
        let steps = split.into_iter().fold(Steps::new(formula), Steps::split).in_order(orders, points);
        let ids = |list: &[usize]| {
            let list: Vec<u32> = list.iter().map(|&id| id as u32).collect();
            Layout::packed_in_runs(width, padding.run(points), &list)
        };
        let (input, output) = (ids(&steps.source), ids(&steps.sink));
        let interval = input.beats;
        let shapes: Vec<Shape> = steps
            .steps
            .iter()
            .map(|step| {
                let graph = match step.split {
                    None => from_formula(&step.kernel.into()),
                    Some(split) => from_split(split, SelfConjugateMethod::Bypass),
                };
                let counts = graph.counts();
                Shape::new(step.groups.len(), step.kernel.radix, counts.adds + counts.muls, interval)
            })
            .collect();
        // Elements pass the first steps in the order of the inputs, or the last steps in that of the outputs.
        let joins = split.is_some_and(|split| split.inverse);
        let passing = if joins { &output } else { &input };
        let fits = |(step, shape): &(&Step, &Shape)| {
            let in_beat = shape.period == 1 && shape.lanes == width && is_in_beats(&step.groups, passing);
            step.split.is_none() && (in_beat || distance(&step.groups, passing).is_some())
        };
        let count = steps.steps.len();
        let each = || steps.steps.iter().zip(&shapes);
        let (feedback, free) = if joins {
            let feedback = each().rev().take(feedback).take_while(fits).count();
            (feedback, 0..count - feedback)
        } else {
            let feedback = each().take(feedback).take_while(fits).count();
            (feedback, feedback..count)
        };
        let orders = order_transforms(&steps, free.clone(), &shapes, [&input, &output]);
        let natural = count == 1;
        // Signs that are bits of their own turn with any element.
        let any_turns = schedules.model.costs.free_negation;
        let mut blocks: Vec<Block> = Vec::new();
        let twiddle = |stage: Stage| Block::Twiddle(Twiddle { stage, bypass: false });
        let mut turns = vec![];
        for (index, step) in steps.steps.iter().enumerate() {
            let begin = blocks.len();
            let behind;
            match distance(&step.groups, passing).filter(|_| !free.contains(&index)) {
                Some(distance) => {
                    let before = step.before.as_ref();
                    blocks.extend(before.map(|factors| twiddle(Stage::of_factors(factors, passing, &[], schedules).0)));
                    blocks.push(Block::Feedback(Feedback::new(step, passing, distance, schedules)));
                    behind = Some((step.after.as_ref(), passing.clone()));
                }
                None => {
                    // What comes next takes quarter turns as it takes its elements, or a permuter ahead of it.
                    let worth = any_turns || shapes[index].period == 1;
                    let separate = separate_octant_stage && index + 1 < count && worth && step.has_only_eighth_turns();
                    let held = if separate { &Step { after: None, ..step.clone() } } else { step };
                    let stage = Stage::new(held, shapes[index], &orders[index], natural, schedules);
                    behind = separate.then(|| (step.after.as_ref(), stage.layout.clone()));
                    blocks.push(Block::Kernel(stage));
                }
            }
            let mut left = vec![];
            if let Some((Some(factors), layout)) = behind {
                left = quarters(factors).unwrap_or_default();
                if left.is_empty() {
                    let alike = free.contains(&index) || !free.contains(&(index + 1));
                    let next = steps.steps.get(index + 1).filter(|next| next.split.is_none() && (any_turns || alike));
                    let turnable = match next {
                        None => vec![],
                        Some(_) if any_turns => vec![true; steps.elements],
                        Some(next) => second_of_two(next, steps.elements),
                    };
                    let (stage, turns) = Stage::of_factors(factors, &layout, &turnable, schedules);
                    blocks.push(twiddle(stage));
                    left = turns.unwrap_or_default();
                }
            }
            let begun = std::mem::replace(&mut turns, left);
            blocks[begin..]
                .iter_mut()
                .find_map(Block::stage_mut)
                .into_iter()
                .for_each(|stage| stage.turns.clone_from(&begun));
        }
        if let (Direction::Chosen { by: by @ 2.. }, Some(last)) = (direction, blocks.last().and_then(Block::output)) {
            blocks.push(Block::Twiddle(Twiddle::division(by, &last, steps.elements, schedules)));
        }
        Pipeline {
            spec: PipelineSpec { feedback, ..self.clone() },
            size,
            interval,
            elements: steps.elements,
            input,
            output,
            blocks,
        }
    }
}

/// The elements that are the second ones of transforms of two.
fn second_of_two(step: &Step, elements: usize) -> Vec<bool> {
    let mut second = vec![false; elements];
    step.groups.iter().filter(|group| group.len() == 2).for_each(|group| second[group[1]] = true);
    second
}

/// Factors as quarter turns by -i, if that is all they are.
fn quarters(factors: &[Factor]) -> Option<Vec<u8>> {
    factors.iter().map(|factor| factor.quarter_turns()).collect()
}
