//! The parts of a folded core of several sizes, and when frames come and leave.

use crate::arch::folded::arithmetic::assign;
use crate::arch::folded::core::{decoder, encoder, normalizer, widest_decoder, CUT_CYCLES, READ_CYCLES, WRITE_CYCLES};
use crate::arch::folded::folding::Folding;
use crate::arch::folded::places::Places;
use crate::arch::folded::plan::FoldedPlan;
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::steps::{bin_scale, divides_inverse_only, inverse_of, pipeline, spec};
use crate::arch::multi_size::FrameGap;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Diag, Direction, Factor, Kernel, Kind, Step, Steps};
use crate::lower::circles;
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::{Block, Normalizer, Pipeline};
use crate::schedule::ScheduleCache;

/// Points of the smallest size. The program of a frame is looked up while its samples come.
pub const MIN_POINTS: usize = 3;

/// Cycles from the exponent of a factor to its coefficients.
pub const FACTOR_CYCLES: usize = circles::ROOT_CYCLES as usize + 1;

/// A processor, a memory of the largest frame, and a program for each size.
#[derive(Clone, Debug)]
pub struct SizedCore {
    /// Frames of each size, the smallest first.
    pub frames: Vec<SizedFrame>,
    /// Unit of all steps.
    pub processor: StepProcessor,
}

/// Frames of a size.
#[derive(Clone, Debug)]
pub struct SizedFrame {
    /// Program of a frame.
    pub plan: FoldedPlan,
    /// Arithmetic of a frame.
    pub pipeline: Pipeline,
    /// Arithmetic of an inverse frame, where frames choose the direction and the inverse has another scale.
    pub inverse: Option<Pipeline>,
    /// Factor of each result of the last step, in inverse frames only if they have a pipeline of their own. `None` if it is one.
    pub scale: Option<Factor>,
}

impl SizedCore {
    /// Builds a core of frames whose steps have these kernels, the smallest frame first. `number`: the number system between the ports, of
    /// which `format` is the format and `options` are the options in fixed point.
    pub fn new(
        kernels: &[Vec<Kernel>],
        direction: Direction,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let is_divided = divides_inverse_only(direction);
        let scale = |kernels: &Vec<Kernel>| {
            bin_scale(number, (Kind::Complex, kernels.iter().map(|kernel| kernel.radix).product()), direction)
        };
        let scales: Vec<Option<Diag>> = kernels.iter().map(scale).collect();
        let specs = kernels.iter().zip(&scales);
        let specs: Vec<_> = specs
            .map(|(kernels, scale)| {
                spec(std::slice::from_ref(kernels), (Kind::Complex, 1), direction, scale.filter(|_| !is_divided))
            })
            .collect();
        let steps: Vec<Steps> = specs.iter().map(|spec| spec.steps()).collect();
        let pipelines = specs.into_iter().zip(&steps).map(|(spec, steps)| pipeline(spec, steps, schedules));
        let mut pipelines: Vec<Pipeline> = pipelines.collect();
        if pipelines.iter().any(|pipeline| pipeline.size < MIN_POINTS) {
            return Err(Error::Unsupported(format!("sizes: folded frames have {MIN_POINTS} points or more")));
        }
        let arithmetic = assign(&mut pipelines, number, (format, options))?;
        let steps: Vec<&Step> = steps.iter().flat_map(|steps| &steps.steps).collect();
        let processor = StepProcessor::new(&steps, (Folding::Element, true), arithmetic, schedules)?;
        if READ_CYCLES + processor.kernel_cycles() < FACTOR_CYCLES {
            return Err(Error::Unsupported(
                "sizes: the kernels are quicker than the lookup of a twiddle factor".into(),
            ));
        }
        if number.has_frame_exponents() && processor.pre_shifts.iter().flatten().any(|shift| *shift > 0) {
            return Err(Error::Unsupported("sizes and scale bfp: steps of a radix have different shifts".into()));
        }
        let turnaround = READ_CYCLES + processor.cycles() + WRITE_CYCLES;
        let frame = |(pipeline, (kernels, scale)): (Pipeline, (&Vec<Kernel>, Option<Diag>))| {
            let rests = kernels.iter().map(|kernel| processor.rest(kernel.radix)).collect();
            let places = Places::new(kernels.iter().map(|kernel| kernel.radix).collect());
            let plan = FoldedPlan::new(places, 1, rests, turnaround)?;
            let plan = match normalizer(&pipeline) {
                None => plan,
                Some(_) => plan.with_measurements(&processor),
            };
            let inverse = is_divided.then(|| inverse_of(&pipeline, std::slice::from_ref(kernels), scale, schedules));
            let scale = scale.and_then(|scale| scale.factors().first().cloned());
            Some(SizedFrame { plan, pipeline, inverse, scale })
        };
        let frames = pipelines.into_iter().zip(kernels.iter().zip(scales)).filter_map(frame).collect();
        Ok(SizedCore { frames, processor })
    }

    /// Returns the frames of a size, or those of the largest one if there is no such size.
    pub fn frame(&self, size: usize) -> &SizedFrame {
        self.frames.iter().find(|frame| frame.pipeline.size == size).unwrap_or_else(|| self.largest())
    }

    /// Returns the codecs or the normalizer at the ends of the processor. The decoder is the one that changes exponents the most.
    pub fn codecs(&self) -> [Option<Block>; 2] {
        let pipeline = &self.largest().pipeline;
        let directions = |frame: &'_ SizedFrame| [false, true].map(|inverse| frame.frame_pipeline(inverse).clone());
        let pipelines: Vec<Pipeline> = self.frames.iter().flat_map(directions).collect();
        let normalizer = pipeline.blocks.last().filter(|block| matches!(block, Block::Normalizer(_)));
        [encoder(pipeline), widest_decoder(&pipelines).or(normalizer)].map(|block| block.cloned())
    }

    /// Returns the parts of the processor between its codecs.
    pub fn processor_pipeline(&self) -> Pipeline {
        let [first, last] = self.codecs().map(Option::into_iter);
        let stages = self.processor.stages().map(|(stage, _)| Block::Kernel(stage.clone()));
        Pipeline { blocks: first.chain(stages).chain(last).collect(), ..self.largest().pipeline.clone() }
    }

    /// Returns the arithmetic of the frames with the most shifts that a frame chooses.
    pub fn shifts(&self) -> &Pipeline {
        let pipelines = self.frames.iter().map(|frame| &frame.pipeline);
        pipelines.max_by_key(|pipeline| pipeline.shift_bits()).unwrap_or(&self.largest().pipeline)
    }

    /// Clock cycles from a frame of the slowest size to the next.
    pub fn interval(&self) -> usize {
        self.frames.iter().map(|frame| frame.timing().interval).max().unwrap_or(0)
    }

    /// Returns the frames of the largest size.
    pub fn largest(&self) -> &SizedFrame {
        self.frames.last().unwrap_or_else(|| unreachable!("there are several sizes"))
    }
}

impl SizedFrame {
    /// Cycles from the first word of a frame at the memory to the first read of the output.
    fn output_start(&self) -> usize {
        self.pipeline.size + self.plan.compute_cycles()
    }

    /// Returns the arithmetic of the frames of a direction.
    pub fn frame_pipeline(&self, inverse: bool) -> &Pipeline {
        self.inverse.as_ref().filter(|_| inverse).unwrap_or(&self.pipeline)
    }

    /// Cycles from a sample to its word at the memory: those of the encoder, if there is one.
    pub fn input_cycles(&self) -> usize {
        encoder(&self.pipeline).map_or(0, Block::latency)
    }

    /// Beats of a frame, interval and latency. A frame comes when the bins of the one before it have been read and when its first bin has left,
    /// because it may have another size.
    pub fn timing(&self) -> FrameTiming {
        let size = self.pipeline.size;
        let cut = normalizer(&self.pipeline).map_or(CUT_CYCLES, Normalizer::shift_cycles);
        let output_cycles = READ_CYCLES + decoder(&self.pipeline).map_or(cut, Block::latency);
        let latency = self.input_cycles() + self.output_start() + output_cycles;
        FrameTiming { beats: [size; 2], interval: (self.output_start() + size).max(latency), latency }
    }

    /// Gap behind a frame, whatever the size of the next one is.
    pub fn gap(&self) -> FrameGap {
        let gap = self.timing().interval - self.pipeline.size;
        FrameGap { lag: gap, lead: 0, min: gap }
    }
}
