//! A chain as an architecture of cores.

use super::netlist;
use super::operation::Frame;
use super::plan::Chain;
use crate::arch::{Architecture, ChainFacts, FrameTiming, OperatorSettings, Side};
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::{word, Format, Numbers};
use crate::model::Model;
use crate::parts::Reset;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

impl Architecture for Chain {
    fn title(&self) -> String {
        format!("chain from frames of {} to frames of {}", self.facts.entering, self.facts.leaving())
    }

    fn plan(&self) -> String {
        self.facts.text.clone()
    }

    fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    fn points(&self) -> [usize; 2] {
        [self.frames * self.entering.elements() * self.entering.element.parts(), self.results()].map(|all| all / 2)
    }

    fn sides(&self) -> Option<[Side; 2]> {
        let points = self.points();
        let components = [self.entering(), self.leaving()].map(|stream| stream.components());
        Some([0, 1].map(|side| Side { components: components[side], frame: 2 * points[side] }))
    }

    fn output_format(&self, _: Format) -> Format {
        self.leaving().element.format
    }

    fn has_history(&self) -> bool {
        self.planned.iter().any(|next| next.body.has_history())
    }

    fn chain(&self) -> Option<&ChainFacts> {
        Some(&self.facts)
    }

    fn scale(&self) -> Option<String> {
        Some("1".into())
    }

    fn timing(&self, _: usize) -> FrameTiming {
        FrameTiming { beats: self.beats(), interval: self.interval(), latency: self.latency() }
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        vec![]
    }

    fn units(&self) -> Units {
        let all = self.planned.iter().map(|next| next.body.units());
        all.fold(Units::default(), |sum, units| Units {
            adders: sum.adders + units.adders,
            multipliers: sum.multipliers + units.multipliers,
            constants: sum.constants + units.constants,
        })
    }

    fn memory_words(&self) -> usize {
        let waiting = self.wait_for_marks() * self.leaving().beat_bits();
        let bits = self.planned.iter().map(|next| next.body.memory_bits()).sum::<usize>() + waiting;
        bits.div_ceil(2 * self.entering.element.format.bits() as usize)
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        netlist::core(self, name, prefix, (alone, settings.tells_overflow))
    }

    fn model<'a>(&'a self, _: Numbers<'a>, _: Option<&Mode>) -> Model<'a> {
        Model::of_block(&self.pipeline, self.points(), Arc::new(ChainModel { chain: self }))
    }
}

impl Chain {
    /// Components of a frame that leaves.
    fn results(&self) -> usize {
        self.leaving().elements() * self.leaving().element.parts()
    }
}

/// Model of a chain. Frames hold the numbers that enter, and after them those that leave.
struct ChainModel<'a> {
    chain: &'a Chain,
}

impl BlockModel for ChainModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (chain, count) = (self.chain, frames.count);
        let points = chain.points();
        let (entering, leaving_bits) = (chain.entering().element, chain.leaving().element.format.bits());
        let of_block = 2 * points[0] / chain.frames;
        let mut passing: Vec<Frame> = Vec::new();
        for frame in 0..count {
            let component = |place: usize| entering.component(frames.values[place * count + frame]);
            let all: Vec<i64> = (0..2 * points[0]).map(component).collect();
            passing.extend(all.chunks(of_block).map(|block| Frame { components: block.to_vec(), overflow: false }));
        }
        for next in &chain.planned {
            passing = next.body.run(passing);
        }
        for (frame, Frame { components, overflow }) in passing.into_iter().enumerate() {
            for (place, component) in components.into_iter().enumerate() {
                frames.values[(2 * points[0] + place) * count + frame] = word(component.into(), leaving_bits);
            }
            frames.overflow[frame] |= overflow;
        }
    }

    fn has_history(&self) -> bool {
        self.chain.has_history()
    }
}
