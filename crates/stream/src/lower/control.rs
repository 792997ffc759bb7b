//! Pulses, values that go with a frame, and multiplexers that the beats of a frame drive.

use super::beat_counter::BeatCounter;
use crate::permute::WAYS;
use crate::pipeline::BeatTable;
use crate::rtl::{address_bits, Module, Net};
use fftgen_hdl::dsl::{self, Builder};
use std::collections::VecDeque;
use std::ops::Range;

/// Longest delay of a pulse by plain registers, in clock cycles.
pub const MAX_REGISTER_CYCLES: usize = dsl::Pulse::MAX_REGISTER_CYCLES;

/// Delays a pulse by `cycles` clock cycles, as [`dsl::Pulse`] does. Pulses come at least `interval` cycles apart.
pub fn delay_pulse(m: &mut Module, pulse: Net, cycles: usize, interval: usize) -> Net {
    Builder::over(m, |m| dsl::Pulse::new(m.sig(pulse), interval).later(cycles).now().net())
}

/// Latches a word that is valid with a pulse, until the next pulse.
pub fn latch_on_pulse(m: &mut Module, pulse: Net, word: Net) -> Net {
    Builder::over(m, |m| m.sig(word).held_from(m.sig(pulse)).net())
}

/// Delays a word that is valid with a pulse. It is returned from the pulse `late` on, which is that pulse `cycles`
/// clock cycles later. Pulses come at least `interval` cycles apart.
pub fn frame_fifo(m: &mut Module, [pulse, word]: [Net; 2], late: Net, cycles: usize, interval: usize) -> Net {
    pulse_fifo(m, [pulse, word], late, cycles.div_ceil(interval))
}

/// Stores words that are valid with a pulse in a FIFO of `depth` words, and returns each from its pulse `late` on.
pub fn pulse_fifo(m: &mut Module, [pulse, word]: [Net; 2], late: Net, depth: usize) -> Net {
    Builder::over(m, |m| m.sig(word).queued(m.sig(pulse), m.sig(late), depth).net())
}

/// A pulse with delayed copies, requested in ascending order of their delays.
pub struct Pulse {
    net: Net,
    /// Delay of `net` in clock cycles.
    at: usize,
    /// Least distance of two pulses in clock cycles.
    interval: usize,
}

impl Pulse {
    /// Creates a pulse of delay 0. Pulses come at least `interval` cycles apart.
    pub fn new(net: Net, interval: usize) -> Self {
        Pulse::delayed(net, 0, interval)
    }

    /// Creates a pulse from a net that is delayed by `at` cycles already.
    pub fn delayed(net: Net, at: usize, interval: usize) -> Self {
        Pulse { net, at, interval }
    }

    /// Returns the pulse with a delay of `cycles` clock cycles.
    pub fn at(&mut self, m: &mut Module, cycles: usize) -> Net {
        self.net = delay_pulse(m, self.net, cycles - self.at, self.interval);
        self.at = cycles;
        self.net
    }
}

/// Longest delay of a frame's value by a shift register, in clock cycles.
pub const MAX_SHIFT_REGISTER_CYCLES: usize = dsl::FrameValue::MAX_SHIFT_REGISTER_CYCLES;

/// Delays a word that changes once a frame. It is valid from cycle `times.start` after the frame's pulse until the same
/// cycle of the next frame, and is returned from cycle `times.end` on. One register for each interval of the delay is
/// enough.
pub fn delay_frame_value(m: &mut Module, pulse: &mut Pulse, word: Net, times: Range<usize>) -> Net {
    if times.len() <= MAX_SHIFT_REGISTER_CYCLES {
        return m.delay(word, times.len() as u32);
    }
    let (mut at, mut word) = (times.start, word);
    while at < times.end {
        at = times.end.min(at + pulse.interval);
        let latch = pulse.at(m, at - 1);
        let held = m.state(m.width(word), None);
        m.drive_enabled(held, word, latch);
        word = held;
    }
    word
}

/// Lists the distinct cases of a row, and tabulates the number of the case of each beat. `None` is a don't-care. Cases
/// are numbered in order of appearance, so that several rows have a common table where their cases appear in the same
/// pattern.
pub fn enumerate_cases<T: PartialEq + Clone>(row: &[Option<T>]) -> (Vec<T>, BeatTable) {
    let mut cases: Vec<T> = Vec::new();
    let mut table = Vec::new();
    for case in row {
        table.push(case.as_ref().map(|case| {
            let number = cases.iter().position(|other| other == case);
            number.unwrap_or_else(|| {
                cases.push(case.clone());
                cases.len() - 1
            }) as u128
        }));
    }
    let table = BeatTable::new(address_bits(cases.len()), 1, &table);
    (cases, table)
}

/// Builds a multiplexer that the beat number drives: `row[beat]` is its case, and `None` a don't-care.
///
/// A wide multiplexer is a tree of multiplexers of [`WAYS`] inputs. Each has select bits of its own, so that it is one
/// LUT for each bit. A common binary select would need one LUT input too many.
pub fn beat_mux<T: Ord + Clone>(
    m: &mut Module,
    beats: &mut BeatCounter,
    delay: usize,
    row: &[Option<T>],
    mut net: impl FnMut(&mut Module, &T) -> Net,
) -> Option<Net> {
    let mut cases: Vec<&T> = row.iter().flatten().collect();
    cases.sort();
    cases.dedup();
    // Inputs of the remaining tree: a net, and the cases it stands for.
    let mut open: VecDeque<(Net, Vec<&T>)> = cases.iter().map(|&case| (net(m, case), vec![case])).collect();
    while open.len() > 1 {
        // The first multiplexer may be narrower, so that all others are full.
        let ways = match (open.len() - 1) % (WAYS - 1) {
            0 => WAYS,
            rest => rest + 1,
        };
        let (nets, groups): (Vec<Net>, Vec<Vec<&T>>) = open.drain(..ways).unzip();
        let number = |case: &T| groups.iter().position(|group| group.contains(&case)).map(|n| n as u128);
        let numbers: Vec<_> = row.iter().map(|case| case.as_ref().and_then(number)).collect();
        let table = BeatTable::new(address_bits(ways), 1, &numbers);
        let sel = beats.word_registered(m, &table, delay);
        open.push_back((m.select(sel, &nets), groups.concat()));
    }
    open.pop_front().map(|(net, _)| net)
}

/// Builds `cases[sel]` as a tree of two-input multiplexers. Synthesis merges them into multiplexers of four inputs, and
/// takes more LUTs for a `case` statement.
pub fn select(m: &mut Module, sel: Net, cases: &[Net]) -> Net {
    let width = m.width(sel);
    if cases.len() <= 2 {
        return m.select(sel, cases);
    }
    let low = m.bit(sel, 0);
    let pairs: Vec<Net> = cases.chunks(2).map(|pair| m.mux(low, pair[pair.len() - 1], pair[0])).collect();
    let high = m.slice(sel, 1, width - 1);
    select(m, high, &pairs)
}
