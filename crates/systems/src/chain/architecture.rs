//! A chain as an architecture of cores.

use super::netlist;
use super::operation::{Body, Frame};
use super::plan::Chain;
use super::settings::{drawn, Mapped};
use crate::arch::registers::{Register, Settings, COMMIT, WORD_BITS, WORD_BYTES};
use crate::arch::{Architecture, ChainFacts, FrameTiming, OperatorSettings, Side};
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::{word, Format, Numbers};
use crate::model::Model;
use crate::parts::Reset;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rng::Rng;
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

    fn settings(&self) -> Option<&dyn Settings> {
        self.map.as_ref().map(|_| self as &dyn Settings)
    }

    fn model<'a>(&'a self, _: Numbers<'a>, _: Option<&Mode>) -> Model<'a> {
        self.model_with(vec![])
    }
}

impl Settings for Chain {
    fn registers(&self) -> &[Register] {
        self.map.as_ref().map_or(&[], |map| &map.registers)
    }

    fn writes(&self, seed: u64) -> Vec<[u32; 2]> {
        let mut writes = Vec::new();
        for (mapped, words) in self.mapped().iter().zip(self.drawn(seed)) {
            let parts = words.into_iter().flat_map(|word| {
                let word = mapped.setting.word(word);
                (0..mapped.words()).map(move |part| (word >> (part * WORD_BITS)) as u32)
            });
            let address = |number: usize| mapped.address + number as u32 * WORD_BYTES;
            writes.extend(parts.enumerate().map(|(number, part)| [address(number), part]));
        }
        writes.push([COMMIT, 1]);
        writes
    }

    fn changed(&self, changes: &[(usize, u64)]) -> Model<'_> {
        let changed = |&(first, seed): &(usize, u64)| {
            let settings = self.mapped().iter().zip(self.drawn(seed));
            let body = |(mapped, words): (&Mapped, Vec<i64>)| {
                Some((mapped.operation, self.planned[mapped.operation].body.with_words(&words)?))
            };
            Change { first, bodies: settings.filter_map(body).collect() }
        };
        self.model_with(changes.iter().map(changed).collect())
    }
}

impl Chain {
    fn model_with(&self, changes: Vec<Change>) -> Model<'_> {
        Model::of_block(&self.pipeline, self.points(), Arc::new(ChainModel { chain: self, changes }))
    }

    fn mapped(&self) -> &[Mapped] {
        self.map.as_ref().map_or(&[], |map| &map.settings)
    }

    /// Other words of each setting.
    fn drawn(&self, seed: u64) -> Vec<Vec<i64>> {
        let mut rng = Rng::new(seed);
        self.mapped().iter().map(|mapped| drawn(&mapped.setting, &mut rng)).collect()
    }

    /// Clock cycles from the start of a frame until all operations with settings have its results: none has a word of
    /// the frame before in it any more.
    pub(super) fn settled(&self) -> Option<usize> {
        let starts = self.starts();
        let ends = self.mapped().iter().map(|mapped| starts[mapped.operation] + self.planned[mapped.operation].latency);
        ends.max()
    }

    /// Components of a frame that leaves.
    fn results(&self) -> usize {
        self.leaving().elements() * self.leaving().element.parts()
    }
}

/// Model of a chain. Frames hold the numbers that enter, and after them those that leave.
struct ChainModel<'a> {
    chain: &'a Chain,
    /// Changes of settings in the order of frames.
    changes: Vec<Change>,
}

/// Operations with other words from a frame on.
struct Change {
    first: usize,
    /// Each with its number in the chain.
    bodies: Vec<(usize, Arc<dyn Body>)>,
}

impl ChainModel<'_> {
    /// Computes what leaves an operation. `count`: frames of the chain.
    fn run_operation(&self, number: usize, count: usize, entering: Vec<Frame>) -> Vec<Frame> {
        let share = entering.len() / count.max(1);
        let body = |change: &Change| {
            let found = change.bodies.iter().find(|(changed, _)| *changed == number);
            Some((change.first * share, found?.1.clone()))
        };
        let mut bodies: Vec<(usize, Arc<dyn Body>)> = self.changes.iter().filter_map(body).collect();
        bodies.insert(0, (0, self.chain.planned[number].body.clone()));
        let ends: Vec<usize> = bodies[1..].iter().map(|(first, _)| *first).chain([entering.len()]).collect();
        let mut entering = entering.into_iter();
        let of_body = |((first, body), end): (&(usize, Arc<dyn Body>), usize)| {
            body.run(entering.by_ref().take(end.saturating_sub(*first)).collect())
        };
        bodies.iter().zip(ends).flat_map(of_body).collect()
    }
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
        for number in 0..chain.planned.len() {
            passing = self.run_operation(number, count, passing);
        }
        for (frame, Frame { components, overflow }) in passing.into_iter().enumerate() {
            for (place, component) in components.into_iter().enumerate() {
                frames.values[(2 * points[0] + place) * count + frame] = word(component.into(), leaving_bits);
            }
            frames.overflow[frame] |= overflow;
        }
    }

    fn has_history(&self) -> bool {
        self.chain.has_history() || !self.changes.is_empty()
    }
}
