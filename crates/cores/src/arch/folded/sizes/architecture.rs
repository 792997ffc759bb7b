//! The architecture of folded cores whose frames choose their size.

use super::core::{SizedCore, SizedFrame};
use crate::arch::folded::lower::sizes::core::sized_core;
use crate::arch::title::title_of_sizes;
use crate::arch::{Architecture, FrameSize, FrameTiming, OperatorSettings};
use crate::format::Numbers;
use crate::model::Model;
use crate::parts::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::{Mode, Runtime};

/// A processor that computes all steps of frames of several sizes in one memory.
pub struct FoldedSizes {
    core: SizedCore,
    runtime: Runtime,
}

impl FoldedSizes {
    /// Creates the architecture of a core whose frames make these choices.
    pub fn new(core: SizedCore, runtime: Runtime) -> Self {
        FoldedSizes { core, runtime }
    }
}

impl Architecture for FoldedSizes {
    fn title(&self) -> String {
        let [first, last] =
            [self.core.frames.first(), self.core.frames.last()].map(|f| f.map_or(0, |f| f.pipeline.size));
        title_of_sizes(self.core.largest().pipeline.spec.direction, self.core.frames.len(), [first, last])
    }

    fn plan(&self) -> String {
        let radices: Vec<String> =
            self.core.processor.kernels.iter().map(|kernel| kernel.transform.radix().to_string()).collect();
        format!("steps of radices {}, folded in {} words", radices.join(", "), self.memory_words())
    }

    fn pipeline(&self) -> &Pipeline {
        &self.core.largest().pipeline
    }

    fn timing(&self, size: usize) -> FrameTiming {
        self.core.frame(size).timing()
    }

    fn sizes(&self) -> Vec<FrameSize<'_>> {
        self.core.frames.iter().map(frame_size).collect()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.core.processor.stages().collect()
    }

    fn units(&self) -> Units {
        self.core.processor.units()
    }

    fn memory_words(&self) -> usize {
        self.core.largest().pipeline.size
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, _: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
        let operators = OperatorLibrary::new(prefix, format, depths, multiplier, &self.core.processor_pipeline());
        sized_core(name, prefix, &self.core, &self.runtime, &operators, tells_overflow)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        match mode {
            None => Model::new(self.pipeline(), numbers),
            Some(mode) => Model::new(self.core.frame(mode.size).frame_pipeline(mode.inverse), numbers).asked(mode),
        }
    }
}

/// Returns the size of frames.
fn frame_size(frame: &SizedFrame) -> FrameSize<'_> {
    let radices = frame.plan.radices().to_vec();
    FrameSize { points: frame.pipeline.size, pipeline: &frame.pipeline, radices, gap: frame.gap() }
}
