//! A core around another one, whose words are longer than those of the ports.

use super::lower::core;
use super::model::Converted;
use super::Lengths;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::exact::Field;
use crate::format::{Float, Format, Numbers};
use crate::model::Model;
use crate::parts::Reset;
use crate::pipeline::{Layout, Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// Clock cycles in which results are rounded.
const ROUND_CYCLES: usize = 1;

/// A core whose words are longer than those of the ports around it.
pub struct Longer {
    /// Core of the longer words.
    pub inside: Box<dyn Architecture>,
    /// Formats of ports and words.
    pub lengths: Lengths,
}

impl Longer {
    /// Describes the words and their rounding.
    fn words(&self) -> String {
        format!("in {}, rounded once to {}", self.lengths.words.name(), self.lengths.ports.name())
    }
}

impl Architecture for Longer {
    fn title(&self) -> String {
        self.inside.title()
    }

    fn plan(&self) -> String {
        format!("{}; {}", self.inside.plan(), self.words())
    }

    fn pipeline(&self) -> &Pipeline {
        self.inside.pipeline()
    }

    fn points(&self) -> [usize; 2] {
        self.inside.points()
    }

    fn scale(&self) -> Option<String> {
        self.inside.scale()
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        self.inside.defined(field, result, point)
    }

    fn product(&self) -> Option<ProductFacts> {
        let facts = self.inside.product()?;
        Some(ProductFacts { order: format!("{}; {}", facts.order, self.words()), ..facts })
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.inside.preload()
    }

    fn with_preload(&self, words: Vec<[u64; 2]>) -> Option<Box<dyn Architecture>> {
        Some(Box::new(Longer { inside: self.inside.with_preload(words)?, lengths: self.lengths }))
    }

    fn timing(&self, size: usize) -> FrameTiming {
        let timing = self.inside.timing(size);
        FrameTiming { latency: timing.latency + ROUND_CYCLES, ..timing }
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.inside.stages()
    }

    fn units(&self) -> Units {
        self.inside.units()
    }

    fn memory_words(&self) -> usize {
        self.inside.memory_words()
    }

    fn lower(&self, name: &str, prefix: &str, operators: &OperatorSettings, alone: Option<Reset>) -> Module {
        let operators = OperatorSettings { format: Format::Float(self.lengths.words), ..*operators };
        let inside = self.inside.lower(&format!("{prefix}_longer"), prefix, &operators, None);
        core(name, prefix, Arc::new(inside), self.lengths, alone)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let Lengths { ports, words } = self.lengths;
        let pipeline = self.inside.pipeline();
        if let Numbers::Residues(_) = numbers {
            return self.inside.model(numbers, mode);
        }
        let converted = |layout: &Layout, [from, to]: [Float; 2]| {
            let slots = layout.slots.iter().flatten().map(|slot| *slot as usize).collect();
            Arc::new(Converted { elements: slots, from, to })
        };
        let before = converted(&pipeline.input, [ports, words]);
        let after = converted(&pipeline.output, [words, ports]);
        self.inside.model(Format::Float(words).into(), mode).between(before, after)
    }
}
