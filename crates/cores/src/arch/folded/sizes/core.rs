//! The parts of a folded core of several sizes, and when frames come and leave.

use super::plan::SizedPlan;
use crate::arch::folded::arithmetic::assign;
use crate::arch::folded::core::{decoder, encoder, normalizer, widest_decoder, CUT_CYCLES, READ_CYCLES, WRITE_CYCLES};
use crate::arch::folded::folding::Folding;
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::steps::{bin_scale, divides_inverse_only, inverse_of, pipeline, spec};
use crate::arch::multi_size::FrameGap;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::exact::gcd;
use crate::format::Format;
use crate::formula::rules::in_parts;
use crate::formula::{Diag, Direction, Factor, Kernel, Kind, Step, Steps};
use crate::number::{FixedOptions, NumberSystem};
use crate::parts::{circles, Circles};
use crate::pipeline::{Block, Normalizer, Pipeline};
use crate::schedule::ScheduleCache;

/// Points of the smallest size. The program of a frame is looked up while its samples come.
pub const MIN_POINTS: usize = 3;

/// Coprime parts of a frame, at most. Each has a counter of the samples and one of the bins.
const MAX_PARTS: usize = 2;

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
    pub plan: SizedPlan,
    /// Arithmetic of a frame.
    pub pipeline: Pipeline,
    /// Arithmetic of an inverse frame, where frames choose the direction and the inverse has another scale.
    pub inverse: Option<Pipeline>,
    /// Factor of each result of the last step, in inverse frames only if they have a pipeline of their own. `None` if it is one.
    pub scale: Option<Factor>,
    /// Cycles from a sample to its word at the memory: those of the encoder, and one if places of samples are looked up.
    pub input_cycles: usize,
}

impl SizedCore {
    /// Builds a core of frames whose coprime parts have steps of these kernels, the smallest frame first. `folding`: what the processor takes in a cycle,
    /// an element or less; `number`: the number system between the
    /// ports, of which `format` is the format and `options` are the options in fixed point.
    pub fn new(
        (sizes, folding): (&[Vec<Vec<Kernel>>], Folding),
        direction: Direction,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let is_divided = divides_inverse_only(direction);
        let scale = |parts: &Vec<Vec<Kernel>>| {
            bin_scale(number, (Kind::Complex, parts.iter().flatten().map(|kernel| kernel.radix).product()), direction)
        };
        let scales: Vec<Option<Diag>> = sizes.iter().map(scale).collect();
        let specs = sizes.iter().zip(&scales);
        let specs: Vec<_> = specs
            .map(|(parts, scale)| spec(in_parts(parts), (Kind::Complex, 1), direction, scale.filter(|_| !is_divided)))
            .collect();
        let steps: Vec<Steps> = specs.iter().map(|spec| spec.steps()).collect();
        let pipelines = specs.into_iter().zip(&steps).map(|(spec, steps)| pipeline(spec, steps, schedules));
        let mut pipelines: Vec<Pipeline> = pipelines.collect();
        if sizes.iter().any(|parts| parts.len() > MAX_PARTS) {
            return Err(Error::Unsupported(format!("sizes: folded frames have {MAX_PARTS} coprime parts or fewer")));
        }
        if sizes.iter().any(|parts| !are_coprime(parts)) {
            return Err(Error::Unsupported("sizes: parts have a common factor; ask for coprime ones".into()));
        }
        if scales.iter().any(Option::is_some) && !folding.multiplies_all() {
            return Err(Error::Unsupported("a scale that shifts do not make: some results have no multiplier".into()));
        }
        if pipelines.iter().any(|pipeline| pipeline.size < MIN_POINTS) {
            return Err(Error::Unsupported(format!("sizes: folded frames have {MIN_POINTS} points or more")));
        }
        let arithmetic = assign(&mut pipelines, number, (format, options), true)?;
        let steps: Vec<&Step> = steps.iter().flat_map(|steps| &steps.steps).collect();
        let processor = StepProcessor::new(&steps, (folding, true), arithmetic, schedules)?;
        if READ_CYCLES + processor.factor_cycles() < FACTOR_CYCLES {
            return Err(Error::Unsupported(
                "sizes: the kernels are quicker than the lookup of a twiddle factor".into(),
            ));
        }
        if number.has_frame_exponents() && processor.pre_shifts.iter().flatten().any(|shift| *shift > 0) {
            return Err(Error::Unsupported("sizes and scale bfp: steps of a radix have different shifts".into()));
        }
        let looks_up_places = sizes.iter().any(|parts| parts.len() > 1);
        let turnaround = READ_CYCLES + processor.cycles() + WRITE_CYCLES;
        let frame = |(pipeline, (parts, scale)): (Pipeline, (&Vec<Vec<Kernel>>, Option<Diag>))| {
            let radices = |part: &Vec<Kernel>| part.iter().map(|kernel| kernel.radix).collect();
            let radices: Vec<Vec<usize>> = parts.iter().map(radices).collect();
            let plan = SizedPlan::new(&radices, |kind| processor.rest(processor.choice(kind)), turnaround);
            let plan = match normalizer(&pipeline) {
                None => plan,
                Some(_) => plan.with_measurements(&processor),
            };
            let plan = plan.with_waits_of(&processor);
            let inverse = is_divided.then(|| inverse_of(&pipeline, in_parts(parts), scale, schedules));
            let scale = scale.and_then(|scale| scale.factors().first().cloned());
            let input_cycles = encoder(&pipeline).map_or(0, Block::latency) + usize::from(looks_up_places);
            SizedFrame { plan, pipeline, inverse, scale, input_cycles }
        };
        let frames = pipelines.into_iter().zip(sizes.iter().zip(scales)).map(frame).collect();
        Ok(SizedCore { frames, processor })
    }

    /// Returns the frames of a size, or those of the largest one if there is no such size.
    pub fn frame(&self, size: usize) -> &SizedFrame {
        self.frames.iter().find(|frame| frame.pipeline.size == size).unwrap_or_else(|| self.largest())
    }

    /// Returns the number of coprime parts of a frame, at most.
    pub fn parts(&self) -> usize {
        self.frames.iter().map(|frame| frame.plan.parts()).max().unwrap_or(1)
    }

    /// Returns the circles whose roots are the factors of all parts of several steps.
    pub fn circles(&self) -> Circles {
        circles_of(self.frames.iter().map(|frame| frame.plan.radices_of_parts()))
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

    /// Beats of a frame, interval and latency. A frame comes when the bins of the one before it have been read and when its first bin has left,
    /// because it may have another size.
    pub fn timing(&self) -> FrameTiming {
        let size = self.pipeline.size;
        let cut = normalizer(&self.pipeline).map_or(CUT_CYCLES, Normalizer::shift_cycles);
        let output_cycles = READ_CYCLES + decoder(&self.pipeline).map_or(cut, Block::latency);
        let latency = self.input_cycles + self.output_start() + output_cycles;
        FrameTiming { beats: [size; 2], interval: (self.output_start() + size).max(latency), latency }
    }

    /// Gap after a frame, whatever the size of the next one is.
    pub fn gap(&self) -> FrameGap {
        let gap = self.timing().interval - self.pipeline.size;
        FrameGap { lag: gap, lead: 0, min: gap }
    }
}

/// Whether the numbers of points of parts are coprime.
fn are_coprime(parts: &[Vec<Kernel>]) -> bool {
    let points = |part: &Vec<Kernel>| part.iter().map(|kernel| kernel.radix).product::<usize>();
    let all: Vec<usize> = parts.iter().map(points).collect();
    all.iter().enumerate().all(|(number, points)| all[..number].iter().all(|other| gcd(*points, *other) == 1))
}

/// Returns the circles whose roots are the factors of the parts of several steps of sizes. Each part is a list of radices.
pub fn circles_of(sizes: impl IntoIterator<Item = Vec<Vec<usize>>>) -> Circles {
    let parts = sizes.into_iter().flatten().filter(|radices| radices.len() > 1);
    Circles::new(&parts.map(|radices| radices.iter().product()).collect::<Vec<usize>>())
}
