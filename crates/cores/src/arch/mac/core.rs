//! The parts of a core, and when frames come and leave.

use super::step::MacStep;
use super::words::{stages, FrameSums};
use crate::arch::multi_size::FrameGap;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Fixed;
use crate::formula::{Direction, Factor};
use crate::number::fixed::{Forecast, Part};
use crate::number::FixedOptions;
use crate::operators::fixed::complex_products;
use crate::operators::MultiplierStyle;
use crate::parts::{circles, Circles};
use crate::pipeline::{Block, FixedStage, Pipeline, Stage, StageArithmetic, Units};
use crate::schedule::{Latencies, ScheduleCache};

/// Points up to which all roots of unity are in a table. Otherwise an eighth of the circle is.
const MAX_WHOLE_CIRCLE: usize = 64;

/// Clock cycles from an exponent to its root where the table is of the whole circle, or of the eighth of a power of
/// two: those of a word of the memory.
const SHORT_CYCLES: usize = 3;

/// Clock cycles of the sums before and after the products of a complex product.
const COMPLEX_CYCLES: usize = 2;

/// Clock cycles from the last sample of a frame to the numbers of its size and of its first step.
const LOOKUP_CYCLES: usize = 2;

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

/// Frames of one size or of several, and a memory of two of the largest: a step reads one half of it and writes the
/// other.
#[derive(Clone, Debug)]
pub struct MacCore {
    /// Frames of each size, the smallest first.
    pub frames: Vec<MacFrame>,
    /// Clock cycles of the product of two complex words: 1, 2 or 4.
    pub product_cycles: usize,
    /// Latencies of the operators.
    latencies: Latencies,
}

/// Frames of a size, each step of which is a sum of products for each result.
#[derive(Clone, Debug)]
pub struct MacFrame {
    /// Steps of a frame.
    pub steps: Vec<MacStep>,
    /// Factor of each bin, by which the last step multiplies. `None` if it is one.
    pub scale: Option<Factor>,
    /// Arithmetic of a frame: a block for each step.
    pub pipeline: Pipeline,
}

impl MacFrame {
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

    /// Returns the radices of the steps, without the one that scales.
    pub fn radices(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.radix).filter(|radix| *radix > 1).collect()
    }

    /// The noise of frames whose samples have components of `bits` bits.
    pub(super) fn forecast(&self, bits: u32) -> Option<Forecast> {
        let coefficients = |number: usize, step: &MacStep| {
            let scale = self.scale.as_ref().filter(|_| number == self.last());
            let factor = scale.map_or(1.0, |scale| scale.value().to_c64().re);
            let [error, share] = step.errors(self.points(), self.fixed(number).coefficient_fraction, factor);
            [factor, error, share]
        };
        let sums = self.steps.iter().enumerate();
        let sums = sums.map(|(number, step)| Part::Sums(step.radix, coefficients(number, step), self.fixed(number)));
        Forecast::of_parts(sums, &[], 0, bits)
    }

    /// Number of the last step.
    pub(super) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Returns the number of the rounding of a step among those of all steps.
    pub(super) fn rounding(&self, step: usize, all: &[&Stage]) -> usize {
        let number = all.iter().position(|other| rounds_alike([self.stage(step), other]));
        number.unwrap_or_else(|| unreachable!("each step has a rounding"))
    }

    /// Guard bits after the last place of a sample in the memory.
    pub(super) fn guard_bits(&self) -> u32 {
        let fixed = self.fixed(0);
        fixed.guard_bits - fixed.coefficient_fraction
    }
}

impl MacCore {
    /// Builds a core for frames of these numbers of points, each two or more, the smallest first, which takes a complex
    /// product in 1, 2 or 4 clock cycles.
    pub fn new(
        (sizes, product_cycles): (&[usize], usize),
        direction: Direction,
        (format, options): (Fixed, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let scale = |points: usize| {
            let scale = options.scale().level(points, points).filter(|scale| !scale.is_one());
            scale.and_then(|scale| scale.factors().first().cloned())
        };
        let scales: Vec<Option<Factor>> = sizes.iter().map(|points| scale(*points)).collect();
        let sums = |(points, scale): (&usize, &Option<Factor>)| {
            let mut steps = MacStep::all(*points);
            steps.extend(scale.iter().map(|_| MacStep::scaling(*points)));
            let factor = scale.as_ref().map_or(1.0, |scale| scale.value().to_c64().re);
            FrameSums { points: *points, steps, factor }
        };
        let sums: Vec<FrameSums> = sizes.iter().zip(&scales).map(sums).collect();
        let arithmetic = stages(&sums, (format, options))?;
        let frame = |((sums, scale), fixed): ((FrameSums, Option<Factor>), Vec<FixedStage>)| {
            let stage = Stage::of_points(sums.points, schedules);
            let block =
                |fixed: FixedStage| Block::Kernel(Stage { arithmetic: StageArithmetic::Fixed(fixed), ..stage.clone() });
            let pipeline = Pipeline::of_points(sums.points, direction, fixed.into_iter().map(block).collect());
            MacFrame { steps: sums.steps, scale, pipeline }
        };
        let frames = sums.into_iter().zip(scales).zip(arithmetic).map(frame).collect();
        Ok(MacCore { frames, product_cycles, latencies: schedules.model.latencies })
    }

    /// Frames of the largest size.
    pub fn largest(&self) -> &MacFrame {
        self.frames.last().unwrap_or_else(|| unreachable!("a core has frames"))
    }

    /// Frames of a size, or of the largest one if there is no such size.
    pub fn frame(&self, points: usize) -> &MacFrame {
        self.frames.iter().find(|frame| frame.points() == points).unwrap_or_else(|| self.largest())
    }

    /// Points of the largest frame.
    pub fn points(&self) -> usize {
        self.largest().points()
    }

    /// Arithmetic that all first steps have in common: that of the samples, of the factors and of the sums.
    pub(super) fn first(&self) -> FixedStage {
        self.largest().fixed(0)
    }

    /// Returns the stages whose roundings are all of those of the steps.
    pub fn roundings(&self) -> Vec<&Stage> {
        let mut all: Vec<&Stage> = Vec::new();
        let steps = self.frames.iter().flat_map(|frame| (0..frame.steps.len()).map(|step| frame.stage(step)));
        for stage in steps {
            if !all.iter().any(|other| rounds_alike([stage, other])) {
                all.push(stage);
            }
        }
        all
    }

    /// Bits of a component in the memory.
    pub fn memory_bits(&self) -> u32 {
        self.frames
            .iter()
            .flat_map(|frame| frame.pipeline.stages())
            .filter_map(|stage| stage.arithmetic.fixed())
            .map(|fixed| fixed.output_bits)
            .max()
            .unwrap_or(0)
            .max(self.entry_bits())
    }

    /// Bits of a part of a root.
    pub fn coefficient_bits(&self) -> u32 {
        self.first().coefficient_bits
    }

    /// Bits of a part of a sum.
    pub fn sum_bits(&self) -> u32 {
        self.first().internal_bits
    }

    /// Bits of a sample with the guard bits after it.
    fn entry_bits(&self) -> u32 {
        self.first().input_bits + self.guard_bits()
    }

    /// Guard bits after the last place of a sample in the memory.
    pub(super) fn guard_bits(&self) -> u32 {
        self.largest().guard_bits()
    }

    /// The table of the roots of unity of all sizes.
    pub fn circle(&self) -> Circle {
        match self.points() {
            _ if self.frames.len() > 1 => Circle::Eighth,
            0..=MAX_WHOLE_CIRCLE => Circle::Whole,
            points if points.is_power_of_two() => Circle::Octant,
            _ => Circle::Eighth,
        }
    }

    /// Circles whose eighths have the roots.
    pub fn circles(&self) -> Circles {
        Circles::new(&self.frames.iter().map(MacFrame::points).collect::<Vec<usize>>())
    }

    /// Clock cycles from the last sample of a frame to its first product: where there are several sizes, the numbers of
    /// the frame's size are looked up.
    pub(super) fn start_cycles(&self) -> usize {
        if self.frames.len() > 1 {
            LOOKUP_CYCLES + 1
        } else {
            1
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
        self.read_cycles() + self.multiply_cycles() + 1 + self.first().round_cycles
    }

    /// Clock cycles from the last place of a step to the first place of the next one, or to the first sample of the
    /// next frame: the last result has been written.
    pub(super) fn wait_cycles(&self) -> usize {
        self.result_cycles() + 1
    }

    /// Clock cycles of the products of a step.
    pub fn step_cycles(&self, frame: &MacFrame, step: &MacStep) -> usize {
        frame.points() * step.radix * self.product_cycles
    }

    /// Clock cycles from the first sample of a frame to the first sample of the next one, which comes when the first
    /// bin is read.
    pub fn interval_of(&self, frame: &MacFrame) -> usize {
        let steps = frame.steps.iter().map(|step| self.step_cycles(frame, step) - 1 + self.wait_cycles());
        frame.points() + self.start_cycles() - 1 + steps.sum::<usize>()
    }

    /// Clock cycles from a frame of the slowest size to the next one.
    pub fn interval(&self) -> usize {
        self.frames.iter().map(|frame| self.interval_of(frame)).max().unwrap_or(0)
    }

    /// Beats of a frame, interval and latency.
    pub fn timing(&self, frame: &MacFrame) -> FrameTiming {
        let interval = self.interval_of(frame);
        // A register stands at the output.
        FrameTiming { beats: [frame.points(); 2], interval, latency: interval + self.read_cycles() + 1 }
    }

    /// Gap after a frame. A shorter one is computed only when the last bin of this one has been read.
    pub fn gap(&self, frame: &MacFrame) -> FrameGap {
        let interval = self.interval_of(frame);
        FrameGap { lag: interval, lead: frame.points(), min: interval - frame.points() }
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
        match &self.frames[..] {
            [frame] => {
                let radices: Vec<String> = frame.radices().iter().map(usize::to_string).collect();
                format!("sums of products, radices {}", radices.join(" "))
            }
            frames => {
                let largest = frames.iter().flat_map(MacFrame::radices).max().unwrap_or(1);
                format!("sums of products, radices up to {largest}")
            }
        }
    }
}

/// Whether two stages round sums alike.
fn rounds_alike(stages: [&Stage; 2]) -> bool {
    let [a, b] = stages.map(|stage| {
        stage.arithmetic.fixed().map(|fixed| (fixed.dropped_bits(), fixed.output_bits, fixed.never_overflows))
    });
    a == b
}
