//! Counts the beats of a frame, and looks up in tables what each beat needs.

use super::control::{advance, count_from};
use crate::rtl::{address_bits, Module, Net};
use crate::stream::Sequence;
use std::collections::BTreeMap;

/// The beats of a frame, counted from its start, block by block.
///
/// There is one counter, which runs ahead of the beat: what a table says of a beat can then leave a register in that
/// very beat. The beat's own number is a copy that follows the counter, and later ones are copies of that.
pub struct Beats {
    label: String,
    /// Beats of a block, blocks, phases: each block has a number, over all frames, modulo the phases.
    counts: [usize; 3],
    /// Beats by which the counter is ahead.
    ahead: usize,
    /// High in each beat of a frame.
    pub active: Net,
    /// High in the last beat of the frame.
    pub last: Net,
    /// High when the counter goes on to the next block.
    block_ends: Net,
    /// High in every beat but the first.
    running: Option<Net>,
    /// Counters, and their copies by how far they are behind.
    known: BTreeMap<Count, BTreeMap<usize, Net>>,
    /// Nets and what they were in the last active beat.
    held: BTreeMap<(Net, u128), Net>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Count {
    /// The block, modulo the phases.
    Phase,
    /// The beat of the block, divided by so much.
    High(usize),
    /// The beat of the block, modulo so much.
    Low(usize),
}

/// Most words of a table that a counter may address: a larger one has its address from a register that is no
/// counter, of which Yosys makes a third as many lookup tables.
const MOST_COUNTED: usize = 32;

/// Synthesis would make a block RAM of a larger table with a register behind it.
const LARGEST_TABLE: usize = 128;

fn is_large(sequence: &Sequence) -> bool {
    let large = |words: &[u128]| words.len() > LARGEST_TABLE && sequence.digits(words).is_none();
    large(&sequence.high) || large(&sequence.low)
}

impl Beats {
    /// Counts `beats` beats from each `start`. `label` goes before the names of the nets.
    pub fn new(m: &mut Module, label: &str, start: Net, beats: usize) -> Self {
        Self::in_blocks(m, label, start, beats, 1, 1)
    }

    /// Counts `blocks` times `beats` beats from each `start`; `phases`: period of the block number.
    pub fn in_blocks(m: &mut Module, label: &str, start: Net, beats: usize, blocks: usize, phases: usize) -> Self {
        let ahead = if beats * blocks * phases > MOST_COUNTED { 2 } else { 1 };
        let mut counter = Beats {
            label: label.into(),
            counts: [beats, blocks, phases],
            ahead,
            active: start,
            last: start,
            block_ends: start,
            running: None,
            known: BTreeMap::new(),
            held: BTreeMap::new(),
        };
        if beats * blocks > 1 {
            let running = m.state(1, Some(0));
            m.name(running, format!("{label}running"));
            let active = m.or(start, running);
            counter.active = m.name(active, format!("{label}active"));
            counter.running = Some(running);
            let at = |number: usize| [number % beats, number / beats % blocks];
            let [beat, block] = at(ahead);
            let (beat, block_ends) = count_from(m, format!("{label}beat"), counter.active, beats, beat);
            let (block, _) = count_from(m, format!("{label}block"), block_ends, blocks, block);
            counter.block_ends = block_ends;
            // Where the counter stands in the last beat.
            let last = [beat, block].into_iter().zip(at(beats * blocks - 1 + ahead));
            let last = last.filter_map(|(count, at)| Some((count?, at))).fold(counter.active, |last, (count, at)| {
                let there = m.eq_const(count, at as u128);
                m.and(last, there)
            });
            counter.last = m.name(last, format!("{label}last"));
            let more = m.not(last);
            let goes_on = m.and(active, more);
            m.drive(running, goes_on);
            counter.knows(Count::Low(beats), beat);
        }
        let phase = counter.first(Count::Phase);
        let (phase, _) = count_from(m, format!("{label}phase"), counter.block_ends, phases, phase);
        counter.knows(Count::Phase, phase);
        counter
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
        let [beats, _, phases] = self.counts;
        match count {
            Count::Phase => beat / beats % phases,
            Count::High(split) => beat % beats / split,
            Count::Low(split) => beat % beats % split,
        }
    }

    /// High in every beat of a frame but the first.
    pub fn running(&self, m: &mut Module) -> Net {
        self.running.unwrap_or_else(|| m.constant(1, 0))
    }

    /// High in this beat of a frame of one block.
    pub fn at(&self, m: &mut Module, beat: usize) -> Net {
        let beats = self.counts[0];
        match self.known.get(&Count::Low(beats)) {
            Some(known) => {
                let reached = m.eq_const(known[&0], ((beat + self.ahead) % beats) as u128);
                m.and(self.active, reached)
            }
            None => self.active,
        }
    }

    /// Number of the block modulo the phases, `delay` cycles ago, one bit at least.
    pub fn phase(&mut self, m: &mut Module, delay: usize) -> Net {
        self.count(m, Count::Phase, self.ahead + delay).unwrap_or_else(|| m.constant(1, 0))
    }

    /// A count, so many cycles behind the counter. `None`: it is always zero.
    fn count(&mut self, m: &mut Module, count: Count, behind: usize) -> Option<Net> {
        let beats = self.counts[0];
        let whole = Count::Low(beats);
        match count {
            Count::High(split) | Count::Low(split) if split.is_power_of_two() && count != whole => {
                let number = self.count(m, whole, behind)?;
                let bits = split.trailing_zeros().min(m.width(number));
                let (from, width) = match count {
                    Count::Low(_) => (0, bits),
                    _ => (bits, m.width(number) - bits),
                };
                return (width > 0).then(|| m.slice(number, from, width));
            }
            Count::High(split) if split >= beats => return None,
            Count::High(split) | Count::Low(split) if !self.known.contains_key(&count) && beats > 1 => {
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
        let [beats, ..] = self.counts;
        let counts = [(Count::Low(split), split, "mod"), (Count::High(split), beats.div_ceil(split), "div")];
        let [low, high] = counts.map(|(count, values, name)| {
            let net = m.state(address_bits(values), Some(self.first(count) as u128));
            let net = m.name(net, format!("{}beat_{name}_{split}", self.label));
            self.knows(count, Some(net));
            net
        });
        let full = m.eq_const(low, split as u128 - 1);
        let wrap = m.or(full, self.block_ends);
        let next = advance(m, low, self.active, wrap);
        m.drive(low, next);
        let step = m.and(self.active, wrap);
        let next = advance(m, high, step, self.block_ends);
        m.drive(high, next);
    }

    /// The word of a sequence at this beat and phase, `delay` cycles ago.
    pub fn word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let index = self.index(m, sequence, self.ahead + delay);
        let [high, low] = self.looked_up(m, sequence, index);
        m.add(high, low)
    }

    /// The word of a sequence at the next beat and its phase.
    pub fn next_word(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        let index = self.index(m, sequence, self.ahead - 1);
        let [high, low] = self.looked_up(m, sequence, index);
        m.add(high, low)
    }

    /// The word of a sequence, so many cycles later, with a register behind each table unless it is large.
    pub fn word_later(&mut self, m: &mut Module, sequence: &Sequence, cycles: usize) -> Net {
        if is_large(sequence) {
            return self.word(m, sequence, cycles);
        }
        let index = self.index(m, sequence, self.ahead);
        let [high, low] = self.looked_up(m, sequence, index).map(|part| m.delay(part, cycles as u32));
        m.add(high, low)
    }

    /// The word of a sequence at this beat and phase, with a register behind each table, or ahead of large ones.
    pub fn registered(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        if is_large(sequence) {
            return self.word(m, sequence, 0);
        }
        let index = self.index(m, sequence, self.ahead - 1);
        let [high, low] = self.looked_up(m, sequence, index);
        let (high, low) = (self.held(m, high, sequence.high[0]), self.held(m, low, sequence.low[0]));
        m.add(high, low)
    }

    /// What a net was in the last active beat; `first` until there was one.
    fn held(&mut self, m: &mut Module, net: Net, first: u128) -> Net {
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

    /// Phase, high and low part of the beat number, as a sequence needs them, so many cycles behind the counter.
    fn index(&mut self, m: &mut Module, sequence: &Sequence, behind: usize) -> [Option<Net>; 3] {
        let phase = (sequence.phases > 1).then_some(Count::Phase);
        [phase, Some(Count::High(sequence.split)), Some(Count::Low(sequence.split))]
            .map(|count| self.count(m, count?, behind))
    }

    /// High and low part of a word, which is their sum.
    fn looked_up(&self, m: &mut Module, sequence: &Sequence, index: [Option<Net>; 3]) -> [Net; 2] {
        let [phase, high, low] = index;
        let high = self.table(m, sequence, &sequence.high, sequence.rounds(), phase, high);
        let low = self.table(m, sequence, &sequence.low, sequence.split, phase, low);
        [high, low]
    }

    /// The beat of a block, in one of the last `blocks` blocks, `delay` cycles ago: an address for what comes then.
    pub fn place(&mut self, m: &mut Module, blocks: usize, delay: usize) -> Net {
        match self.count(m, Count::Low(self.counts[0]), self.ahead + delay) {
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

    /// The word of a sequence, out of a register: what a select does not wait for is time for the data.
    pub fn early_word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let Some(before) = delay.checked_sub(1) else { return self.registered(m, sequence) };
        let word = self.word(m, sequence, before);
        match m.constant_value(word) {
            Some(_) => word,
            // The reset keeps it out of a shift register, which is slow to read.
            None => m.register(word, Some(0)),
        }
    }

    /// `words[phase * row + index]`.
    fn table(
        &self,
        m: &mut Module,
        sequence: &Sequence,
        words: &[u128],
        row: usize,
        phase: Option<Net>,
        index: Option<Net>,
    ) -> Net {
        // Each row starts at a power of two, so that phase and index stand side by side.
        let stride = index.map_or(1, |net| 1usize << m.width(net));
        let rows = words.chunks(row).map(|row| &row[..row.len().min(stride)]);
        let count = words.len() / row;
        let mut table: Vec<u128> = Vec::with_capacity(count * stride);
        for (number, row) in rows.enumerate() {
            table.resize(number * stride, row[0]);
            table.extend(row);
        }
        let address: Vec<Net> = [index, phase].into_iter().flatten().collect();
        match address.is_empty() {
            true => m.constant(sequence.width, table[0]),
            false => {
                let address = m.concat(&address);
                match sequence.digits(words).filter(|_| words.len() > LARGEST_TABLE) {
                    Some(digits) => in_digits(m, address, &table, &digits),
                    None => m.rom(address, sequence.width, table),
                }
            }
        }
    }
}

/// A table bit by bit, each by the few bits of the address that it depends on: synthesis would not see that there are few.
fn in_digits(m: &mut Module, address: Net, table: &[u128], digits: &[Vec<u32>]) -> Net {
    let bits: Vec<Net> = digits
        .iter()
        .enumerate()
        .map(|(bit, inputs)| {
            let place = |number: usize| inputs.iter().enumerate().map(|(i, at)| (number >> i & 1) << at).sum::<usize>();
            let words: Vec<u128> = (0..1 << inputs.len()).map(|number| table[place(number)] >> bit & 1).collect();
            match inputs.as_slice() {
                [] => m.constant(1, words[0]),
                inputs => {
                    let inputs: Vec<Net> = inputs.iter().map(|at| m.bit(address, *at)).collect();
                    let inputs = m.concat(&inputs);
                    m.rom(inputs, 1, words)
                }
            }
        })
        .collect();
    m.concat(&bits)
}
