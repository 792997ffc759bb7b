//! Operand routes as hardware: tapped delay lines, port multiplexers, and the memories and registers before ports.

use super::beat_counter::BeatCounter;
use super::control::beat_mux;
use super::delay::{delay_line, delay_registered};
use crate::pipeline::{BeatTable, Stage, StageArithmetic};
use crate::rtl::{address_bits, Module, Net};
use crate::schedule::{
    OperandBuffer, OperandMemory, OperandRegister, OperandRoute, OperandSource, Producer, Schedule, Tap,
};
use std::collections::{BTreeMap, BTreeSet};

/// Builds a tapped delay line for each producer and returns the net of each tap. Fixed-point inputs are delayed at the width of the
/// port and widened after the delay. Floating-point cores use about equal numbers of registers and LUTs, so that their short delays
/// may be shift registers.
pub fn taps(m: &mut Module, stage: &Stage, source: impl Fn(Producer) -> Net) -> BTreeMap<Tap, Net> {
    let taps: BTreeSet<Tap> = stage.kernel.schedule.routes.iter().flat_map(OperandRoute::taps).collect();
    let delay = match stage.arithmetic.fixed() {
        Some(_) => delay_line,
        None => delay_registered,
    };
    let mut nets: BTreeMap<Tap, Net> = BTreeMap::new();
    for tap in taps {
        let first = Tap { delay: 0, ..tap };
        let before = nets.range(first..tap).next_back();
        let (at, net) = before.map_or((0, source(tap.producer)), |(before, net)| (before.delay, *net));
        nets.insert(tap, delay(m, net, (tap.delay - at) as u32));
    }
    let inputs = nets.iter_mut().filter(|(tap, _)| matches!(tap.producer, Producer::Input(_)));
    inputs.for_each(|(_, net)| *net = to_internal_word(m, &stage.arithmetic, *net));
    nets
}

/// Widens a fixed-point component to the stage's internal word: sign bits above, guard bits below. A floating-point component is an
/// internal word.
pub fn to_internal_word(m: &mut Module, arithmetic: &StageArithmetic, net: Net) -> Net {
    let Some(fixed) = arithmetic.fixed() else { return net };
    let wide = m.sign_extend(net, fixed.internal_bits - fixed.guard_bits);
    match fixed.guard_bits {
        0 => wide,
        guard => {
            let below = m.constant(guard, 0);
            m.concat(&[below, wide])
        }
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

/// Builds an operand route and returns the net at the port, before any sign change.
pub fn operand(
    m: &mut Module,
    beats: &mut BeatCounter,
    taps: &BTreeMap<Tap, Net>,
    route: &OperandRoute,
    label: &str,
) -> Option<Net> {
    let buffered = route.buffer.as_ref().map(|buffer| match buffer {
        OperandBuffer::Memory(memory) => memory_word(m, beats, taps, route.start, memory, label),
        OperandBuffer::Register(register) => register_word(m, beats, taps, route.start, register, label),
    });
    beat_mux(m, beats, route.start, &route.sources, |m, pick| match pick {
        OperandSource::Tap(tap) => taps[tap],
        OperandSource::Buffer => buffered.unwrap_or_else(|| m.constant(1, 0)),
    })
}

/// Builds the memory before a port and returns the word it reads, for a window that begins in cycle `start`.
fn memory_word(
    m: &mut Module,
    beats: &mut BeatCounter,
    taps: &BTreeMap<Tap, Net>,
    start: usize,
    operands: &OperandMemory,
    label: &str,
) -> Net {
    let data = beat_mux(m, beats, operands.start, &operands.writes, |_, tap| taps[tap]);
    let data = data.unwrap_or_else(|| unreachable!("a memory has at least one write"));
    let memory = m.memory(format!("{label}_words"), operands.words(), m.width(data));
    let address = beats.address(m, operands.writes.len(), operands.batches, operands.start);
    // Between frames the memory writes to the first address of the next batch. The first word of that batch overwrites
    // it.
    let always = m.constant(1, 1);
    m.write(memory, always, address, data);
    let reads: Vec<_> = operands.reads.iter().map(|read| read.map(|cycle| cycle as u128)).collect();
    let table = BeatTable::new(address_bits(operands.writes.len()), 1, &reads);
    let offset = beats.word_registered(m, &table, start - 1);
    let address = beats.address_in_block(m, operands.batches, start - 1, offset);
    let word = m.read(memory, address);
    m.name(word, format!("{label}_stored"))
}

/// Builds the register before a port and returns its word, for a window that begins in cycle `start`. Between frames
/// its value is don't-care.
fn register_word(
    m: &mut Module,
    beats: &mut BeatCounter,
    taps: &BTreeMap<Tap, Net>,
    start: usize,
    register: &OperandRegister,
    label: &str,
) -> Net {
    let data = beat_mux(m, beats, start - 1, &register.loads, |_, tap| taps[tap]);
    let data = data.unwrap_or_else(|| unreachable!("a register has at least one load"));
    let row: Vec<Option<bool>> = register.loads.iter().map(|tap| Some(tap.is_some())).collect();
    let load = beat_mux(m, beats, start - 1, &row, |m, load| m.constant(1, u128::from(*load)));
    match load.filter(|&load| m.constant_value(load) != Some(1)) {
        None => m.register(data, None),
        Some(load) => {
            let word = m.state(m.width(data), None);
            m.name(word, format!("{label}_held"));
            let next = m.mux(load, data, word);
            m.drive(word, next);
            word
        }
    }
}
