//! A counter of the beats of a frame.

use super::count::{all_at, count_from, step_on, step_steadily};
use super::run::Run;
use crate::rtl::{address_bits, Module, Net};
use std::collections::BTreeMap;

/// A counter of the beats of a frame and of each of its blocks.
///
/// The counter runs `ahead` beats before the data. A table word for a beat can therefore leave a register in that
/// beat. The number of the present beat is a delayed copy of the counter; numbers of earlier beats are delayed copies
/// of that one.
pub struct BeatCounter {
    /// Prefix of the names of the nets.
    pub label: String,
    /// Beats of a block, blocks of a frame, and phases. Blocks are numbered over all frames, modulo the phases.
    pub counts: [usize; 3],
    /// Modulus of the counter: the beats of a frame where its bits also number the blocks, else the beats of a block.
    pub counted: usize,
    /// Beats by which the counter runs before the data.
    pub ahead: usize,
    /// High in the first beat of a frame.
    pub start: Net,
    /// High in each beat of a frame.
    pub active: Net,
    /// High in the last beat of the frame.
    pub last: Net,
    /// High when the counter wraps.
    pub wraps: Net,
    /// High in every beat but the first.
    running: Option<Net>,
    /// Counters and their copies, by the cycles of delay after the counter.
    pub copies: BTreeMap<Count, BTreeMap<usize, Net>>,
    /// Bit that is high in every other frame, once it was requested.
    every_other: Option<Net>,
    /// Registers with the value of a net in the last active beat, by net and reset value.
    held: BTreeMap<(Net, u128), Net>,
}

/// A number that a beat counter gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// The number of the block, modulo the phases.
    Phase,
    /// The beat modulo `of`, divided by `split`.
    High {
        /// Modulus of the beat.
        of: usize,
        /// Divisor.
        split: usize,
    },
    /// The beat modulo `of`, modulo `split`.
    Low {
        /// Modulus of the beat.
        of: usize,
        /// Divisor.
        split: usize,
    },
}

/// Words of the largest table that a counter addresses directly. The address of a larger table comes from a copy of the
/// counter, because Yosys then takes a third of the LUTs.
const MAX_DIRECT_WORDS: usize = 32;

/// Values of the longest counter whose comparisons take effect in the same clock cycle. Comparisons of a longer one take several LUTs
/// in series, so that registers say whether a frame is running and whether the counter wraps.
const MAX_SHORT: usize = 64;

impl BeatCounter {
    /// Builds a counter of the `beats` beats that follow each `start`. `label` is the prefix of the names of the nets.
    pub fn new(m: &mut Module, label: &str, start: Net, beats: usize) -> Self {
        Self::in_blocks(m, label, start, beats, 1, 1)
    }

    /// Builds a counter of `blocks` blocks of `beats` beats that follow each `start`. Block numbers are modulo
    /// `phases`.
    pub fn in_blocks(m: &mut Module, label: &str, start: Net, beats: usize, blocks: usize, phases: usize) -> Self {
        let ahead = if beats * blocks * phases > MAX_DIRECT_WORDS { 2 } else { 1 };
        Self::build(m, label, start, [beats, blocks, phases], ahead)
    }

    /// Builds a counter of one block of `beats` beats that runs `ahead` beats before the data.
    pub fn running_ahead(m: &mut Module, label: &str, start: Net, beats: usize, ahead: usize) -> Self {
        Self::build(m, label, start, [beats, 1, 1], ahead)
    }

    /// Builds a counter of the beats of a block, the blocks of a frame, and the phases.
    fn build(m: &mut Module, label: &str, start: Net, counts: [usize; 3], ahead: usize) -> Self {
        let [beats, blocks, phases] = counts;
        let counted = if beats.is_power_of_two() { beats * blocks } else { beats };
        let mut counter = BeatCounter {
            label: label.into(),
            counts,
            counted,
            ahead,
            start,
            active: start,
            last: start,
            wraps: start,
            running: None,
            copies: BTreeMap::new(),
            every_other: None,
            held: BTreeMap::new(),
        };
        if beats * blocks > 1 {
            let rounds = beats * blocks / counted;
            let at = |number: usize| [number % counted, number / counted % rounds];
            let first = at(ahead);
            let beat = (counted > 1).then(|| m.state(address_bits(counted), Some(first[0] as u128)));
            let is_long = counted > MAX_SHORT;
            // A counter of whole frames rests at its first value, so every other value means that a frame is running.
            let rests = rounds == 1 && !is_long;
            let running = match beat.filter(|_| rests) {
                Some(beat) => {
                    let rests = m.eq_const(beat, first[0] as u128);
                    m.not(rests)
                }
                None => m.state(1, Some(0)),
            };
            m.name(running, format!("{label}running"));
            let run = Run::with(m, start, running);
            counter.active = m.name(run.active, format!("{label}active"));
            counter.running = Some(running);
            counter.wraps = match beat {
                Some(beat) => {
                    m.name(beat, format!("{label}beat"));
                    let step = if is_long { step_steadily } else { step_on };
                    step(m, beat, counter.active, counted)
                }
                None => counter.active,
            };
            let (block, _) = count_from(m, format!("{label}block"), counter.wraps, rounds, first[1]);
            // The values of counter and block in the last beat.
            let last = [beat, block].into_iter().zip(at(beats * blocks - 1 + ahead));
            let last: Vec<_> = last.filter_map(|(count, at)| Some((count?, at))).collect();
            let last = all_at(m, counter.active, &last);
            counter.last = m.name(last, format!("{label}last"));
            if !rests {
                run.until(m, last);
            }
            counter.add_counter(counter.whole(), beat);
        }
        if !counter.has_phases() {
            let block_ends = counter.block_ends(m);
            let phase = counter.first(Count::Phase);
            let (phase, _) = count_from(m, format!("{label}phase"), block_ends, phases, phase);
            counter.add_counter(Count::Phase, phase);
        }
        counter
    }

    /// Returns the number that the counter register itself holds.
    pub fn whole(&self) -> Count {
        Count::Low { of: self.counted, split: self.counted }
    }

    /// Whether bits of the counter are the phase.
    pub fn has_phases(&self) -> bool {
        let [_, blocks, phases] = self.counts;
        phases > 1 && phases.is_power_of_two() && self.counts_frames() && blocks % phases == 0
    }

    /// Whether the counter counts the beats of a frame, not only those of a block.
    pub fn counts_frames(&self) -> bool {
        let [beats, blocks, _] = self.counts;
        self.counted == beats * blocks
    }

    /// Returns a net that is high when the counter leaves a block.
    fn block_ends(&mut self, m: &mut Module) -> Net {
        let beats = self.counts[0];
        if self.counted == beats || self.counts[2] == 1 {
            return self.wraps;
        }
        match self.count(m, Count::Low { of: beats, split: beats }, 0) {
            Some(beat) => {
                let at_end = m.eq_const(beat, beats as u128 - 1);
                m.and(self.active, at_end)
            }
            None => self.active,
        }
    }

    /// Adds a net as a count without delay.
    pub fn add_counter(&mut self, count: Count, net: Option<Net>) {
        if let Some(net) = net {
            self.copies.entry(count).or_default().insert(0, net);
        }
    }

    /// Returns the reset value of a count.
    pub fn first(&self, count: Count) -> usize {
        self.value(count, self.ahead)
    }

    /// Returns the value of a count at beat `beat` after reset.
    pub fn value(&self, count: Count, beat: usize) -> usize {
        let [beats, blocks, phases] = self.counts;
        match count {
            Count::Phase => beat / beats % phases,
            Count::High { of, split } => beat % (beats * blocks) % of / split,
            Count::Low { of, split } => beat % (beats * blocks) % of % split,
        }
    }

    /// Returns a net that is high in every beat of a frame but the first.
    pub fn running(&self, m: &mut Module) -> Net {
        self.running.unwrap_or_else(|| m.constant(1, 0))
    }

    /// Returns a net that is high in beat `beat` of a frame of one block.
    pub fn at(&self, m: &mut Module, beat: usize) -> Net {
        match self.copies.get(&self.whole()) {
            Some(copies) => {
                let reached = m.eq_const(copies[&0], ((beat + self.ahead) % self.counted) as u128);
                m.and(self.active, reached)
            }
            None => self.active,
        }
    }

    /// Returns the number of the block modulo the phases, `delay` cycles ago, in at least one bit.
    pub fn phase(&mut self, m: &mut Module, delay: usize) -> Net {
        self.count(m, Count::Phase, self.ahead + delay).unwrap_or_else(|| m.constant(1, 0))
    }

    /// Returns the value of a net in the last active beat, and `first` before the first active beat.
    pub fn hold_last(&mut self, m: &mut Module, net: Net, first: u128) -> Net {
        if m.constant_value(net).is_some() {
            return net;
        }
        if let Some(&held) = self.held.get(&(net, first)) {
            return held;
        }
        let held = m.state(m.width(net), Some(first));
        m.drive_enabled(held, net, self.active);
        self.held.insert((net, first), held);
        held
    }

    /// Returns a bit that toggles at the end of each frame, with the timing of the copies of the counter.
    pub fn every_other(&mut self, m: &mut Module) -> Net {
        *self.every_other.get_or_insert_with(|| {
            let frame = m.state(1, Some(0));
            m.name(frame, format!("{}every_other", self.label));
            let next = m.xor(frame, self.last);
            m.drive_enabled(frame, next, self.active);
            frame
        })
    }

    /// Returns a memory address for data of `delay` cycles ago: the beat modulo `of`, in one of `blocks` stored blocks.
    pub fn address(&mut self, m: &mut Module, of: usize, blocks: usize, delay: usize) -> Net {
        match self.count(m, Count::Low { of, split: of }, self.ahead + delay) {
            Some(beat) => self.address_in_block(m, blocks, delay, beat),
            None => unreachable!("blocks that are stored have several beats"),
        }
    }

    /// Extends an offset within a block by the number of the block `delay` cycles ago, modulo `blocks`, a power of two.
    pub fn address_in_block(&mut self, m: &mut Module, blocks: usize, delay: usize, offset: Net) -> Net {
        match self.count(m, Count::Phase, self.ahead + delay).filter(|_| blocks > 1) {
            Some(phase) => {
                let low = m.slice(phase, 0, blocks.trailing_zeros());
                m.concat(&[offset, low])
            }
            None => offset,
        }
    }
}
