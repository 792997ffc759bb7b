//! The route of one size through a shared chain: its radices, its arithmetic, and the order in which its points come
//! out.

use crate::format::Format;
use crate::formula::rules::cooley_tukey;
use crate::formula::{default_kernel, prime_factors, Direction, Factor, Formula, Kernel};
use crate::pipeline::{Block, FixedStage, Pipeline, PipelineSpec, Stage, StageArithmetic, Twiddle};
use crate::schedule::ScheduleCache;
use std::collections::BTreeSet;

/// The route of the frames of one size.
#[derive(Clone, Debug)]
pub struct SizeRoute {
    /// Points of a frame.
    pub size: usize,
    /// `radices[place]`: the radix at each stage of a lane; 1 where frames bypass the stage.
    pub radices: Vec<usize>,
    /// What the frame becomes. The ports have all lanes, and each block is that of one lane: a kernel at each stage
    /// that the frame takes, and twiddle factors between kernels.
    pub pipeline: Pipeline,
    /// Factor at the end of the transform, if there is one: it has the last block of the pipeline.
    pub residual_scale: Option<Factor>,
}

/// The scales that transforms are multiplied by at the end.
pub(super) struct ResidualScale<'a> {
    /// Returns the factor for a size in points, if it has one.
    pub of_size: &'a (dyn Fn(usize) -> Option<Factor> + Sync),
    /// Whether forward transforms have no factor.
    pub inverse_only: bool,
}

impl SizeRoute {
    /// Schedules the blocks of a size with these radices on each of `width` lanes. They have no arithmetic yet.
    pub(super) fn new(
        radices: &[usize],
        width: usize,
        direction: Direction,
        scale: &ResidualScale,
        schedules: &ScheduleCache,
    ) -> Self {
        let direction = match direction {
            Direction::Chosen { .. } => Direction::Chosen { by: 1 },
            fixed => fixed,
        };
        let formula = formula(radices, width);
        let lane = PipelineSpec { feedback: usize::MAX, ..PipelineSpec::one_lane(formula, direction) };
        let mut pipeline = lane.draft(schedules);
        let residual_scale = (scale.of_size)(pipeline.size);
        if let Some(factor) = &residual_scale {
            let factors = vec![factor.clone(); pipeline.elements];
            let (stage, _) = Stage::for_factors(&factors, &pipeline.output, &[], schedules);
            pipeline.blocks.push(Block::Twiddle(Twiddle { stage, bypass: scale.inverse_only }));
        }
        let pipeline = with_ports(pipeline, width);
        SizeRoute { size: pipeline.size, radices: radices.to_vec(), pipeline, residual_scale }
    }

    /// Lanes.
    fn width(&self) -> usize {
        self.pipeline.spec.width
    }

    /// Beats of a frame, which are the points of a lane.
    pub fn beats(&self) -> usize {
        self.pipeline.interval
    }

    /// The radices of a lane, and after them the number of lanes if there are several.
    pub fn all_radices(&self) -> impl Iterator<Item = usize> + '_ {
        self.radices.iter().copied().chain((self.width() > 1).then_some(self.width()))
    }

    /// The radix at a stage; after the last stage of a lane, the number of lanes.
    pub(super) fn radix(&self, place: usize) -> usize {
        self.radices.get(place).copied().unwrap_or(self.width())
    }

    /// Beats between the elements of a transform at a stage.
    pub fn delay(&self, place: usize) -> usize {
        self.radices[place + 1..].iter().product()
    }

    /// Index of the pipeline's block with the kernel of a stage, if the frame takes that stage.
    pub fn kernel_block(&self, place: usize) -> Option<usize> {
        let block = 2 * self.radices[..place].iter().filter(|radix| **radix > 1).count();
        self.existing_block(place, block)
    }

    /// Index of the pipeline's block with the twiddle factors after a stage, if there are any.
    pub fn rotator_block(&self, place: usize) -> Option<usize> {
        let kernel = 2 * self.radices[..place].iter().filter(|radix| **radix > 1).count();
        self.existing_block(place, kernel + 1)
    }

    fn existing_block(&self, place: usize, block: usize) -> Option<usize> {
        let blocks = self.pipeline.blocks.len() - usize::from(self.residual_scale.is_some());
        (self.radix(place) > 1 && block < blocks).then_some(block)
    }

    /// Index of the pipeline's block that multiplies by the residual scale, if there is one.
    pub fn scaler_block(&self) -> Option<usize> {
        self.residual_scale.as_ref().map(|_| self.pipeline.blocks.len() - 1)
    }

    /// Returns what a block computes.
    pub(super) fn stage(&self, block: usize) -> Option<&Stage> {
        self.pipeline.blocks[block].stage()
    }

    /// Bits by which words move up before the rounding of a block, where sizes shift by different numbers of bits. The
    /// rounding shifts by `max_shift` bits, the most that any of them shifts by.
    pub fn pre_shift(&self, block: Option<usize>, max_shift: i32) -> u64 {
        let fixed = block.and_then(|block| self.stage(block)?.arithmetic.fixed());
        fixed.map_or(0, |fixed| (max_shift - fixed.shift).unsigned_abs().into())
    }

    /// Gives a block its arithmetic, if there is a block. The size fixes the shift, so that there is no field for it.
    pub(super) fn set_arithmetic(&mut self, format: Format, block: Option<usize>, arithmetic: Option<StageArithmetic>) {
        let Some(block) = block else { return };
        // Where a frame has bypassed a stage, its words are wider than the block before has made them.
        let before = block.checked_sub(1).and_then(|before| self.stage(before)?.arithmetic.fixed());
        let input = before.map_or(format.bits(), |fixed| fixed.output_bits);
        if let Some((stage, mut arithmetic)) = self.pipeline.blocks[block].stage_mut().zip(arithmetic) {
            if let Some(fixed) = arithmetic.fixed_mut() {
                *fixed = FixedStage { input_bits: input, shift_field_bits: 0, ..*fixed };
            }
            stage.arithmetic = arithmetic;
        }
    }

    /// Takes the first lane out of the factors after a stage. They are one there, and the lane has no multiplier. In
    /// floating point this changes results, because the complex product of an infinity and one is no number.
    pub(super) fn skip_first_lane(&mut self, place: usize) {
        let Some(block) = self.rotator_block(place) else { return };
        let Pipeline { input, blocks, spec: PipelineSpec { width, .. }, .. } = &mut self.pipeline;
        let skipped: BTreeSet<u32> = input.slots.iter().step_by(*width).copied().flatten().collect();
        let members = blocks[block].stage_mut().into_iter().flat_map(|stage| &mut stage.placement.elements);
        for element in members.flatten() {
            *element = element.filter(|element| !skipped.contains(element));
        }
    }

    /// Weight of the digit of a stage in the number of a lane's point. Points come out of the chain with the digit of
    /// the last stage the fastest.
    fn digit_weight(&self, place: usize) -> usize {
        self.radices[..place].iter().product()
    }

    /// What is added to the number of a lane's point when the digit of a stage goes on and those after it start anew.
    /// Without a stage all digits start anew.
    pub fn point_step(&self, place: Option<usize>) -> isize {
        let behind = place.map_or(0, |place| place + 1)..self.radices.len();
        let back: usize = behind.map(|place| (self.radices[place] - 1) * self.digit_weight(place)).sum();
        place.map_or(0, |place| self.digit_weight(place)) as isize - back as isize
    }

    /// Numbers of a lane's points, beat by beat as they come out of the chain.
    fn point_order(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.beats()).map(|beat| {
            let digit = |(place, radix): (usize, &usize)| beat / self.delay(place) % radix * self.digit_weight(place);
            self.radices.iter().enumerate().map(digit).sum()
        })
    }

    /// Clock cycles by which the reorder buffer holds back the first point of a frame, so that no later point is late.
    pub fn reorder_wait(&self) -> usize {
        let width = self.width();
        let wait = |(beat, point): (usize, usize)| {
            (0..width).map(move |lane| beat.saturating_sub((lane * self.beats() + point) / width)).max()
        };
        self.point_order().enumerate().filter_map(wait).max().unwrap_or(0) + 1
    }
}

/// The transform of all lanes: the first radix is that of the lanes, the others follow from the last stage to the
/// first.
fn formula(radices: &[usize], width: usize) -> Formula {
    let kernels = radices.iter().rev().filter(|radix| **radix > 1).map(|radix| default_kernel(*radix));
    let lane = kernels.map(Formula::from).reduce(|inner, outer| cooley_tukey(outer, inner));
    let lane = lane.unwrap_or(Formula::Identity(1));
    if width == 1 {
        lane
    } else {
        cooley_tukey(lane, combining_kernel(width))
    }
}

/// The kernel that takes the points of a beat together.
fn combining_kernel(width: usize) -> Kernel {
    match prime_factors(width)[..] {
        [_] => default_kernel(width),
        _ if width.is_power_of_two() => default_kernel(width),
        _ => Kernel::fused(width),
    }
}

/// Gives the pipeline of a lane the ports of `width` lanes. Its blocks stay those of a lane.
fn with_ports(lane: Pipeline, width: usize) -> Pipeline {
    let [input, output] = [&lane.input, &lane.output].map(|layout| layout.at_width(width));
    let spec = PipelineSpec { width, ..lane.spec };
    Pipeline { spec, interval: lane.size / width, input, output, ..lane }
}
