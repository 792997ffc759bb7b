//! Pulses, counters, and multiplexers that the beats of a frame drive.

use super::beats::Beats;
use super::count::{count, count_down};
use crate::permute::WAYS;
use crate::pipeline::Sequence;
use crate::rtl::{address_bits, Module, Net};
use std::collections::VecDeque;
use std::ops::Range;

/// Pulses up to this many cycles late pass through plain registers.
pub const SHORT: usize = 16;

/// A pulse, `cycles` later. Pulses come at least `interval` cycles apart.
///
/// Unlike data, the pulse must not survive a reset, so it cannot wait in a shift register without
/// one; counters of up to `interval` cycles cost less than a register for each cycle.
pub fn delay_pulse(m: &mut Module, pulse: Net, cycles: usize, interval: usize) -> Net {
    if cycles == 0 {
        return pulse;
    }
    let one = cycles.min(interval);
    let late = if one <= SHORT {
        (0..one).fold(pulse, |net, _| m.register(net, Some(0)))
    } else {
        // Counts one-1, …, 1; the pulse leaves as the count passes from 1 to 0.
        let start = m.constant(address_bits(one), one as u128 - 1);
        let (count, _) = count_down(m, "wait_count", pulse, start);
        let ends = m.eq_const(count, 1);
        m.register(ends, Some(0))
    };
    delay_pulse(m, late, cycles - one, interval)
}

/// A word that comes with a pulse, for the time until the next one.
pub fn kept(m: &mut Module, pulse: Net, word: Net) -> Net {
    let held = m.state(m.width(word), None);
    m.drive_enabled(held, word, pulse);
    m.mux(pulse, word, held)
}

/// A word that comes with a pulse, for the time that begins with the same pulse `cycles` later. Pulses come at least
/// `interval` cycles apart.
pub fn queued(m: &mut Module, [pulse, word]: [Net; 2], late: Net, cycles: usize, interval: usize) -> Net {
    queue(m, [pulse, word], late, cycles.div_ceil(interval))
}

/// Words that come with pulses, each for the time that begins with a later pulse for it. At most `most` words wait.
pub fn queue(m: &mut Module, [pulse, word]: [Net; 2], late: Net, most: usize) -> Net {
    let waiting = match most {
        0 => word,
        1 => {
            let waiting = m.state(m.width(word), None);
            m.drive_enabled(waiting, word, pulse);
            waiting
        }
        words => {
            let memory = m.memory(format!("under_way{}", m.memories.len()), words, m.width(word));
            let [put, taken] = [("put", pulse), ("taken", late)].map(|(name, pulse)| {
                let (place, _) = count(m, name.into(), pulse, words);
                place.unwrap_or_else(|| unreachable!("there are several places"))
            });
            m.write(memory, pulse, put, word);
            m.peek(memory, taken)
        }
    };
    kept(m, late, waiting)
}

/// A pulse at several times, each later than the one before.
pub struct Pulse {
    net: Net,
    at: usize,
    interval: usize,
}

impl Pulse {
    /// Pulses come at least `interval` cycles apart.
    pub fn new(net: Net, interval: usize) -> Self {
        Pulse::known(net, 0, interval)
    }

    /// One that is there so many cycles after the first.
    pub fn known(net: Net, at: usize, interval: usize) -> Self {
        Pulse { net, at, interval }
    }

    /// The pulse, so many cycles after the first one.
    pub fn at(&mut self, m: &mut Module, cycles: usize) -> Net {
        self.net = delay_pulse(m, self.net, cycles - self.at, self.interval);
        self.at = cycles;
        self.net
    }
}

/// Delays up to this long are shift registers, whatever changes how often.
pub const CARRIED: usize = 32;

/// A word that is valid from cycle `times.start` after a frame's pulse on, and at least until the next frame's, as it
/// is to be from `times.end` on. Words change at most once a frame, so that a few registers do for any time.
pub fn carried(m: &mut Module, pulse: &mut Pulse, word: Net, times: Range<usize>) -> Net {
    if times.len() <= CARRIED {
        return m.delay(word, times.len() as u32);
    }
    let (mut at, mut word) = (times.start, word);
    while at < times.end {
        at = times.end.min(at + pulse.interval);
        let taken = pulse.at(m, at - 1);
        let held = m.state(m.width(word), None);
        m.drive_enabled(held, word, taken);
        word = held;
    }
    word
}

/// The different cases of a row, and the number of its case for each beat. `None`: nobody looks.
/// Numbered as they come, so that rows that differ by a rotation have the same numbers.
pub fn numbered<T: PartialEq + Clone>(row: &[Option<T>]) -> (Vec<T>, Sequence) {
    let mut cases: Vec<T> = Vec::new();
    let mut table = Vec::new();
    for case in row {
        table.push(case.as_ref().map(|case| {
            let known = cases.iter().position(|other| other == case);
            known.unwrap_or_else(|| {
                cases.push(case.clone());
                cases.len() - 1
            }) as u128
        }));
    }
    let sequence = Sequence::new(address_bits(cases.len()), 1, &table);
    (cases, sequence)
}

/// `cases[row[beat]]`: a multiplexer that the beat number drives. `None` in the row: nobody looks.
///
/// A wide one is a tree whose multiplexers each have select bits of their own, so that each is one lookup table
/// a bit; a common binary number would be an input too many.
pub fn choose<T: Ord + Clone>(
    m: &mut Module,
    beats: &mut Beats,
    delay: usize,
    row: &[Option<T>],
    mut net: impl FnMut(&mut Module, &T) -> Net,
) -> Option<Net> {
    let mut cases: Vec<&T> = row.iter().flatten().collect();
    cases.sort();
    cases.dedup();
    // What is still to choose among: a net, and the cases it stands for.
    let mut open: VecDeque<(Net, Vec<&T>)> = cases.iter().map(|&case| (net(m, case), vec![case])).collect();
    while open.len() > 1 {
        // The first may be narrower, so that those after it are full.
        let ways = match (open.len() - 1) % (WAYS - 1) {
            0 => WAYS,
            rest => rest + 1,
        };
        let (nets, groups): (Vec<Net>, Vec<Vec<&T>>) = open.drain(..ways).unzip();
        let number = |case: &T| groups.iter().position(|group| group.contains(&case)).map(|n| n as u128);
        let table: Vec<_> = row.iter().map(|case| case.as_ref().and_then(number)).collect();
        let sequence = Sequence::new(address_bits(ways), 1, &table);
        let sel = beats.early_word(m, &sequence, delay);
        open.push_back((m.select(sel, &nets), groups.concat()));
    }
    open.pop_front().map(|(net, _)| net)
}

/// `cases[sel]` as a tree of multiplexers of two, which fall together four by four: synthesis makes less of a
/// `case` statement.
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
