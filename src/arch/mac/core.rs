//! The parts of a core, and when frames come and leave.

use super::step::MacStep;
use super::words::stages;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Fixed;
use crate::formula::{Direction, Factor};
use crate::lower::circles;
use crate::number::FixedOptions;
use crate::pipeline::{Block, FixedStage, Pipeline, Stage, StageArithmetic, Units};
use crate::rtl::operators::fixed::complex_products;
use crate::rtl::operators::MultiplierStyle;
use crate::schedule::{Latencies, ScheduleCache};

/// Points up to which all roots of unity are in a table. Otherwise an eighth of the circle is.
const MAX_WHOLE_CIRCLE: usize = 64;

/// Clock cycles from an exponent to its root where the table is of the whole circle, or of the eighth of a power of two: those of a word of the memory.
const SHORT_CYCLES: usize = 3;

/// Clock cycles of the sums ahead of and behind the products of a complex product.
const COMPLEX_CYCLES: usize = 2;

/// What a table of roots of unity holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Circle {
    /// All roots.
    Whole,
    /// An eighth of the circle, whose number in an exponent are the high bits.
    Octant,
    /// An eighth of a circle of any number of steps.
    Eighth,
}

/// Steps of a frame, each a sum of products for each of its results, and a memory of two frames: a step reads one of them and writes the other.
#[derive(Clone, Debug)]
pub struct MacCore {
    /// Steps of a frame.
    pub steps: Vec<MacStep>,
    /// Factor of each bin, by which the last step multiplies. `None` if it is one.
    pub scale: Option<Factor>,
    /// Clock cycles of the product of two complex words: 1, 2 or 4.
    pub product_cycles: usize,
    /// Arithmetic of a frame: a block for each step.
    pub pipeline: Pipeline,
    /// Latencies of the operators.
    latencies: Latencies,
}

impl MacCore {
    /// Builds a core for frames of `points` points, two or more, which takes a complex product in 1, 2 or 4 clock cycles.
    pub fn new(
        (points, product_cycles): (usize, usize),
        direction: Direction,
        (format, options): (Fixed, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let scale = options.scale().level(points, points).filter(|scale| !scale.is_one());
        let scale = scale.and_then(|scale| scale.factors().first().cloned());
        let mut steps = MacStep::all(points);
        steps.extend(scale.iter().map(|_| MacStep::scaling(points)));
        let sums = Stage::of_points(points, schedules);
        let block =
            |fixed: FixedStage| Block::Kernel(Stage { arithmetic: StageArithmetic::Fixed(fixed), ..sums.clone() });
        let factor = scale.as_ref().map_or(1.0, |scale| scale.value().to_c64().re);
        let blocks = stages(points, (&steps, factor), (format, options))?.into_iter().map(block).collect();
        let pipeline = Pipeline::of_points(points, direction, blocks);
        Ok(MacCore { steps, scale, product_cycles, pipeline, latencies: schedules.model.latencies })
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.pipeline.size
    }

    /// Stage whose arithmetic a step has.
    pub(super) fn stage(&self, step: usize) -> &Stage {
        self.pipeline.blocks[step].stage().unwrap_or_else(|| unreachable!("each step is a stage"))
    }

    /// Arithmetic of a step.
    pub fn fixed(&self, step: usize) -> FixedStage {
        self.stage(step).arithmetic.fixed().unwrap_or_else(|| unreachable!("sums are of fixed point"))
    }

    /// Number of the last step.
    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Bits of a component in the memory.
    pub fn memory_bits(&self) -> u32 {
        self.pipeline
            .stages()
            .filter_map(|stage| stage.arithmetic.fixed())
            .map(|fixed| fixed.output_bits)
            .max()
            .unwrap_or(0)
            .max(self.entry_bits())
    }

    /// Bits of a part of a root.
    pub fn coefficient_bits(&self) -> u32 {
        self.fixed(0).coefficient_bits
    }

    /// Bits of a part of a sum.
    pub fn sum_bits(&self) -> u32 {
        self.fixed(0).internal_bits
    }

    /// Bits of a sample with the guard bits behind it.
    fn entry_bits(&self) -> u32 {
        self.fixed(0).input_bits + self.guard_bits()
    }

    /// Guard bits behind the last place of a sample in the memory.
    pub(super) fn guard_bits(&self) -> u32 {
        let fixed = self.fixed(0);
        fixed.guard_bits - fixed.coefficient_fraction
    }

    /// The table of the roots of unity of the frame's size.
    pub fn circle(&self) -> Circle {
        match self.points() {
            0..=MAX_WHOLE_CIRCLE => Circle::Whole,
            points if points.is_power_of_two() => Circle::Octant,
            _ => Circle::Eighth,
        }
    }

    /// Clock cycles from the place of a point to its word, and from an exponent to its root.
    pub(super) fn read_cycles(&self) -> usize {
        match self.circle() {
            Circle::Whole | Circle::Octant => SHORT_CYCLES,
            Circle::Eighth => circles::ROOT_CYCLES as usize,
        }
    }

    /// Clock cycles from both factors to the product.
    pub(super) fn multiply_cycles(&self) -> usize {
        self.latencies.mul + if self.product_cycles == 1 { COMPLEX_CYCLES } else { 0 }
    }

    /// Clock cycles from the place of the last point of a sum to the write of the result.
    pub(super) fn result_cycles(&self) -> usize {
        self.read_cycles() + self.multiply_cycles() + 1 + self.fixed(0).round_cycles
    }

    /// Clock cycles from the last place of a step to the first place of the next one, or to the first sample of the next frame: the last result has
    /// been written.
    pub(super) fn wait_cycles(&self) -> usize {
        self.result_cycles() + 1
    }

    /// Clock cycles of the products of a step.
    pub fn step_cycles(&self, step: &MacStep) -> usize {
        self.points() * step.radix * self.product_cycles
    }

    /// Clock cycles from the first sample of a frame to the first sample of the next one, which comes when the first bin is read.
    pub fn interval(&self) -> usize {
        let steps = self.steps.iter().map(|step| self.step_cycles(step) - 1 + self.wait_cycles());
        self.points() + steps.sum::<usize>()
    }

    /// Beats of a frame, interval and latency.
    pub fn timing(&self) -> FrameTiming {
        // A register stands at the output.
        let latency = self.interval() + self.read_cycles() + 1;
        FrameTiming { beats: [self.points(); 2], interval: self.interval(), latency }
    }

    /// Parts of a sum that are added to at once: one, or both.
    pub fn parts(&self) -> usize {
        if self.product_cycles == 4 {
            1
        } else {
            2
        }
    }

    /// Real operators. `style`: what multipliers are built of.
    pub fn units(&self, style: MultiplierStyle) -> Units {
        let widths = [self.memory_bits(), self.coefficient_bits()];
        let (multipliers, sums) = match self.product_cycles {
            1 => match complex_products(widths, style) {
                3 => (3, 5),
                products => (products, 2),
            },
            _ => (self.parts(), 0),
        };
        Units { adders: self.parts() + sums, multipliers, constants: 0 }
    }

    /// How a frame is computed, in a line.
    pub fn plan(&self) -> String {
        let radices = self.steps.iter().map(|step| step.radix).filter(|radix| *radix > 1);
        format!("sums of products, radices {}", radices.map(|radix| radix.to_string()).collect::<Vec<_>>().join(" "))
    }
}
