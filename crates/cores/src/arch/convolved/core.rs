//! The parts of a convolution, and when frames come and leave.

use super::factors::chirp;
use super::words::{products, Convolution, LoopWords};
use super::{block, fixed, float, shared_exponent};
use crate::arch::folded::FoldedCore;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Direction, Factor};
use crate::number::fixed::{convolution, Forecast, Part};
use crate::number::{FixedOptions, NumberSystem};
use crate::parts::circles;
use crate::pipeline::{Block, Pipeline, Stage, Units};
use crate::runtime::Mode;
use crate::schedule::ScheduleCache;
use std::iter::repeat_n;

/// Clock cycles from the number of a word to the coefficients of its factor.
pub(super) const FACTOR_CYCLES: usize = circles::ROOT_CYCLES as usize + 1;

/// A folded core with a multiplier between its output and its input.
///
/// A frame passes the multiplier three times and the folded core twice: samples times chirp, transform, spectrum of the convolution, transform,
/// results times chirp.
#[derive(Clone, Debug)]
pub struct ConvolvedCore {
    /// Folded core, whose ports have words.
    pub transform: FoldedCore,
    /// Words between the ports of the core.
    pub words: LoopWords,
    /// The blocks of a frame: one that makes words of samples, what makes its exponent, and one that makes bins of words.
    pub pipeline: Pipeline,
    /// Model of the multiplications by the chirp.
    pub(super) chirp: Pipeline,
    /// Models of the multiplications between both passes, in the directions that have words of their own.
    pub(super) spectra: Vec<Pipeline>,
}

impl ConvolvedCore {
    /// Builds a core. `number`: the number system of floating-point numbers between the ports; `format` and `options`: those of the ports.
    pub fn new(
        convolution: &Convolution,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let (transform, words) = match format {
            Format::Fixed(port) if number.has_frame_exponents() => {
                block::build(convolution, (port, options), schedules)?
            }
            Format::Fixed(port) => fixed::build(convolution, (port, options), schedules)?,
            Format::Float(float) => match number.format() {
                Format::Float(_) => float::build(convolution, number, (float, options), schedules)?,
                Format::Fixed(_) => shared_exponent::build(convolution, number, (float, options), schedules)?,
            },
        };
        let points = convolution.points;
        let blocks = [&words.entry, &words.between, words.exit()].concat();
        let pipeline = Pipeline::of_points(points, convolution.direction, blocks);
        let multiplied = |factors: &[Factor]| {
            let stage = Stage { arithmetic: words.multiplier.arithmetic, ..products(factors, schedules) };
            Pipeline::of_points(factors.len(), Direction::Forward, vec![Block::Kernel(stage)])
        };
        let chirp = multiplied(&chirp(points));
        let spectra = words.of_direction.iter().map(|words| multiplied(&words.spectrum)).collect();
        let core = ConvolvedCore { transform, words, pipeline, chirp, spectra };
        // The second pass begins when the first results leave, and takes their places.
        match core.transform.interval() <= core.transform.timing().latency + core.product_cycles() {
            true => Ok(core),
            false => Err(Error::Unsupported("cycles: the steps of a convolution need radices of a palindrome".into())),
        }
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.pipeline.size
    }

    /// Points of both transforms.
    pub fn elements(&self) -> usize {
        self.transform.pipeline.elements
    }

    /// What frames of the folded core ask for in both passes.
    pub(super) fn passes(&self) -> [Mode; 2] {
        let size = self.elements();
        self.words.passes.map(|word| Mode { word, choice_bits: 0, size, points: [size; 2], inverse: false })
    }

    /// The noise of frames whose samples have components of `bits` bits. `None` where frames have exponents.
    pub(super) fn forecast(&self, bits: u32) -> Option<Forecast> {
        if !self.words.between.is_empty() {
            return None;
        }
        fn stages<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> Option<Vec<Part<'a>>> {
            let stages = blocks.into_iter().filter_map(Block::stage);
            stages.map(|stage| Some(Part::Stage(stage, stage.arithmetic.fixed()?.shift))).collect()
        }
        let pass = |mode: Mode| -> Option<Vec<Part>> {
            let Pipeline { blocks, .. } = &self.transform.pipeline;
            let parts = stages(blocks)?.into_iter().zip(self.transform.pipeline.shift_fields());
            let shifted = |(part, field)| match (part, field) {
                (Part::Stage(stage, _), Some(field)) => Part::Stage(stage, mode.shift(field) as i32),
                (part, _) => part,
            };
            Some(parts.map(shifted).collect())
        };
        let [padding, selection] = convolution(self.points(), self.elements());
        let [first, second] = self.passes();
        let parts = [
            stages(&self.words.entry)?,
            stages(&self.chirp.blocks)?,
            vec![padding],
            pass(first)?,
            stages(&self.spectra[0].blocks)?,
            pass(second)?,
            vec![selection],
            stages(&self.chirp.blocks)?,
            stages(self.words.exit())?,
        ];
        let used: Vec<u32> = (0..self.points() as u32).collect();
        Forecast::of_parts(parts.into_iter().flatten(), &used, self.elements(), bits)
    }

    /// Cycles by which words wait before the multiplier, so that their factors are there.
    pub(super) fn wait_cycles(&self) -> usize {
        FACTOR_CYCLES.saturating_sub(self.words.multiplier.align_cycles())
    }

    /// Cycles by which factors wait for parts that take longer to align.
    pub(super) fn factor_wait_cycles(&self) -> usize {
        self.words.multiplier.align_cycles().saturating_sub(FACTOR_CYCLES)
    }

    /// Powers of two by which the shifts outside of both passes move the exponent of a frame.
    pub fn shifts(&self) -> i32 {
        self.pipeline.shifts() - 2 * self.transform.pipeline.shifts()
    }

    /// Cycles from a word to its product at the input of the folded core.
    pub fn product_cycles(&self) -> usize {
        self.wait_cycles() + self.words.multiplier.cycles()
    }

    /// Cycles from a word at the multiplier to the first result of the second pass there.
    fn both_passes_cycles(&self) -> usize {
        2 * (self.product_cycles() + self.transform.timing().latency)
    }

    /// Cycles from the first beat of a frame to the first beat of the next one, whose samples pass the multiplier after the last result.
    pub fn interval(&self) -> usize {
        self.both_passes_cycles() + self.points()
    }

    /// Beats of a frame, interval and latency.
    pub fn timing(&self) -> FrameTiming {
        let ends: usize = self.words.entry.iter().chain(self.words.exit()).map(Block::latency).sum();
        let latency = ends + self.both_passes_cycles() + self.product_cycles();
        FrameTiming { beats: [self.points(); 2], interval: self.interval(), latency }
    }

    /// All stages with operators, each with the number of its copies.
    pub fn stages(&self) -> impl Iterator<Item = (&Stage, usize)> {
        self.transform.processor.stages().chain([(&self.words.multiplier, 1)])
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        self.stages().map(|(stage, copies)| copies * stage.units()).sum()
    }

    /// How a frame is computed, in a line.
    pub fn plan(&self) -> String {
        let radices: Vec<String> = self.transform.plan.radices().iter().map(usize::to_string).collect();
        format!(
            "convolution with a chirp by two transforms of {} points, radices {}",
            self.elements(),
            radices.join(" ")
        )
    }

    /// Returns a pipeline of all blocks with operators.
    pub fn operator_pipeline(&self) -> Pipeline {
        let stages = self.stages().flat_map(|(stage, copies)| repeat_n(Block::Kernel(stage.clone()), copies));
        let [entry, exit] = [&self.words.entry, self.words.exit()].map(|blocks| blocks.iter().cloned());
        let blocks = entry.chain(stages).chain(self.transform.exit().cloned()).chain(exit).collect();
        Pipeline { blocks, ..self.pipeline.clone() }
    }
}
