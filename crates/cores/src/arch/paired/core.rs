//! The parts of a core, and when frames come and leave.

use super::split::PairedSplit;
use super::words::{BinScale, PairedWords};
use crate::arch::folded::lower::memory::MEMORY_CYCLES;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::exact::Real;
use crate::format::Format;
use crate::formula::Direction;
use crate::number::fixed::{rounded, Forecast, Part};
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};
use crate::pipeline::{Block, Codec, FixedStage, Pipeline, Stage, Units};
use crate::schedule::{Latencies, ScheduleCache};

/// Clock cycles of a mirrored pair, and of a sum.
const SUM_CYCLES: usize = 1;

/// Two units in series, each of which computes sums of its own: the front sums the points of a transform without
/// products, and the rear multiplies and sums mirrored pairs of its results.
#[derive(Clone, Debug)]
pub struct PairedCore {
    /// Division of a frame.
    pub split: PairedSplit,
    /// Parts of a number that the front sums at once: one, or both.
    pub front_parts: usize,
    /// Arithmetic of a frame.
    pub pipeline: Pipeline,
    words: PairedWords,
    /// Latencies of the operators.
    latencies: Latencies,
}

impl PairedCore {
    /// Builds a core for frames of the points of a division. `front_parts`: parts of a number that the front sums at
    /// once, two only if it has several points.
    pub fn new(
        (split, front_parts): (PairedSplit, usize),
        direction: Direction,
        number: &dyn NumberSystem,
        format: (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let points = split.points();
        let words = PairedWords::new(&split, direction, number, format)?;
        let sums = Stage::of_points(points, schedules);
        let sums = Block::Kernel(Stage { arithmetic: words.arithmetic, ..sums });
        let decoder = words.scales[0].decoder.map(|shared| Block::Codec(Codec::Leave(shared)));
        let pipeline = Pipeline::of_points(points, direction, [sums].into_iter().chain(decoder).collect());
        Ok(PairedCore { split, front_parts, pipeline, words, latencies: schedules.model.latencies })
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.split.points()
    }

    /// Stage with the arithmetic of bins.
    pub(super) fn stage(&self) -> &Stage {
        self.pipeline.stages().next().unwrap_or_else(|| unreachable!("bins are of a stage"))
    }

    /// Widths and rounding of a bin.
    pub fn fixed(&self) -> FixedStage {
        self.words.fixed()
    }

    /// Encoding of words with exponents, in forward frames where frames choose their direction. `None` in fixed point.
    pub fn decoder(&self) -> Option<&SharedExponent> {
        self.words.scales[0].decoder.as_ref()
    }

    /// Scales of forward and of inverse frames, where frames choose both and these differ; otherwise that of all
    /// frames.
    pub(super) fn scales(&self) -> &[BinScale] {
        &self.words.scales
    }

    /// The noise of frames whose samples have components of `bits` bits.
    pub(super) fn forecast(&self, bits: u32) -> Option<Forecast> {
        let factor = self.scales()[0].factor.as_ref().map_or(1.0, Real::to_f64);
        let (points, fixed) = (self.points(), self.fixed());
        let exponents = (0..points).flat_map(|bin| (0..points).map(move |point| bin * point % points));
        let [error, share] = rounded(exponents, [points; 2], [points, fixed.coefficient_fraction as usize], factor);
        Forecast::of_parts([Part::Sums(points, [factor, error, share], fixed)], &[], 0, bits)
    }

    /// Bits of a part of a sum of the front.
    pub fn front_bits(&self) -> u32 {
        self.words.front_bits
    }

    /// Bits of the factors of a product.
    pub fn factor_bits(&self) -> [u32; 2] {
        [self.words.pair_bits, self.fixed().coefficient_bits]
    }

    /// Number of the first point that has a product: that of point 0 is one unless it is scaled.
    pub(super) fn first_product(&self) -> usize {
        usize::from(self.scales().iter().all(|scale| scale.factor.is_none()))
    }

    /// Products of a sum of cosines.
    pub(super) fn cosines(&self) -> usize {
        self.split.cosines() + 1 - self.first_product()
    }

    /// Clock cycles in which the front makes the points of a transform of the rear.
    fn front_cycles(&self) -> usize {
        self.points() * 2 / self.front_parts
    }

    /// Clock cycles of the products of a transform of the rear: for each part of a bin that is its own mirror image,
    /// the sum of cosines, and for each part of a pair of bins, that and the sum of sines.
    fn rear_cycles(&self) -> usize {
        let bins = self.split.cosines() + 1;
        2 * bins * self.cosines() + 2 * self.split.sines() * self.split.sines()
    }

    /// Clock cycles from one transform of the rear to the next one.
    pub(super) fn block_cycles(&self) -> usize {
        let (front, rear) = (self.front_cycles(), self.rear_cycles());
        // Points are overwritten two transforms later. Point 0 is read late, but not after the start of the last sum.
        let last_sum = self.cosines() + if self.split.rear % 2 == 1 { self.split.sines() } else { 0 };
        let late = (SUM_CYCLES + self.latencies.mul).saturating_sub(last_sum - 1);
        let overwritten = (front + rear + late + 2).saturating_sub(self.split.front).div_ceil(2);
        front.max(rear).max(overwritten)
    }

    /// Clock cycles of the encoder of a part of a sample.
    pub(super) fn encode_cycles(&self) -> usize {
        self.decoder().map_or(0, |shared| shared.shift_cycles(InputEncoding::Float, 1))
    }

    /// Clock cycles from the place of the last term of a sum of the front to the write of the sum.
    pub(super) fn front_latency(&self) -> usize {
        MEMORY_CYCLES + self.encode_cycles() + SUM_CYCLES
    }

    /// Clock cycles from the first term of the front to the first product: all points have been written.
    pub(super) fn rear_wait_cycles(&self) -> usize {
        self.front_cycles() + self.front_latency() + self.front_parts - 1
    }

    /// Clock cycles from the places of a pair to its product.
    pub(super) fn product_latency(&self) -> usize {
        MEMORY_CYCLES + SUM_CYCLES + self.latencies.mul
    }

    /// Clock cycles of a product.
    pub(super) fn multiply_cycles(&self) -> usize {
        self.latencies.mul
    }

    /// Clock cycles from the places of the last pair of a sum of products to the sum.
    pub(super) fn sum_latency(&self) -> usize {
        self.product_latency() + SUM_CYCLES
    }

    /// Clock cycles from the places of the last pair of a sum of sines to the bin whose parts are sums of both sums.
    pub(super) fn joined_latency(&self) -> usize {
        self.sum_latency() + SUM_CYCLES
    }

    /// Clock cycles from the places of the last pair of a sum of sines to the write of the bin.
    pub(super) fn bin_latency(&self) -> usize {
        self.joined_latency() + self.fixed().round_cycles + self.decoder().map_or(0, SharedExponent::decode_cycles)
    }

    /// Clock cycles from the first sample to the first term of the front, which follows the last sample.
    pub(super) fn front_start(&self) -> usize {
        self.points()
    }

    /// Clock cycles from the first sample to the first product.
    pub(super) fn rear_start(&self) -> usize {
        self.front_start() + self.rear_wait_cycles()
    }

    /// Clock cycles from the last product to the place of the first bin that is read: the last bin has been written,
    /// one cycle after the other bin of its pair.
    pub(super) fn leave_wait_cycles(&self) -> usize {
        self.bin_latency() + 2
    }

    /// Beats of a frame, interval and latency.
    pub fn timing(&self) -> FrameTiming {
        let blocks = self.split.front * self.block_cycles();
        let products = blocks - self.block_cycles() + self.rear_cycles();
        let leaves = self.rear_start() + products - 1 + self.leave_wait_cycles();
        // A register stands at the output.
        FrameTiming { beats: [self.points(); 2], interval: blocks, latency: leaves + MEMORY_CYCLES + 1 }
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        let front = if self.split.front > 1 { self.front_parts } else { 0 };
        // The sum of a pair, and both bins of a pair of bins.
        Units { adders: front + 3, multipliers: 1, constants: 0 }
    }

    /// Complex words of memory: two frames of samples and of bins, and the points of two transforms of the rear, which
    /// both points of a pair and point 0 are read of.
    pub fn memory_words(&self) -> usize {
        4 * self.points() + 3 * 2 * self.split.rear
    }

    /// How a frame is computed, in a line.
    pub fn plan(&self) -> String {
        let words = self.decoder().map_or(String::new(), |shared| format!("; {}", shared.name()));
        match self.split.front {
            1 => format!("mirrored pairs of {} points{words}", self.split.rear),
            front => format!("sums of {front}, mirrored pairs of {}{words}", self.split.rear),
        }
    }
}
