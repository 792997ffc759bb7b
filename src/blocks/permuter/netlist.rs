//! Permuters as hardware.

use crate::lower::beats::Beats;
use crate::lower::control::{numbered, select, Pulse, SHORT};
use crate::lower::count::count;
use crate::lower::sign::with_sign;
use crate::lower::Ports;
use crate::permute::{Addressing, Bank, Memory, Source};
use crate::pipeline::{Permuter, Sequence};
use crate::rtl::{address_bits, in_ring, Module, Net, SHIFT_REGISTER};
use std::collections::BTreeMap;

/// The netlist of a permuter for complex words of two `bits`-bit components. `waits`: what stands behind it passes words on through
/// registers of its own.
pub fn permuter(name: &str, permuter: &Permuter, bits: u32, interval: usize, waits: bool) -> Module {
    let mut m = Module::new(
        name,
        format!(
            "Permuter{}: {} lanes in, {} lanes out, {} words in {} banks; latency {} cycles.",
            if !permuter.turns.is_empty() { ", which turns some words by -i" } else { "" },
            permuter.lanes_in,
            permuter.outputs.len(),
            permuter.words(),
            permuter.banks.len(),
            permuter.latency,
        ),
    );
    let ports = Ports::inputs(&mut m, permuter.lanes_in, bits);
    let lanes: Vec<_> = ports.data.chunks(2).map(|c| m.concat(c)).collect();
    let taps = taps(&mut m, permuter, &lanes);
    let Permuter { blocks, phases, .. } = *permuter;

    // The output side counts from a pulse a cycle ahead of the first use, so that a register can follow each table.
    let ahead = permuter.first_use().saturating_sub(1);
    let writing = (!permuter.banks.is_empty())
        .then(|| Beats::in_blocks(&mut m, "write_", ports.start, permuter.beats_in, blocks, phases));
    let counted = writing
        .as_ref()
        .filter(|writing| (SHORT + 1..=permuter.beats_in * blocks).contains(&ahead) && writing.counts_frames());
    let mut pulse = match counted {
        Some(writing) => {
            let before = writing.at(&mut m, ahead - 1);
            Pulse::known(m.register(before, Some(0)), ahead, interval)
        }
        None => Pulse::new(ports.start, interval),
    };
    let start = pulse.at(&mut m, ahead);
    m.name(start, "read_start");
    let mut reading = Reading {
        beats: Beats::in_blocks(&mut m, "read_", start, permuter.beats_out, blocks, phases),
        start: ahead,
        known: vec![],
    };
    let mut words = Vec::new();
    if let Some(writing) = writing {
        let mut banks = Banks { permuter, lanes: &lanes, writing, reading: &mut reading };
        words.extend(permuter.banks.iter().enumerate().map(|(number, bank)| banks.bank(&mut m, number, bank)));
    }
    let mut data = Vec::new();
    for (lane, output) in permuter.outputs.iter().enumerate() {
        let zero = m.constant(2 * bits, 0);
        let (cases, table) = numbered(&output.takes());
        let nets: Vec<Net> = cases
            .iter()
            .map(|&(source, turns)| {
                let word = match source {
                    Source::Lane { lane, late } => taps[&(lane, late)],
                    Source::Bank(bank) => words[bank],
                    Source::Zero | Source::Any => zero,
                };
                turned(&mut m, word, turns)
            })
            .collect();
        let word = match nets.as_slice() {
            [] => zero,
            [one] => *one,
            nets => {
                let sel = reading.word(&mut m, &table, permuter.latency - output.rest);
                select(&mut m, sel, nets)
            }
        };
        let word = rested(&mut m, word, output.rest as u32, waits);
        if m.constant_value(word).is_none() && output.rest > 0 {
            m.name(word, format!("lane{lane}"));
        }
        data.extend([m.slice(word, 0, bits), m.slice(word, bits, bits)]);
    }
    let out_start = pulse.at(&mut m, permuter.latency);
    Ports::outputs(&mut m, out_start, &data);
    m
}

/// A complex word so many quarter turns by -i further, where signs are bits of their own.
fn turned(m: &mut Module, word: Net, turns: u8) -> Net {
    let (bits, always) = (m.width(word) / 2, m.constant(1, 1));
    (0..turns % 4).fold(word, |word, _| {
        let (re, im) = (m.slice(word, 0, bits), m.slice(word, bits, bits));
        let im_turned = with_sign(m, re, always);
        m.concat(&[im, im_turned])
    })
}

/// A lane, so many cycles later. A shift register is slow to leave, so its last stage has a reset, which
/// keeps it a register of its own. `waits`: so would it be with the registers behind it.
fn rested(m: &mut Module, word: Net, cycles: u32, waits: bool) -> Net {
    match cycles {
        1.. if waits || cycles >= SHIFT_REGISTER => {
            let before = m.waiting(word, cycles - 1);
            m.register(before, Some(0))
        }
        _ => m.delay(word, cycles),
    }
}

/// A word that has waited, so many cycles later, out of a register where it waits in a memory: several of these in a row take
/// too long.
fn tapped(m: &mut Module, word: Net, cycles: u32) -> Net {
    match in_ring(cycles as usize, m.width(word) as usize) {
        true => rested(m, word, cycles, false),
        false => m.delay(word, cycles),
    }
}

/// Each lane as late as somebody takes it.
fn taps(m: &mut Module, permuter: &Permuter, lanes: &[Net]) -> BTreeMap<(usize, usize), Net> {
    let mut taps = BTreeMap::new();
    for (lane, &net) in lanes.iter().enumerate() {
        let (mut at, mut line) = (0, net);
        for late in permuter.taps(lane) {
            let cycles = (late - at) as u32;
            line = if at > 0 { tapped(m, line, cycles) } else { m.waiting(line, cycles) };
            at = late;
            if late > 0 {
                m.name(line, format!("lane{lane}_late{late}"));
            }
            taps.insert((lane, late), line);
        }
    }
    taps
}

/// What counts the beats of the output frame.
struct Reading {
    beats: Beats,
    /// Cycle in which it starts to count.
    start: usize,
    /// Words that several banks share.
    known: Vec<(Sequence, usize, Net)>,
}

impl Reading {
    /// The word of a sequence, for the first beat in this cycle after the start of the input frame.
    fn word(&mut self, m: &mut Module, sequence: &Sequence, cycle: usize) -> Net {
        let known = self.known.iter().find(|(other, at, _)| (other, *at) == (sequence, cycle));
        if let Some((_, _, net)) = known {
            return *net;
        }
        let word = self.beats.word_later(m, sequence, cycle - self.start);
        self.known.push((sequence.clone(), cycle, word));
        word
    }
}

/// What all banks have in common.
struct Banks<'a> {
    permuter: &'a Permuter,
    lanes: &'a [Net],
    writing: Beats,
    reading: &'a mut Reading,
}

impl Banks<'_> {
    /// A bank, and the word that it gives to the output switch.
    fn bank(&mut self, m: &mut Module, number: usize, bank: &Bank) -> Net {
        let width = m.width(self.lanes[0]);
        let memory = m.memory(format!("bank{number}"), bank.words, width);
        let (cases, table) = numbered(&bank.source);
        let nets: Vec<Net> = cases.iter().map(|&lane| self.lanes[lane]).collect();
        let data = match nets.as_slice() {
            [] => return m.constant(width, 0),
            [one] => *one,
            nets => {
                let sel = self.writing.registered(m, &table);
                select(m, sel, nets)
            }
        };
        let used: Vec<_> = bank.source.iter().map(|source| Some(u128::from(source.is_some()))).collect();
        let used = self.writing.registered(m, &Sequence::new(1, 1, &used));
        let enable = m.and(self.writing.active, used);
        let (write, read) = match &bank.addressing {
            Addressing::Fixed { write, read } => {
                (self.writing.registered(m, write), self.reading.word(m, read, self.permuter.address_cycle()))
            }
            Addressing::Queue { order } => self.queue(m, number, bank, order, enable),
            Addressing::Frames { order } => self.frames(m, order),
        };
        for (address, side) in [(write, "write"), (read, "read")] {
            if m.nets[address.index()].name.is_none() && m.constant_value(address).is_none() {
                m.name(address, format!("bank{number}_{side}_address"));
            }
        }
        m.write(memory, enable, write, data);
        let word = match self.permuter.memory {
            Memory::Tables => m.peek(memory, read),
            Memory::Block => m.read(memory, read),
        };
        m.name(word, format!("bank{number}_out"))
    }

    /// The place of the beat that is written: its number, in this frame or another.
    fn place(&mut self, m: &mut Module) -> Net {
        let [beats, phases] = [self.permuter.beats_in, self.permuter.phases];
        let numbers: Vec<_> = (0..beats as u128).map(Some).collect();
        let beat = self.writing.registered(m, &Sequence::new(address_bits(beats), 1, &numbers));
        let numbers: Vec<_> = (0..phases as u128).flat_map(|phase| vec![Some(phase); beats]).collect();
        let phase = self.writing.registered(m, &Sequence::new(address_bits(phases), phases, &numbers));
        m.concat(&[beat, phase])
    }

    /// Write and read address of a bank that holds frames. A register behind a large table makes it a block RAM.
    fn frames(&mut self, m: &mut Module, order: &Sequence) -> (Net, Net) {
        let write = self.place(m);
        let looked_up = self.permuter.address_cycle() - 1;
        let beat = self.reading.word(m, order, looked_up);
        let beat = m.register(beat, Some(0));
        let phase = self.reading.beats.phase(m, looked_up + 1 - self.reading.start);
        (write, m.concat(&[beat, phase]))
    }

    /// Write and read address of a bank with a queue of free words and a table of those taken.
    ///
    /// The queue has as many places as the bank has words. In its first round nothing has been given
    /// back yet, and the k-th write takes word k.
    fn queue(&mut self, m: &mut Module, number: usize, bank: &Bank, order: &Sequence, enable: Net) -> (Net, Net) {
        let width = address_bits(bank.words);
        let free = m.memory(format!("bank{number}_free"), bank.words, width);
        let (next, wraps) = count(m, format!("bank{number}_next"), enable, bank.words);
        let next = next.unwrap_or_else(|| m.constant(width, 0));
        let used_up = m.state(1, Some(0));
        m.name(used_up, format!("bank{number}_used_up"));
        let from_now = m.or(used_up, wraps);
        m.drive(used_up, from_now);
        let left = m.peek(free, next);
        let write = m.mux(used_up, left, next);

        // Which word the element of each beat has, in this frame and the one before.
        let place = self.place(m);
        let places = m.memory(format!("bank{number}_places"), 1 << m.width(place), width);
        m.write(places, enable, place, write);
        let looked_up = self.permuter.address_cycle() - 1;
        let late = looked_up - self.reading.start;
        let beat = self.reading.word(m, order, looked_up);
        let phase = self.reading.beats.phase(m, late);
        let place = m.concat(&[beat, phase]);
        let word = m.peek(places, place);
        let wanted: Vec<_> = bank.wanted.iter().map(|wanted| Some(u128::from(*wanted))).collect();
        let wanted = self.reading.word(m, &Sequence::new(1, 1, &wanted), looked_up);
        // Unlike data, what gives words back must not survive a reset.
        let active = (0..late).fold(self.reading.beats.active, |net, _| m.register(net, Some(0)));
        let returns = m.and(active, wanted);
        let (end, _) = count(m, format!("bank{number}_end"), returns, bank.words);
        let end = end.unwrap_or_else(|| m.constant(width, 0));
        m.write(free, returns, end, word);
        (write, m.delay(word, 1))
    }
}
