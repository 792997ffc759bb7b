//! The parts of a folded core of several sizes, and when frames come and leave.

use crate::arch::folded::arithmetic::assign;
use crate::arch::folded::core::{CUT_CYCLES, READ_CYCLES, WRITE_CYCLES};
use crate::arch::folded::folding::Folding;
use crate::arch::folded::plan::FoldedPlan;
use crate::arch::folded::processor::StepProcessor;
use crate::arch::folded::steps::{pipeline, spec};
use crate::arch::multi_size::FrameGap;
use crate::arch::FrameTiming;
use crate::error::Error;
use crate::format::Format;
use crate::formula::{Direction, Kernel, Step, Steps};
use crate::lower::circles;
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::Pipeline;
use crate::schedule::ScheduleCache;

/// Points of the smallest size. The program of a frame is looked up while its samples come.
pub const MIN_POINTS: usize = 4;

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
}

impl SizedCore {
    /// Builds a core of frames whose steps have these kernels, the smallest frame first. `number`: the number system of fixed point
    /// with the given format and options.
    pub fn new(
        kernels: &[Vec<Kernel>],
        direction: Direction,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let specs: Vec<_> = kernels.iter().map(|kernels| spec(kernels, 1, direction, None)).collect();
        let steps: Vec<Steps> = specs.iter().map(|spec| spec.steps()).collect();
        let pipelines = specs.into_iter().zip(&steps).map(|(spec, steps)| pipeline(spec, steps, schedules));
        let mut pipelines: Vec<Pipeline> = pipelines.collect();
        if pipelines.iter().any(|pipeline| pipeline.size < MIN_POINTS) {
            return Err(Error::Unsupported(format!("sizes: folded frames have {MIN_POINTS} points or more")));
        }
        let arithmetic = assign(&mut pipelines, number, (format, options))?;
        let steps: Vec<&Step> = steps.iter().flat_map(|steps| &steps.steps).collect();
        let processor = StepProcessor::new(&steps, Folding::Element, arithmetic, schedules)?;
        if READ_CYCLES + processor.kernel_cycles() < FACTOR_CYCLES {
            return Err(Error::Unsupported(
                "sizes: the kernels are quicker than the lookup of a twiddle factor".into(),
            ));
        }
        let turnaround = READ_CYCLES + processor.cycles() + WRITE_CYCLES;
        let frame = |(pipeline, kernels): (Pipeline, &Vec<Kernel>)| {
            let radices = kernels.iter().map(|kernel| kernel.radix).collect();
            let plan = FoldedPlan::new(radices, 1, 0, turnaround)?;
            Some(SizedFrame { plan, pipeline })
        };
        let frames = pipelines.into_iter().zip(kernels).filter_map(frame).collect();
        Ok(SizedCore { frames, processor })
    }

    /// Returns the frames of a size, or those of the largest one if there is no such size.
    pub fn frame(&self, size: usize) -> &SizedFrame {
        self.frames.iter().find(|frame| frame.pipeline.size == size).unwrap_or_else(|| self.largest())
    }

    /// Returns the frames of the largest size.
    pub fn largest(&self) -> &SizedFrame {
        self.frames.last().unwrap_or_else(|| unreachable!("there are several sizes"))
    }
}

impl SizedFrame {
    /// Cycles from the first beat of a frame to the first read of the output.
    fn output_start(&self) -> usize {
        self.pipeline.size + self.plan.compute_cycles()
    }

    /// Beats of a frame, interval and latency. A frame comes when the one before it has left, because it may have another size.
    pub fn timing(&self) -> FrameTiming {
        let size = self.pipeline.size;
        let latency = self.output_start() + READ_CYCLES + CUT_CYCLES;
        FrameTiming { beats: [size; 2], interval: self.output_start() + size, latency }
    }

    /// Gap behind a frame, whatever the size of the next one is.
    pub fn gap(&self) -> FrameGap {
        let gap = self.timing().interval - self.pipeline.size;
        FrameGap { lag: gap, lead: 0, min: gap }
    }
}
