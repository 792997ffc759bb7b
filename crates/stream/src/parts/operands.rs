//! Operand routes as hardware: tapped delay lines, port multiplexers, and the memories and registers before ports.

use super::beat_counter::BeatCounter;
use crate::pipeline::{BeatTable, Stage, StageArithmetic};
use crate::rtl::address_bits;
use crate::schedule::{
    OperandBuffer, OperandMemory, OperandRegister, OperandRoute, OperandSource, Producer, Schedule, Tap,
};
use fftgen_hdl::dsl::*;
use std::collections::{BTreeMap, BTreeSet};

/// The tapped delay lines of a kernel's producers: the signal of each tap.
pub struct Taps<'m>(BTreeMap<Tap, Sig<'m>>);

impl<'m> Taps<'m> {
    /// Builds a tapped delay line for each producer. Fixed-point inputs are delayed at the width of the port and
    /// widened after the delay. Floating-point cores use about equal numbers of registers and LUTs, so that their short
    /// delays may be shift registers.
    pub fn new(stage: &Stage, source: impl Fn(Producer) -> Sig<'m>) -> Self {
        let taps: BTreeSet<Tap> = stage.kernel.schedule.routes.iter().flat_map(OperandRoute::taps).collect();
        let delay = match stage.arithmetic.fixed() {
            Some(_) => Sig::later_sparing_luts,
            None => Sig::later_registered,
        };
        let mut lines: BTreeMap<Tap, Sig> = BTreeMap::new();
        for tap in taps {
            let first = Tap { delay: 0, ..tap };
            let before = lines.range(first..tap).next_back();
            let (at, word) = before.map_or((0, source(tap.producer)), |(before, word)| (before.delay, *word));
            lines.insert(tap, delay(word, (tap.delay - at) as u32));
        }
        let inputs = lines.iter_mut().filter(|(tap, _)| matches!(tap.producer, Producer::Input(_)));
        inputs.for_each(|(_, word)| *word = to_internal_word(&stage.arithmetic, *word));
        Taps(lines)
    }

    /// The operand at a port, before any sign change. `None` if the port has none.
    pub fn operand(&self, beats: &mut BeatCounter<'m>, route: &OperandRoute, label: &str) -> Option<Sig<'m>> {
        let buffered = route.buffer.as_ref().map(|buffer| match buffer {
            OperandBuffer::Memory(memory) => self.memory_word(beats, route.start, memory, label),
            OperandBuffer::Register(register) => self.register_word(beats, route.start, register, label),
        });
        let m = beats.m;
        let _scope = m.scope(label);
        beats.choose(route.start, &route.sources, |pick| match pick {
            OperandSource::Tap(tap) => self.0[tap],
            OperandSource::Buffer => buffered.unwrap_or_else(|| m.constant(1, 0)),
        })
    }

    /// Builds the memory before a port and returns the word it reads, for a window that begins in cycle `start`.
    fn memory_word(&self, beats: &mut BeatCounter<'m>, start: usize, operands: &OperandMemory, label: &str) -> Sig<'m> {
        let m = beats.m;
        let data = beats.choose(operands.start, &operands.writes, |tap| self.0[tap]);
        let data = data.expect("a memory has at least one write");
        let memory = m.memory(format!("{label}_words"), operands.words(), data.width());
        // Between frames the memory writes to the first address of the next batch. The first word of that batch
        // overwrites it.
        memory.write(m.constant(1, 1), beats.address(operands.writes.len(), operands.batches, operands.start), data);
        let reads: Vec<_> = operands.reads.iter().map(|read| read.map(|cycle| cycle as u128)).collect();
        let table = BeatTable::new(address_bits(operands.writes.len()), 1, &reads);
        let offset = beats.word_registered(&table, start - 1);
        let address = beats.address_in_block(operands.batches, start - 1, offset);
        memory.read(address).named(&format!("{label}_stored"))
    }

    /// Builds the register before a port and returns its word, for a window that begins in cycle `start`. Between
    /// frames its value is don't-care.
    fn register_word(
        &self,
        beats: &mut BeatCounter<'m>,
        start: usize,
        register: &OperandRegister,
        label: &str,
    ) -> Sig<'m> {
        let data = beats.choose(start - 1, &register.loads, |tap| self.0[tap]);
        let data = data.expect("a register has at least one load");
        let row: Vec<Option<bool>> = register.loads.iter().map(|tap| Some(tap.is_some())).collect();
        let load = beats.flag(start - 1, &row).filter(|load| load.constant_value() != Some(1));
        let Some(load) = load else { return data.register() };
        let word = beats.m.reg(data.width()).named(&format!("{label}_held"));
        word.next(load.mux(data, word))
    }
}

/// A fixed-point component in the stage's internal word: sign bits above, guard bits below. A floating-point component
/// is an internal word.
pub fn to_internal_word<'m>(arithmetic: &StageArithmetic, word: Sig<'m>) -> Sig<'m> {
    let Some(fixed) = arithmetic.fixed() else { return word };
    let wide = word.sign_extend(fixed.internal_bits - fixed.guard_bits);
    match fixed.guard_bits {
        0 => wide,
        guard => word.builder().cat([word.builder().constant(guard, 0), wide]),
    }
}

/// Returns the prefix of the signal names of a port.
pub fn label(schedule: &Schedule, port: usize) -> String {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut left = port;
    for unit in &schedule.units {
        let number = numbers.entry(unit.kind.name()).or_default();
        if left < unit.kind.operands() {
            return format!("{}{number}_{}", unit.kind.name(), ["a", "b"][left]);
        }
        left -= unit.kind.operands();
        *number += 1;
    }
    format!("out{left}")
}
