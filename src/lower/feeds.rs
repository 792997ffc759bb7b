//! How operands reach the ports of a kernel's operators: delay lines, and what a port keeps words in.

use super::beats::Beats;
use super::control::choose;
use crate::pipeline::{FixedStage, Sequence, Stage};
use crate::rtl::{address_bits, Module, Net, SHIFT_REGISTER};
use crate::schedule::{Feed, Memory, Pick, Producer, Register, Schedule, Store, Tap};
use std::collections::{BTreeMap, BTreeSet};

/// The delayed values of all producers: one line each, tapped where somebody needs it. Inputs of fixed point wait as
/// they come, and are widened where they are used. Floating point has as many registers as lookup tables.
pub fn taps(m: &mut Module, stage: &Stage, source: impl Fn(Producer) -> Net) -> BTreeMap<Tap, Net> {
    let wanted: BTreeSet<Tap> = stage.kernel.schedule.feeds.iter().flat_map(Feed::taps).collect();
    let late = match stage.arithmetic.fixed() {
        Some(_) => line,
        None => shifted,
    };
    let mut nets: BTreeMap<Tap, Net> = BTreeMap::new();
    for tap in wanted {
        let first = Tap { delay: 0, ..tap };
        let before = nets.range(first..tap).next_back();
        let (at, net) = before.map_or((0, source(tap.producer)), |(before, net)| (before.delay, *net));
        nets.insert(tap, late(m, net, (tap.delay - at) as u32));
    }
    if let Some(numeric) = stage.arithmetic.fixed() {
        let inputs = nets.iter_mut().filter(|(tap, _)| matches!(tap.producer, Producer::Input(_)));
        inputs.for_each(|(_, net)| *net = entered(m, &numeric, *net));
    }
    nets
}

/// A component as an inner word.
pub fn entered(m: &mut Module, numeric: &FixedStage, net: Net) -> Net {
    let wide = m.sign_extend(net, numeric.inner - numeric.guard);
    match numeric.guard {
        0 => wide,
        guard => {
            let below = m.constant(guard, 0);
            m.concat(&[below, wide])
        }
    }
}

/// A delay line behind a register. Its last register stands apart from a shift register, since what follows has no time to
/// wait for the way out of one: the reset keeps it out, for no shift register has one.
pub fn shifted(m: &mut Module, net: Net, cycles: u32) -> Net {
    match cycles {
        0 | 1 => m.delay(net, cycles),
        _ => {
            let late = m.waiting(net, cycles - 1);
            m.register(late, Some(0))
        }
    }
}

/// The same where a lookup table costs more than registers: resets keep a line from being a shift register that would, with
/// the register it begins at, be as short as one can be.
pub fn line(m: &mut Module, net: Net, cycles: u32) -> Net {
    match cycles {
        SHIFT_REGISTER => {
            let first = m.register(net, Some(0));
            shifted(m, first, cycles - 1)
        }
        _ => shifted(m, net, cycles),
    }
}

/// What the signals of a port are called.
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

/// What a feed delivers, signs aside.
pub fn operand(m: &mut Module, beats: &mut Beats, taps: &BTreeMap<Tap, Net>, feed: &Feed, label: &str) -> Option<Net> {
    let stored = feed.store.as_ref().map(|store| match store {
        Store::Memory(memory) => stored(m, beats, taps, feed.start, memory, label),
        Store::Register(register) => held(m, beats, taps, feed.start, register, label),
    });
    choose(m, beats, feed.start, &feed.picks, |m, pick| match pick {
        Pick::Tap(tap) => taps[tap],
        Pick::Store => stored.unwrap_or_else(|| m.constant(1, 0)),
    })
}

/// The word of a port's memory, in the cycles from `start` on.
fn stored(
    m: &mut Module,
    beats: &mut Beats,
    taps: &BTreeMap<Tap, Net>,
    start: usize,
    store: &Memory,
    label: &str,
) -> Net {
    let data = choose(m, beats, store.start, &store.writes, |_, tap| taps[tap]);
    let data = data.unwrap_or_else(|| unreachable!("a memory is there for what is written"));
    let memory = m.memory(format!("{label}_words"), store.words(), m.width(data));
    let address = beats.place(m, store.writes.len(), store.batches, store.start);
    // Without a frame, the first word of the batch to come is written, and overwritten when it comes.
    let always = m.constant(1, 1);
    m.write(memory, always, address, data);
    let table: Vec<_> = store.reads.iter().map(|place| place.map(|place| place as u128)).collect();
    let sequence = Sequence::new(address_bits(store.writes.len()), 1, &table);
    let place = beats.early_word(m, &sequence, start - 1);
    let address = beats.in_batch(m, store.batches, start - 1, place);
    let word = m.read(memory, address);
    m.name(word, format!("{label}_stored"))
}

/// The word of a port's register, in the cycles from `start` on. Without a frame it may take anything.
fn held(
    m: &mut Module,
    beats: &mut Beats,
    taps: &BTreeMap<Tap, Net>,
    start: usize,
    register: &Register,
    label: &str,
) -> Net {
    let data = choose(m, beats, start - 1, &register.loads, |_, tap| taps[tap]);
    let data = data.unwrap_or_else(|| unreachable!("a register is there for what it takes"));
    let row: Vec<Option<bool>> = register.loads.iter().map(|tap| Some(tap.is_some())).collect();
    let load = choose(m, beats, start - 1, &row, |m, load| m.constant(1, u128::from(*load)));
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
