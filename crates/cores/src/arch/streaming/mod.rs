//! One pipeline that takes a beat in each cycle: frames follow each other without a gap.

mod netlist;

use super::title::slowed;
use super::{Architecture, Flow, FrameTiming, OperatorSettings};
use crate::parts::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::planner::Ranked;
use crate::rtl::Module;

/// A pipeline at full rate, with the plans that it was chosen from.
pub struct Streaming {
    /// The chosen plan first.
    plans: Vec<Ranked>,
}

impl Streaming {
    /// The best of plans; `None` without any.
    pub fn new(plans: Vec<Ranked>) -> Option<Self> {
        (!plans.is_empty()).then_some(Streaming { plans })
    }
}

impl Architecture for Streaming {
    fn title(&self) -> String {
        self.pipeline().title()
    }

    fn plan(&self) -> String {
        self.pipeline().plan()
    }

    fn summary(&self) -> String {
        format!("streaming{}", slowed(self.pipeline().pace, "beat"))
    }

    fn pipeline(&self) -> &Pipeline {
        &self.plans[0].pipeline
    }

    fn timing(&self, _: usize) -> FrameTiming {
        let Pipeline { interval, input, output, .. } = self.pipeline();
        FrameTiming { beats: [input.beats, output.beats], interval: *interval, latency: self.pipeline().latency() }
    }

    fn candidates(&self) -> &[Ranked] {
        &self.plans
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.pipeline().stages().map(|stage| (stage, 1)).collect()
    }

    fn flow(&self) -> Flow<'_> {
        Flow::Blocks(&self.pipeline().blocks)
    }

    fn units(&self) -> Units {
        self.pipeline().units()
    }

    fn memory_words(&self) -> usize {
        self.pipeline().memory_words()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
        let operators = OperatorLibrary::new(prefix, format, depths, multiplier, self.pipeline());
        netlist::core(name, prefix, self.pipeline(), &operators, (alone, tells_overflow))
    }
}
