//! A counter of the beats of a frame.

use crate::rtl::address_bits;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Net;
use std::collections::BTreeMap;

/// A counter of the beats of a frame and of each of its blocks.
///
/// The counter runs `ahead` beats before the data. A table word for a beat can therefore leave a register in that
/// beat. The number of the present beat is a delayed copy of the counter; numbers of earlier beats are delayed copies
/// of that one.
pub struct BeatCounter<'m> {
    pub(crate) m: &'m Builder,
    /// Prefix of the names of the signals.
    pub(crate) label: String,
    /// Beats of a block, blocks of a frame, and phases. Blocks are numbered over all frames, modulo the phases.
    pub counts: [usize; 3],
    /// Modulus of the counter: the beats of a frame where its bits also number the blocks, else the beats of a block.
    pub counted: usize,
    /// Beats by which the counter runs before the data.
    pub ahead: usize,
    /// High in the first beat of a frame.
    pub start: Sig<'m>,
    /// High in each beat of a frame.
    pub active: Sig<'m>,
    /// High in the last beat of the frame.
    pub last: Sig<'m>,
    /// High when the counter wraps.
    pub wraps: Sig<'m>,
    /// High in every beat of a frame but the first.
    pub running: Sig<'m>,
    /// Counters and their copies, by the cycles of delay after the counter.
    pub(crate) copies: BTreeMap<Count, BTreeMap<usize, Sig<'m>>>,
    /// Bit that is high in every other frame, once it was requested.
    every_other: Option<Sig<'m>>,
    /// Registers with the value of a signal in the last active beat, by signal and reset value.
    pub(crate) held: BTreeMap<(Net, u128), Sig<'m>>,
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

/// Values of the longest counter whose comparisons take effect in the same clock cycle. Comparisons of a longer one
/// take several LUTs in series, so that registers say whether a frame is running and whether the counter wraps.
const MAX_SHORT: usize = 64;

impl<'m> BeatCounter<'m> {
    /// Builds a counter of the `beats` beats that follow each `start`. `label` is the prefix of the names of the
    /// signals.
    pub fn new(label: &str, start: Sig<'m>, beats: usize) -> Self {
        Self::in_blocks(label, start, beats, 1, 1)
    }

    /// Builds a counter of `blocks` blocks of `beats` beats that follow each `start`. Block numbers are modulo
    /// `phases`.
    pub fn in_blocks(label: &str, start: Sig<'m>, beats: usize, blocks: usize, phases: usize) -> Self {
        let ahead = if beats * blocks * phases > MAX_DIRECT_WORDS { 2 } else { 1 };
        Self::build(label, start, [beats, blocks, phases], ahead)
    }

    /// Builds a counter of one block of `beats` beats that runs `ahead` beats before the data.
    pub fn running_ahead(label: &str, start: Sig<'m>, beats: usize, ahead: usize) -> Self {
        Self::build(label, start, [beats, 1, 1], ahead)
    }

    /// A counter of which nothing is built, as a frame of one beat needs it.
    pub(crate) fn resting(label: &str, start: Sig<'m>, counts: [usize; 3], ahead: usize) -> Self {
        let [beats, blocks, _] = counts;
        let m = start.builder();
        BeatCounter {
            m,
            label: label.into(),
            counts,
            counted: if beats.is_power_of_two() { beats * blocks } else { beats },
            ahead,
            start,
            active: start,
            last: start,
            wraps: start,
            running: m.constant(1, 0),
            copies: BTreeMap::new(),
            every_other: None,
            held: BTreeMap::new(),
        }
    }

    /// Builds a counter of the beats of a block, the blocks of a frame, and the phases.
    fn build(label: &str, start: Sig<'m>, counts: [usize; 3], ahead: usize) -> Self {
        let mut counter = Self::resting(label, start, counts, ahead);
        if counts[0] * counts[1] > 1 {
            counter.count_frames();
        }
        if !counter.has_phases() {
            let name = format!("{label}phase");
            let first = counter.first(Count::Phase);
            let (phase, _) = counter.m.count_from(&name, counter.block_ends(), counts[2], first);
            counter.add_counter(Count::Phase, phase);
        }
        counter
    }

    /// Builds the counters of the beats and of the blocks of a frame of several beats.
    fn count_frames(&mut self) {
        let (m, label, counted, ahead) = (self.m, self.label.clone(), self.counted, self.ahead);
        let beats = self.counts[0] * self.counts[1];
        let rounds = beats / counted;
        let at = |number: usize| [number % counted, number / counted % rounds];
        let first = at(ahead);
        let beat = (counted > 1).then(|| m.state(address_bits(counted), first[0] as u128));
        let beat = beat.named(&format!("{label}beat"));
        let is_long = counted > MAX_SHORT;
        // A counter of whole frames rests at its first value, so every other value means that a frame is running.
        let rests = rounds == 1 && !is_long;
        let register = if rests && beat.is_some() { None } else { Some(m.state(1, 0)) };
        let running = register.map_or_else(|| beat.map(|beat| !beat.is(first[0])), |register| Some(*register));
        self.running = running.expect("a register or a comparison").named(&format!("{label}running"));
        self.active = (self.start | self.running).named(&format!("{label}active"));
        self.wraps = match beat {
            Some(beat) if is_long => beat.step_steadily(self.active, counted),
            Some(beat) => beat.step_on(self.active, counted),
            None => self.active,
        };
        let (block, _) = m.count_from(&format!("{label}block"), self.wraps, rounds, first[1]);
        // The values of counter and block in the last beat.
        let last = [beat.map(Sig::from), block].into_iter().zip(at(beats - 1 + ahead));
        let last: Vec<_> = last.filter_map(|(count, at)| Some((count?, at))).collect();
        self.last = self.active.all_at(&last).named(&format!("{label}last"));
        if let Some(register) = register {
            register.next(self.active & !self.last);
        }
        self.add_counter(self.whole(), beat.map(Sig::from));
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

    /// A bit that is high when the counter leaves a block.
    fn block_ends(&mut self) -> Sig<'m> {
        let beats = self.counts[0];
        if self.counted == beats || self.counts[2] == 1 {
            return self.wraps;
        }
        let beat = self.count(Count::Low { of: beats, split: beats }, 0);
        beat.map_or(self.active, |beat| self.active & beat.is(beats - 1))
    }

    /// Adds a signal as a count without delay.
    pub fn add_counter(&mut self, count: Count, signal: Option<Sig<'m>>) {
        if let Some(signal) = signal {
            self.copies.entry(count).or_default().insert(0, signal);
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

    /// A bit that is high in beat `beat` of a frame of one block.
    pub fn at(&self, beat: usize) -> Sig<'m> {
        let reached = (beat + self.ahead) % self.counted;
        let counter = self.copies.get(&self.whole()).map(|copies| copies[&0]);
        counter.map_or(self.active, |counter| self.active & counter.is(reached))
    }

    /// The number of the block modulo the phases, `delay` cycles ago, in at least one bit.
    pub fn phase(&mut self, delay: usize) -> Sig<'m> {
        self.count(Count::Phase, self.ahead + delay).unwrap_or_else(|| self.m.constant(1, 0))
    }

    /// The value of a signal in the last active beat, and `first` before the first active beat.
    pub fn hold_last(&mut self, signal: Sig<'m>, first: u128) -> Sig<'m> {
        if signal.constant_value().is_some() {
            return signal;
        }
        *self.held.entry((signal.net(), first)).or_insert_with(|| {
            let held = self.m.state(signal.width(), first);
            held.next_if(self.active, signal);
            *held
        })
    }

    /// A bit that toggles at the end of each frame, with the timing of the copies of the counter.
    pub fn every_other(&mut self) -> Sig<'m> {
        *self.every_other.get_or_insert_with(|| {
            let frame = self.m.state(1, 0).named(&format!("{}every_other", self.label));
            frame.next_if(self.active, frame ^ self.last);
            *frame
        })
    }

    /// A memory address for data of `delay` cycles ago: the beat modulo `of`, in one of `blocks` stored blocks.
    pub fn address(&mut self, of: usize, blocks: usize, delay: usize) -> Sig<'m> {
        let beat = self.count(Count::Low { of, split: of }, self.ahead + delay);
        self.address_in_block(blocks, delay, beat.expect("blocks that are stored have several beats"))
    }

    /// Extends an offset within a block by the number of the block `delay` cycles ago, modulo `blocks`, a power of two.
    pub fn address_in_block(&mut self, blocks: usize, delay: usize, offset: Sig<'m>) -> Sig<'m> {
        match self.count(Count::Phase, self.ahead + delay).filter(|_| blocks > 1) {
            Some(phase) => self.m.cat([offset, phase.bits(0, blocks.trailing_zeros())]),
            None => offset,
        }
    }
}
