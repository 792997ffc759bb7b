//! Counts the beats of a frame.

use super::count::{advance, count_from, step_on};
use crate::rtl::{address_bits, Module, Net};
use std::collections::BTreeMap;

/// The beats of a frame, counted from its start, and those of each block of it.
///
/// There is one counter, which runs ahead of the beat: what a table says of a beat can then leave a register in that
/// very beat. The beat's own number is a copy that follows the counter, and later ones are copies of that.
pub struct Beats {
    label: String,
    /// Beats of a block, blocks, phases: each block has a number, over all frames, modulo the phases.
    counts: [usize; 3],
    /// Beats that the counter counts: those of a frame where its blocks can be read off it, else those of a block.
    counted: usize,
    /// Beats by which the counter is ahead.
    pub ahead: usize,
    /// High in the first beat of a frame.
    pub start: Net,
    /// High in each beat of a frame.
    pub active: Net,
    /// High in the last beat of the frame.
    pub last: Net,
    /// High when the counter begins anew.
    ends: Net,
    /// High in every beat but the first.
    running: Option<Net>,
    /// Counters, and their copies by how far they are behind.
    known: BTreeMap<Count, BTreeMap<usize, Net>>,
    /// What is high in every other frame, where it is asked for.
    every_other: Option<Net>,
    /// Nets and what they were in the last active beat.
    held: BTreeMap<(Net, u128), Net>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// The block, modulo the phases.
    Phase,
    /// The beat of each `of`, divided by `split`.
    High { of: usize, split: usize },
    /// The beat of each `of`, modulo `split`.
    Low { of: usize, split: usize },
}

/// Most words of a table that a counter may address: a larger one has its address from a register that is no
/// counter, of which Yosys makes a third as many lookup tables.
const MOST_COUNTED: usize = 32;

impl Beats {
    /// Counts `beats` beats from each `start`. `label` goes before the names of the nets.
    pub fn new(m: &mut Module, label: &str, start: Net, beats: usize) -> Self {
        Self::in_blocks(m, label, start, beats, 1, 1)
    }

    /// Counts `blocks` times `beats` beats from each `start`; `phases`: period of the block number.
    pub fn in_blocks(m: &mut Module, label: &str, start: Net, beats: usize, blocks: usize, phases: usize) -> Self {
        let ahead = if beats * blocks * phases > MOST_COUNTED { 2 } else { 1 };
        Self::build(m, label, start, [beats, blocks, phases], ahead)
    }

    /// The same for one block, by a counter that is so many beats ahead.
    pub fn early(m: &mut Module, label: &str, start: Net, beats: usize, ahead: usize) -> Self {
        Self::build(m, label, start, [beats, 1, 1], ahead)
    }

    fn build(m: &mut Module, label: &str, start: Net, counts: [usize; 3], ahead: usize) -> Self {
        let [beats, blocks, phases] = counts;
        let counted = if beats.is_power_of_two() { beats * blocks } else { beats };
        let mut counter = Beats {
            label: label.into(),
            counts,
            counted,
            ahead,
            start,
            active: start,
            last: start,
            ends: start,
            running: None,
            known: BTreeMap::new(),
            every_other: None,
            held: BTreeMap::new(),
        };
        if beats * blocks > 1 {
            let rounds = beats * blocks / counted;
            let at = |number: usize| [number % counted, number / counted % rounds];
            let first = at(ahead);
            let beat = (counted > 1).then(|| m.state(address_bits(counted), Some(first[0] as u128)));
            // What counts whole frames rests where they begin, and so runs wherever else it stands.
            let running = match beat.filter(|_| rounds == 1) {
                Some(beat) => {
                    let rests = m.eq_const(beat, first[0] as u128);
                    m.not(rests)
                }
                None => m.state(1, Some(0)),
            };
            m.name(running, format!("{label}running"));
            let active = m.or(start, running);
            counter.active = m.name(active, format!("{label}active"));
            counter.running = Some(running);
            counter.ends = match beat {
                Some(beat) => {
                    m.name(beat, format!("{label}beat"));
                    step_on(m, beat, counter.active, counted)
                }
                None => counter.active,
            };
            let (block, _) = count_from(m, format!("{label}block"), counter.ends, rounds, first[1]);
            // Where the counter stands in the last beat.
            let last = [beat, block].into_iter().zip(at(beats * blocks - 1 + ahead));
            let last = last.filter_map(|(count, at)| Some((count?, at))).fold(counter.active, |last, (count, at)| {
                let there = m.eq_const(count, at as u128);
                m.and(last, there)
            });
            counter.last = m.name(last, format!("{label}last"));
            if rounds > 1 {
                let more = m.not(last);
                let goes_on = m.and(active, more);
                m.drive(running, goes_on);
            }
            counter.knows(counter.whole(), beat);
        }
        if !counter.has_phases() {
            let block_ends = counter.block_ends(m);
            let phase = counter.first(Count::Phase);
            let (phase, _) = count_from(m, format!("{label}phase"), block_ends, phases, phase);
            counter.knows(Count::Phase, phase);
        }
        counter
    }

    /// What the counter itself counts.
    fn whole(&self) -> Count {
        Count::Low { of: self.counted, split: self.counted }
    }

    /// Whether the counter's bits tell the phase.
    fn has_phases(&self) -> bool {
        let [_, blocks, phases] = self.counts;
        phases > 1 && phases.is_power_of_two() && self.counts_frames() && blocks % phases == 0
    }

    /// Whether frames are counted, and not only their blocks.
    pub fn counts_frames(&self) -> bool {
        let [beats, blocks, _] = self.counts;
        self.counted == beats * blocks
    }

    /// High when the counter goes on to the next block.
    fn block_ends(&mut self, m: &mut Module) -> Net {
        let beats = self.counts[0];
        if self.counted == beats || self.counts[2] == 1 {
            return self.ends;
        }
        match self.count(m, Count::Low { of: beats, split: beats }, 0) {
            Some(beat) => {
                let at_end = m.eq_const(beat, beats as u128 - 1);
                m.and(self.active, at_end)
            }
            None => self.active,
        }
    }

    fn knows(&mut self, count: Count, net: Option<Net>) {
        if let Some(net) = net {
            self.known.entry(count).or_default().insert(0, net);
        }
    }

    /// Where the counter rests.
    fn first(&self, count: Count) -> usize {
        self.value(count, self.ahead)
    }

    /// A count so many beats after the first one of all.
    fn value(&self, count: Count, beat: usize) -> usize {
        let [beats, blocks, phases] = self.counts;
        match count {
            Count::Phase => beat / beats % phases,
            Count::High { of, split } => beat % (beats * blocks) % of / split,
            Count::Low { of, split } => beat % (beats * blocks) % of % split,
        }
    }

    /// High in every beat of a frame but the first.
    pub fn running(&self, m: &mut Module) -> Net {
        self.running.unwrap_or_else(|| m.constant(1, 0))
    }

    /// High in this beat of a frame of one block.
    pub fn at(&self, m: &mut Module, beat: usize) -> Net {
        match self.known.get(&self.whole()) {
            Some(known) => {
                let reached = m.eq_const(known[&0], ((beat + self.ahead) % self.counted) as u128);
                m.and(self.active, reached)
            }
            None => self.active,
        }
    }

    /// Number of the block modulo the phases, `delay` cycles ago, one bit at least.
    pub fn phase(&mut self, m: &mut Module, delay: usize) -> Net {
        self.count(m, Count::Phase, self.ahead + delay).unwrap_or_else(|| m.constant(1, 0))
    }

    /// Bits of the counter that a count is, from which on and how many; `None`: it is a counter of its own.
    fn bits(&self, count: Count) -> Option<(u32, u32)> {
        let all = address_bits(self.counted);
        let within = |of: usize| if of == self.counted { all } else { of.trailing_zeros() };
        // The beat of the whole may be cut anywhere; blocks have as many beats as bits can say.
        match count {
            Count::Phase => self.has_phases().then(|| (within(self.counts[0]), self.counts[2].trailing_zeros())),
            Count::Low { of, split } if split.is_power_of_two() && of != split => {
                Some((0, split.trailing_zeros().min(within(of))))
            }
            Count::Low { of, .. } if of != self.counted => Some((0, within(of))),
            Count::High { of, split } if split.is_power_of_two() => {
                let low = split.trailing_zeros().min(within(of));
                Some((low, within(of) - low))
            }
            _ => None,
        }
    }

    /// A count, so many cycles behind the counter. `None`: it is always zero.
    pub fn count(&mut self, m: &mut Module, count: Count, behind: usize) -> Option<Net> {
        debug_assert!(match count {
            Count::Phase => true,
            Count::High { of, .. } | Count::Low { of, .. } => of == self.counted || of == self.counts[0],
        });
        if let Some((from, width)) = self.bits(count) {
            let number = self.count(m, self.whole(), behind)?;
            return (width > 0).then(|| m.slice(number, from, width));
        }
        match count {
            Count::High { of, split } if split >= of => return None,
            Count::High { of, split } | Count::Low { of, split } if !self.known.contains_key(&count) && of > 1 => {
                debug_assert_eq!(of, self.counted);
                self.split(m, split);
            }
            _ => {}
        }
        let (&at, &known) = self.known.get(&count)?.range(..=behind).next_back()?;
        let mut net = known;
        for step in at..behind {
            net = match step < self.ahead {
                // Copies stand still between frames.
                true => {
                    let first = self.value(count, self.ahead - 1 - step);
                    self.held(m, net, first as u128)
                }
                false => m.delay(net, 1),
            };
            self.known.entry(count).or_default().insert(step + 1, net);
        }
        Some(net)
    }

    /// Counters of the quotient and the rest of the beat.
    fn split(&mut self, m: &mut Module, split: usize) {
        let of = self.counted;
        let counts = [(Count::Low { of, split }, split, "mod"), (Count::High { of, split }, of.div_ceil(split), "div")];
        let [low, high] = counts.map(|(count, values, name)| {
            let net = m.state(address_bits(values), Some(self.first(count) as u128));
            let net = m.name(net, format!("{}beat_{name}_{split}", self.label));
            self.knows(count, Some(net));
            net
        });
        let full = m.eq_const(low, split as u128 - 1);
        let wrap = m.or(full, self.ends);
        let next = advance(m, low, self.active, wrap);
        m.drive(low, next);
        let step = m.and(self.active, wrap);
        let next = advance(m, high, step, self.ends);
        m.drive(high, next);
    }

    /// What a net was in the last active beat; `first` until there was one.
    pub fn held(&mut self, m: &mut Module, net: Net, first: u128) -> Net {
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

    /// A bit that changes from frame to frame, as late as copies of the counter.
    pub fn every_other(&mut self, m: &mut Module) -> Net {
        *self.every_other.get_or_insert_with(|| {
            let frame = m.state(1, Some(0));
            m.name(frame, format!("{}every_other", self.label));
            let next = m.xor(frame, self.last);
            m.drive_enabled(frame, next, self.active);
            frame
        })
    }

    /// The beat of each `of`, in one of the last `blocks` blocks, `delay` cycles ago: an address for what comes then.
    pub fn place(&mut self, m: &mut Module, of: usize, blocks: usize, delay: usize) -> Net {
        match self.count(m, Count::Low { of, split: of }, self.ahead + delay) {
            Some(beat) => self.in_batch(m, blocks, delay, beat),
            None => unreachable!("blocks that are stored have several beats"),
        }
    }

    /// A place within a block made one within the last `blocks` blocks, a power of two, `delay` cycles ago.
    pub fn in_batch(&mut self, m: &mut Module, blocks: usize, delay: usize, place: Net) -> Net {
        match self.count(m, Count::Phase, self.ahead + delay).filter(|_| blocks > 1) {
            Some(phase) => {
                let low = m.slice(phase, 0, blocks.trailing_zeros());
                m.concat(&[place, low])
            }
            None => place,
        }
    }
}
