//! A chain of stages with delay feedback that several sizes share.
//!
//! A size bypasses the stages in which it has no factor. Its transform is a pipeline of its own, with the word lengths
//! that all sizes have in common. Therefore the model of one size does not depend on the others.
//!
//! Each of w lanes has a chain for a share of the points: lane j has those whose numbers leave the remainder j when
//! divided by w (decimation in time). After the chains, twiddle factors and one kernel of w points combine the lanes of
//! a beat.

use super::combiner::LaneCombiner;
use super::route::SizeRoute;
use super::stage::SharedStage;
use crate::arch::title::title_of_sizes;
use crate::formula::Direction;
use crate::pipeline::{Stage, Twiddle, Units};

/// Clock cycles from the input of the output scaler to its operators: the size is known by then.
const CYCLES_BEFORE_SCALER: usize = 1;

/// Clock cycles of the reorder buffer on one lane, without those that a frame waits there.
const REORDER_CYCLES: usize = 3;

/// Clock cycles from a point of several lanes to its bank in the reorder buffer; one lane has one bank.
const BANK_CYCLES: usize = 3;

/// Stages that several sizes share, and the route of each size through them.
#[derive(Clone, Debug)]
pub struct SharedChain {
    /// Points of a beat; each lane has stages of its own.
    pub width: usize,
    /// The stages of a lane, in dataflow order.
    pub stages: Vec<SharedStage>,
    /// The stage after the lanes, where there are several.
    pub combiner: Option<LaneCombiner>,
    /// Multiplication by the residual scale of the size, after all stages; the stage has one beat for each size.
    /// Inverse transforms have it in floating point, and in fixed point those whose scale shifts alone do not make.
    pub scaler: Option<Twiddle>,
    /// The route of each size, the smallest size first.
    pub routes: Vec<SizeRoute>,
}

impl SharedChain {
    /// Says what the transforms are, in words.
    pub fn title(&self, direction: Direction) -> String {
        title_of_sizes(direction, self.routes.len(), [self.min_size(), self.max_size()])
    }

    /// Says which radices each stage has, of which a frame takes one or none.
    pub fn plan(&self) -> String {
        let radices = |stage: &SharedStage| {
            let radices: Vec<String> = stage.radices().map(|radix| radix.to_string()).collect();
            format!("{{{}}}", radices.join(","))
        };
        let stages: Vec<String> = self.stages.iter().map(radices).collect();
        let across = |combiner: &LaneCombiner| format!(" on each lane, and {} across", combiner.kernel.name());
        format!(
            "delayed feedback in {} stages of radices {}{}",
            stages.len(),
            stages.join(" "),
            self.combiner.as_ref().map(across).unwrap_or_default()
        )
    }

    /// The smallest size, in points.
    pub fn min_size(&self) -> usize {
        self.routes.first().map_or(1, |route| route.size)
    }

    /// The largest size, in points.
    pub fn max_size(&self) -> usize {
        self.routes.last().map_or(1, |route| route.size)
    }

    /// Beats of the shortest frame.
    pub fn min_beats(&self) -> usize {
        self.min_size() / self.width
    }

    /// Clock cycles after which the first beat of a frame is at the input of each stage, at the output of the last
    /// stage, and at the output of the core.
    pub fn arrival_cycles(&self, route: &SizeRoute) -> Vec<usize> {
        let mut arrivals = vec![0];
        for (place, stage) in self.stages.iter().enumerate() {
            arrivals.push(arrivals[place] + stage.latency(route.radices[place], route.delay(place)));
        }
        let combined = arrivals[self.stages.len()] + self.combiner.as_ref().map_or(0, LaneCombiner::cycles);
        arrivals.push(combined + self.scaler_cycles() + route.reorder_wait() + self.reorder_cycles());
        arrivals
    }

    /// Clock cycles from the first input beat of a frame to the first output beat.
    pub fn latency(&self, route: &SizeRoute) -> usize {
        self.arrival_cycles(route).last().copied().unwrap_or(0)
    }

    /// Clock cycles from a point of a lane to its bank in the reorder buffer.
    pub fn bank_cycles(&self) -> usize {
        BANK_CYCLES * usize::from(self.width > 1)
    }

    /// Clock cycles of the reorder buffer that are the same for all sizes.
    pub fn reorder_cycles(&self) -> usize {
        REORDER_CYCLES + self.bank_cycles() + usize::from(self.width > 1)
    }

    /// Clock cycles of the output scaler; none without one.
    pub fn scaler_cycles(&self) -> usize {
        self.scaler.as_ref().map_or(0, |twiddle| CYCLES_BEFORE_SCALER + twiddle.stage.cycles())
    }

    /// Bits of an output component. `input`: bits of an input component.
    pub fn output_bits(&self, input: u32) -> u32 {
        let fixed = self.scaler.as_ref().and_then(|twiddle| twiddle.stage.arithmetic.fixed());
        fixed.map_or_else(|| self.unscaled_bits(input), |fixed| fixed.output_bits)
    }

    /// Bits of a component before the output scaler. `input`: bits of an input component.
    pub fn unscaled_bits(&self, input: u32) -> u32 {
        let lane = self.stages.last().map_or(input, |stage| stage.bits[1]);
        self.combiner.as_ref().map_or(lane, |combiner| combiner.bits[2])
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        let stages = (0..self.stages.len()).map(|place| self.stage_units(place));
        let combiner = self.combiner.as_ref().map(LaneCombiner::units);
        let scaler = self.scaler.as_ref().map(|twiddle| twiddle.stage.units());
        stages.chain(combiner).chain(scaler).sum()
    }

    /// Real operators of a stage, on all lanes.
    pub fn stage_units(&self, place: usize) -> Units {
        self.width * self.stages[place].units()
    }

    /// All kernels and factors, each with the number of its copies.
    pub fn parts(&self) -> impl Iterator<Item = (&Stage, usize)> {
        let lanes = self.stages.iter().flat_map(SharedStage::parts).map(|part| (part, self.width));
        let combined = self.combiner.iter().flat_map(|combiner| {
            [(&combiner.unit, 1), (&combiner.rotator, combiner.rotators()), (&combiner.kernel, 1)]
        });
        lanes.chain(combined).chain(self.scaler.iter().map(|twiddle| (&twiddle.stage, 1)))
    }

    /// Returns all kernels and factors, to be changed.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Stage> {
        let combined = self
            .combiner
            .iter_mut()
            .flat_map(|combiner| [&mut combiner.unit, &mut combiner.rotator, &mut combiner.kernel]);
        let lanes = self.stages.iter_mut().flat_map(SharedStage::parts_mut);
        lanes.chain(combined).chain(self.scaler.iter_mut().map(|twiddle| &mut twiddle.stage))
    }
}
