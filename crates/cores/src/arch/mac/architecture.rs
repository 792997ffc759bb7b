//! The architecture of cores of one multiplier-accumulator.

use super::core::{MacCore, MacFrame};
use super::lower::mac_core;
use super::model::mac_model;
use crate::arch::title::{slowed, title_of_sizes};
use crate::arch::{Architecture, FrameSize, FrameTiming, OperatorSettings};
use crate::format::{Format, Numbers};
use crate::model::Model;
use crate::number::fixed::Forecast;
use crate::operators::MultiplierStyle;
use crate::parts::Reset;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::{Mode, Runtime};

/// A multiplier-accumulator that computes all steps of a frame, each out of one memory into another one.
pub struct Mac {
    core: MacCore,
    style: MultiplierStyle,
    runtime: Runtime,
}

impl Mac {
    /// Creates the architecture of a core whose frames make these choices. `style`: what multipliers are built of.
    pub fn new(core: MacCore, style: MultiplierStyle, runtime: Runtime) -> Self {
        Mac { core, style, runtime }
    }
}

impl Architecture for Mac {
    fn title(&self) -> String {
        match &self.core.frames[..] {
            [first, .., last] => {
                title_of_sizes(last.pipeline.spec.direction, self.core.frames.len(), [first.points(), last.points()])
            }
            _ => self.core.largest().pipeline.title(),
        }
    }

    fn plan(&self) -> String {
        format!("{}, in {} words", self.core.plan(), self.memory_words())
    }

    fn summary(&self) -> String {
        format!("{}{}", self.core.plan(), slowed(self.core.product_cycles, "product"))
    }

    fn pipeline(&self) -> &Pipeline {
        &self.core.largest().pipeline
    }

    fn timing(&self, size: usize) -> FrameTiming {
        self.core.timing(self.core.frame(size))
    }

    fn sizes(&self) -> Vec<FrameSize<'_>> {
        let frames = self.core.frames.iter().filter(|_| self.core.frames.len() > 1);
        frames.map(|frame| frame_size(&self.core, frame)).collect()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.core.largest().pipeline.stages().map(|stage| (stage, 1)).collect()
    }

    fn units(&self) -> Units {
        self.core.units(self.style)
    }

    fn multiplier_bits(&self) -> Option<[u32; 2]> {
        Some([self.core.memory_bits(), self.core.coefficient_bits()])
    }

    fn memory_words(&self) -> usize {
        2 * self.core.points()
    }

    fn forecast(&self, size: usize, format: Format) -> Option<Forecast> {
        self.core.frame(size).forecast(format.bits())
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        mac_core(name, prefix, (&self.core, &self.runtime), settings, alone)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let frame = mode.map_or(self.core.largest(), |mode| self.core.frame(mode.size));
        let pipeline = &frame.pipeline;
        let model = Model::of_block(pipeline, pipeline.points(), mac_model(frame, numbers));
        mode.map_or(model.clone(), |mode| model.asked(mode))
    }
}

/// Returns the size of frames.
fn frame_size<'a>(core: &MacCore, frame: &'a MacFrame) -> FrameSize<'a> {
    FrameSize { points: frame.points(), pipeline: &frame.pipeline, radices: frame.radices(), gap: core.gap(frame) }
}
