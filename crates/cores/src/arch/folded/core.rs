//! The parts of a folded core, and when frames come and leave.

use super::arithmetic::assign;
use super::folding::{FoldedShape, Folding};
use super::places::Places;
use super::plan::FoldedPlan;
use super::processor::StepProcessor;
use super::step_kind::StepKind;
use super::steps::{bin_scale, divides_inverse_only, inverse_of, pipeline, spec, SPLIT_PAIRS};
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Format;
use crate::formula::rules::in_place;
use crate::formula::{Direction, Factor, Kernel, Kind, Step};
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::{Block, Normalizer, Pipeline};
use crate::schedule::{ScheduleCache, ScheduleModel};

/// Cycles from the digits of a place to its word in one bank: address, memory, output register of the memory.
pub(super) const READ_CYCLES: usize = 3;

/// Cycles by which a read of several banks takes longer: bank of the first lane, and switch.
const SWITCH_CYCLES: usize = 2;

/// Cycles from a result to the first read of it: input register of the memory.
pub(super) const WRITE_CYCLES: usize = 1;

/// Cycles that cut a bin to the length of the output, where words do not change their encoding.
pub(super) const CUT_CYCLES: usize = 1;

/// A processor, a memory and the program of a frame.
#[derive(Clone, Debug)]
pub struct FoldedCore {
    /// Program of a frame.
    pub plan: FoldedPlan,
    /// Unit of all steps.
    pub processor: StepProcessor,
    /// Arithmetic of a frame.
    pub pipeline: Pipeline,
    /// Arithmetic of an inverse frame, where frames choose the direction and the inverse has another scale.
    pub inverse: Option<Pipeline>,
    /// Factor of each result of the last step, in inverse frames only if they have a pipeline of their own. `None` if
    /// it is one.
    pub scale: Option<Factor>,
}

impl FoldedCore {
    /// Builds a core for data of a kind, whose parts of coprime sizes have steps of these kernels, and with what it
    /// takes in a cycle. `number`: the number system between the ports, of which `format` is the format and `options`
    /// are the options in fixed point.
    pub fn new(
        parts: &[Vec<Kernel>],
        FoldedShape { folding, width, memories }: FoldedShape,
        (kind, direction): (Kind, Direction),
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let radices: Vec<Vec<usize>> =
            parts.iter().map(|kernels| kernels.iter().map(|kernel| kernel.radix).collect()).collect();
        let places = Places::of_parts(&radices);
        let size = places.count();
        let (is_divided, scale) = (divides_inverse_only(direction), bin_scale(number, (kind, size), direction));
        if scale.is_some() && !folding.multiplies_all() {
            return Err(Error::Unsupported("a scale that shifts do not make: some results have no multiplier".into()));
        }
        if schedules.model.multiplies_all && folding == Folding::Transform {
            return Err(Error::Unsupported(
                "floating point operator by operator: all results pass a multiplication".into(),
            ));
        }
        let of_all = scale.filter(|_| !is_divided);
        let spec = spec(in_place(parts), (kind, width), direction, of_all);
        let steps = spec.steps();
        let split = kind.split(spec.point_shape(), direction == Direction::Inverse);
        if split.is_some()
            && (folding != Folding::Element
                || parts.len() > 1
                || memories > 1
                || steps.elements < 2 * SPLIT_PAIRS
                || size % 2 > 0)
        {
            return Err(Error::Unsupported(
                "real data are folded a point a clock cycle, in one memory of an even number of points, six or more"
                    .into(),
            ));
        }
        let mut pipeline = pipeline(spec, &steps, schedules);
        let all: Vec<&Step> = steps.steps.iter().collect();
        let multiplies = scale.is_some() || all.iter().any(|step| step.after.is_some() || step.split.is_some());
        let multiplies = multiplies || schedules.model.multiplies_all;
        let arithmetic = assign(std::slice::from_mut(&mut pipeline), number, (format, options), multiplies)?;
        let inverse = is_divided.then(|| inverse_of(&pipeline, in_place(parts), scale, schedules));
        let processor = StepProcessor::new(&all, (folding, multiplies), arithmetic, schedules)?;
        if processor.outruns_factors(READ_CYCLES) {
            return Err(Error::Unsupported("cycles: sums are quicker than the lookup of a twiddle factor".into()));
        }
        let radix = places.radices().first().copied().unwrap_or(1);
        let banks = folding.lanes(radix);
        let rest = |kind: StepKind| match folding {
            Folding::Product(pace) => pace - kind.radix,
            _ => processor.rest(processor.choice(kind)),
        };
        let rests = places.kinds().map(rest).collect();
        // Between the write of a result and the next read of its place lies no switch.
        let turnaround = READ_CYCLES + usize::from(banks > 1) + processor.cycles() + WRITE_CYCLES;
        // A frame is computed while the word of another one comes, and while words of another one are measured.
        if memories > 1 && (pipeline.shift_bits() > 0 || inverse.is_some() || normalizer(&pipeline).is_some()) {
            return Err(Error::Unsupported("two memories: what steps do depends on the frame".into()));
        }
        if memories > 1 && processor.shares_multipliers() {
            return Err(Error::Unsupported("two memories: frames meet in the multipliers of kernels".into()));
        }
        let plan = FoldedPlan::with_shape(places, banks, [width, memories], rests, turnaround).ok_or_else(|| {
            Error::Unsupported(
                "width and cycles: the radices have no such banks; ask for another --radix or --width".into(),
            )
        })?;
        let plan = match split {
            None => plan,
            Some(split) => plan.with_split(split, turnaround),
        };
        let plan = match normalizer(&pipeline) {
            None => plan,
            Some(_) => plan.with_measurements(&processor),
        };
        let plan = plan.with_waits_of(&processor);
        let scale = scale.and_then(|scale| scale.factors().first().cloned());
        Ok(FoldedCore { plan, processor, pipeline, inverse, scale })
    }

    /// Whether a single element comes in each cycle, and its result passes a multiplication of its own.
    pub fn takes_elements(&self) -> bool {
        let has_own = self.processor.behind_kernels().is_some() && !self.processor.shares_multipliers();
        self.plan.banks().count() == 1 && has_own
    }

    /// Returns the core at a pace in clock cycles to each cycle of its own, in which operators serve several units
    /// where that is cheaper.
    pub fn at_pace(mut self, pace: usize, model: &ScheduleModel) -> Self {
        [&mut self.pipeline].into_iter().chain(&mut self.inverse).for_each(|pipeline| pipeline.pace = pace);
        self.processor.share(pace, model);
        self
    }

    /// Cycles from the digits of a place to its word at the processor.
    pub fn read_cycles(&self) -> usize {
        READ_CYCLES + if self.plan.banks().count() > 1 { SWITCH_CYCLES } else { 0 }
    }

    /// Cycles from a sample to its word at the memory: those of the encoder, if there is one.
    pub fn input_cycles(&self) -> usize {
        self.encoder().map_or(0, Block::latency)
    }

    /// Cycles from the counters to a bin at the output.
    pub fn output_cycles(&self) -> usize {
        let cut = normalizer(&self.pipeline).map_or(CUT_CYCLES, Normalizer::shift_cycles);
        self.read_cycles() + self.decoder().map_or(cut, Block::latency)
    }

    /// Encoder of the samples, where words do not have the format of the ports.
    pub fn encoder(&self) -> Option<&Block> {
        encoder(&self.pipeline)
    }

    /// Decoder of the bins, where words do not have the format of the ports.
    pub fn decoder(&self) -> Option<&Block> {
        decoder(&self.pipeline)
    }

    /// Returns the core between its codecs, whose ports have the words of the memory.
    pub fn without_codecs(mut self) -> Self {
        let pipelines = [&mut self.pipeline].into_iter().chain(&mut self.inverse);
        pipelines.for_each(|pipeline| pipeline.blocks.retain(|block| !matches!(block, Block::Codec(_))));
        self
    }

    /// Returns the arithmetic of the frames of a direction.
    pub fn frame_pipeline(&self, inverse: bool) -> &Pipeline {
        self.inverse.as_ref().filter(|_| inverse).unwrap_or(&self.pipeline)
    }

    /// Block after the memory that changes the words of bins, if there is one. Its scale is the largest or smallest one
    /// of the directions.
    pub fn exit(&self) -> Option<&Block> {
        let last = self.pipeline.blocks.last().filter(|block| block.stage().is_none());
        widest_decoder([false, true].map(|inverse| self.frame_pipeline(inverse))).or(last)
    }

    /// Returns the stages of the processor between the codecs, which are all parts with operators.
    pub fn processor_pipeline(&self) -> Pipeline {
        let stages = self.processor.stages().map(|(stage, _)| Block::Kernel(stage.clone()));
        let blocks = self.encoder().cloned().into_iter().chain(stages).chain(self.exit().cloned()).collect();
        Pipeline { blocks, ..self.pipeline.clone() }
    }

    /// Beats of a frame.
    fn beats(&self) -> usize {
        self.pipeline.size / self.plan.width()
    }

    /// Cycles from the first beat of a frame to the first read of the output.
    fn output_start(&self) -> usize {
        self.beats() + self.input_cycles() + self.plan.compute_cycles()
    }

    /// Cycles of the core from the first beat of a frame to the first beat of the next one.
    pub fn interval(&self) -> usize {
        match self.plan.memories() {
            1 => self.memory_interval(),
            memories => self.memory_interval().div_ceil(memories).max(self.beats()).max(self.plan.processor_cycles()),
        }
    }

    /// Cycles from the first beat of a frame to the first beat of the next one in the same memory. That one comes when
    /// the last results have been written, and when no bin is left in the place of a sample.
    fn memory_interval(&self) -> usize {
        let written = self.output_start() - self.plan.last_wait() + self.read_cycles() + self.processor.cycles();
        let places = self.plan.places();
        let held = match self.plan.alternates() {
            true => 0,
            false => {
                let mut samples = vec![0; places.count()];
                (0..places.count()).for_each(|sample| samples[places.of_sample(sample)] = sample);
                (0..places.count()).map(|bin| bin.saturating_sub(samples[places.of_bin(bin)])).max().unwrap_or(0)
            }
        };
        (written - self.input_cycles()).max(self.output_start() + held + self.read_cycles() - READ_CYCLES + 1)
    }

    /// Clock cycles from the first beat of a frame to the first beat of the next one.
    pub fn clock_interval(&self) -> usize {
        self.pipeline.pace * self.interval()
    }

    /// Beats of a frame, interval and latency, in cycles of the core.
    pub fn timing(&self) -> FrameTiming {
        let beats = [self.beats(); 2];
        FrameTiming { beats, interval: self.interval(), latency: self.output_start() + self.output_cycles() }
    }
}

/// Returns the encoder before the steps of a pipeline, if there is one.
pub(super) fn encoder(pipeline: &Pipeline) -> Option<&Block> {
    pipeline.blocks.first().filter(|block| matches!(block, Block::Codec(_)))
}

/// Returns the decoder after the steps of a pipeline, if there is one.
pub(super) fn decoder(pipeline: &Pipeline) -> Option<&Block> {
    pipeline.blocks.last().filter(|block| matches!(block, Block::Codec(_)))
}

/// Returns the decoder of shared-exponent words that changes exponents the most.
pub(super) fn widest_decoder<'a>(pipelines: impl IntoIterator<Item = &'a Pipeline>) -> Option<&'a Block> {
    pipelines.into_iter().filter_map(decoder).max_by_key(|decoder| decoder.exponent_change())
}

/// Returns the normalizer after the steps of a pipeline, if the words of a frame have a common exponent.
pub(super) fn normalizer(pipeline: &Pipeline) -> Option<&Normalizer> {
    pipeline.normalizers().map(|(_, normalizer)| normalizer).next()
}
