//! A memory of points, of which each link word has a memory of its own.

use crate::array::element::memory::{word_bits, Write};
use crate::array::plan::Plan;
use crate::rtl::{MemoryId, Module, Net};

/// Memory of points, which is read once and written once in a clock cycle.
pub(super) struct Bank {
    memories: Vec<MemoryId>,
}

impl Bank {
    /// Adds a memory of some points.
    pub fn new(m: &mut Module, plan: &Plan, name: &str, points: usize) -> Self {
        let word = |word: usize| m.memory(format!("{name}_{word}"), points, word_bits(plan, word));
        Bank { memories: (0..plan.link_words()).map(word).collect() }
    }

    /// Reads a point, which comes a cycle behind its address.
    pub fn read(&self, m: &mut Module, address: Net) -> Net {
        let words: Vec<Net> = self.memories.iter().map(|memory| m.read(*memory, address)).collect();
        m.concat(&words)
    }

    /// Connects the write.
    pub fn connect(&self, m: &mut Module, write: &Write) {
        for (&memory, (&enable, &word)) in self.memories.iter().zip(write.enables.iter().zip(&write.words)) {
            m.write(memory, enable, write.address, word);
        }
    }
}
