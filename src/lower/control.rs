//! Counters and pulses that tell each stage where in its frame it is.

use crate::rtl::{address_bits, Module, Net};
use crate::stream::Sequence;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Pulses up to this many cycles late pass through plain registers.
const SHORT: usize = 3;

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

/// Counts down to zero from a number that a pulse sets, and whether it is on the way.
pub fn count_down(m: &mut Module, name: &str, pulse: Net, from: Net) -> (Net, Net) {
    let width = m.width(from);
    let count = m.state(width, Some(0));
    m.name(count, name);
    let unit = m.constant(width, 1);
    let waiting = m.any(count);
    let less = m.sub(count, unit);
    let held = m.mux(waiting, less, count);
    let next = m.mux(pulse, from, held);
    m.drive(count, next);
    (count, waiting)
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
    let waiting = match cycles.div_ceil(interval) {
        0 => word,
        1 => {
            let waiting = m.state(m.width(word), None);
            m.drive_enabled(waiting, word, pulse);
            waiting
        }
        frames => {
            let memory = m.memory(format!("under_way{}", m.memories.len()), frames, m.width(word));
            let [put, taken] = [("put", pulse), ("taken", late)].map(|(name, pulse)| {
                let (place, _) = count(m, name.into(), pulse, frames);
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

/// High and low part of a beat number; `None` for a part that is always zero.
type Parts = (Option<Net>, Option<Net>);

/// The beats of a frame, counted from its start, block by block.
pub struct Beats {
    /// Beats of a block.
    beats: usize,
    /// Steps by which the counts are ahead of the beat: none, or one.
    ahead: usize,
    /// High in each beat of a frame.
    pub active: Net,
    /// High in the last beat of the frame.
    pub last: Net,
    /// High in the last beat of each block.
    block_end: Net,
    /// High in every beat but the first.
    running: Option<Net>,
    /// Number of the block, over all frames, modulo the phases asked for.
    phase: Option<Net>,
    /// The same by delay.
    phases: BTreeMap<usize, Net>,
    /// By split: the beat number's parts, by delay.
    parts: BTreeMap<usize, BTreeMap<usize, Parts>>,
    /// Nets and what they were in the last active beat.
    held: BTreeMap<(Net, u128), Net>,
    /// What makes the same counts, one step ahead.
    source: Source,
    next: Option<Box<Beats>>,
}

/// What beats are counted from.
#[derive(Clone)]
struct Source {
    label: String,
    start: Net,
    /// Beats of a block, blocks, phases.
    counts: [usize; 3],
}

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
        Self::counting(m, label, start, [beats, blocks, phases], 0)
    }

    /// As [`Beats::in_blocks`], but all counts are those of the next beat. Words of the beat itself come
    /// from registers, so that nothing slow stands between a counter and what it controls.
    pub fn ahead(m: &mut Module, label: &str, start: Net, beats: usize, blocks: usize, phases: usize) -> Self {
        Self::counting(m, label, start, [beats, blocks, phases], 1)
    }

    fn counting(m: &mut Module, label: &str, start: Net, counts: [usize; 3], ahead: usize) -> Self {
        let [beats, blocks, phases] = counts;
        // Where the counters rest.
        let first = [ahead % beats, ahead / beats % blocks, ahead / beats / blocks % phases];
        let mut counter = Beats {
            beats,
            ahead,
            active: start,
            last: start,
            block_end: start,
            running: None,
            phase: None,
            phases: BTreeMap::new(),
            parts: BTreeMap::new(),
            held: BTreeMap::new(),
            source: Source { label: label.into(), start, counts },
            next: None,
        };
        if beats * blocks > 1 {
            let running = m.state(1, Some(0));
            m.name(running, format!("{label}running"));
            let active = m.or(start, running);
            counter.active = m.name(active, format!("{label}active"));
            counter.running = Some(running);
            let (beat, block_end) = count_from(m, format!("{label}beat"), counter.active, beats, first[0]);
            let (block, frame_end) = count_from(m, format!("{label}block"), block_end, blocks, first[1]);
            counter.block_end = block_end;
            let last = match ahead {
                0 => frame_end,
                // The next beat is the first of a frame.
                _ => [beat, block].into_iter().flatten().fold(counter.active, |last, count| {
                    let wrapped = m.eq_const(count, 0);
                    m.and(last, wrapped)
                }),
            };
            counter.last = m.name(last, format!("{label}last"));
            counter.parts.entry(beats).or_default().insert(0, (None, beat));
            let more = m.not(last);
            let goes_on = m.and(active, more);
            m.drive(running, goes_on);
        }
        (counter.phase, _) = count_from(m, format!("{label}phase"), counter.block_end, phases, first[2]);
        counter
    }

    /// High in every beat of a frame but the first.
    pub fn running(&self, m: &mut Module) -> Net {
        self.running.unwrap_or_else(|| m.constant(1, 0))
    }

    /// High in this beat of a frame of one block.
    pub fn at(&mut self, m: &mut Module, beat: usize) -> Net {
        match self.parts(m, self.beats, 0) {
            (_, Some(count)) => {
                let reached = m.eq_const(count, ((beat + self.ahead) % self.beats) as u128);
                m.and(self.active, reached)
            }
            _ => self.active,
        }
    }

    /// Number of the block modulo the phases, one bit at least.
    pub fn phase(&self, m: &mut Module) -> Net {
        self.phase.unwrap_or_else(|| m.constant(1, 0))
    }

    /// The beat number as (beat / split, beat % split), `delay` cycles ago.
    fn parts(&mut self, m: &mut Module, split: usize, delay: usize) -> Parts {
        if self.beats == 1 {
            return (None, None);
        }
        if !self.parts.contains_key(&split) {
            let parts = self.split(m, split);
            self.parts.entry(split).or_default().insert(0, parts);
        }
        let known = &self.parts[&split];
        let (&at, &(high, low)) = known.range(..=delay).next_back().unwrap_or_else(|| unreachable!("delay 0 is known"));
        let late = (delay - at) as u32;
        let parts = (high.map(|n| m.delay(n, late)), low.map(|n| m.delay(n, late)));
        self.parts.entry(split).or_default().insert(delay, parts);
        parts
    }

    fn split(&mut self, m: &mut Module, split: usize) -> Parts {
        let (_, count) = self.parts[&self.beats][&0];
        let Some(count) = count else { return (None, None) };
        if split.is_power_of_two() {
            let bits = split.trailing_zeros().min(m.width(count));
            let low = (bits > 0).then(|| m.slice(count, 0, bits));
            let rest = m.width(count) - bits;
            return ((rest > 0).then(|| m.slice(count, bits, rest)), low);
        }
        let low = m.state(address_bits(split), Some((self.ahead % split) as u128));
        m.name(low, format!("{}beat_mod_{split}", self.source.label));
        let high = m.state(address_bits(self.beats.div_ceil(split)), Some((self.ahead / split) as u128));
        m.name(high, format!("{}beat_div_{split}", self.source.label));
        let full = m.eq_const(low, split as u128 - 1);
        let wrap = m.or(full, self.block_end);
        let next = advance(m, low, self.active, wrap);
        m.drive(low, next);
        let step = m.and(self.active, wrap);
        let next = advance(m, high, step, self.block_end);
        m.drive(high, next);
        (Some(high), Some(low))
    }

    /// The word of a sequence at this beat and phase, `delay` cycles ago.
    pub fn word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let index = self.index(m, sequence, delay);
        let [high, low] = self.looked_up(m, sequence, index);
        m.add(high, low)
    }

    /// The word of a sequence, so many cycles later, with a register behind each table unless it is large.
    pub fn word_later(&mut self, m: &mut Module, sequence: &Sequence, cycles: usize) -> Net {
        if is_large(sequence) {
            return self.word(m, sequence, cycles);
        }
        let index = self.index(m, sequence, 0);
        let [high, low] = self.looked_up(m, sequence, index).map(|part| m.delay(part, cycles as u32));
        m.add(high, low)
    }

    /// The word of a sequence at this beat and phase, where the counts are ahead, with a register behind each
    /// table, or ahead of large ones.
    pub fn registered(&mut self, m: &mut Module, sequence: &Sequence) -> Net {
        let index = self.index(m, sequence, 0);
        if is_large(sequence) {
            let index = index.map(|net| net.map(|net| self.held(m, net, 0)));
            let [high, low] = self.looked_up(m, sequence, index);
            return m.add(high, low);
        }
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

    /// Phase, high and low part of the beat number, as a sequence needs them.
    fn index(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> [Option<Net>; 3] {
        let (high, low) = self.parts(m, sequence.split, delay);
        let phase = match (sequence.phases, self.phase) {
            (1, _) | (_, None) => None,
            (_, Some(phase)) => Some(m.delay(phase, delay as u32)),
        };
        [phase, high, low]
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
        let (_, beat) = self.parts(m, self.beats, delay);
        match beat {
            Some(beat) => self.in_batch(m, blocks, delay, beat),
            None => unreachable!("blocks that are stored have several beats"),
        }
    }

    /// A place within a block made one within the last `blocks` blocks, a power of two, `delay` cycles ago.
    pub fn in_batch(&mut self, m: &mut Module, blocks: usize, delay: usize, place: Net) -> Net {
        let Some(phase) = self.phase.filter(|_| blocks > 1) else { return place };
        let (&at, &known) = self.phases.range(..=delay).next_back().unwrap_or((&0, &phase));
        let late = m.delay(known, (delay - at) as u32);
        self.phases.insert(delay, late);
        let low = m.slice(late, 0, blocks.trailing_zeros());
        m.concat(&[place, low])
    }

    /// The word of a sequence, out of a register: what a select does not wait for is time for the data.
    pub fn early_word(&mut self, m: &mut Module, sequence: &Sequence, delay: usize) -> Net {
        let Some(before) = delay.checked_sub(1) else { return self.next(m).registered(m, sequence) };
        let word = self.word(m, sequence, before);
        match m.constant_value(word) {
            Some(_) => word,
            // The reset keeps it out of a shift register, which is slow to read.
            None => m.register(word, Some(0)),
        }
    }

    /// The same counts one step ahead.
    fn next(&mut self, m: &mut Module) -> &mut Beats {
        let Source { label, start, counts } = self.source.clone();
        self.next.get_or_insert_with(|| Box::new(Self::counting(m, &format!("{label}next_"), start, counts, 1)))
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

/// A counter of the cycles with `step`, modulo `values`, and the step at which it wraps. A counter of
/// one value is none.
pub fn count(m: &mut Module, name: String, step: Net, values: usize) -> (Option<Net>, Net) {
    count_from(m, name, step, values, 0)
}

pub(super) fn count_from(m: &mut Module, name: String, step: Net, values: usize, first: usize) -> (Option<Net>, Net) {
    if values == 1 {
        return (None, step);
    }
    let count = m.state(address_bits(values), Some(first as u128));
    m.name(count, name);
    let at_end = m.eq_const(count, values as u128 - 1);
    let next = advance(m, count, step, at_end);
    m.drive(count, next);
    (Some(count), m.and(step, at_end))
}

/// `count`, one more when `step`, back to zero when `clear` at a step.
fn advance(m: &mut Module, count: Net, step: Net, clear: Net) -> Net {
    let width = m.width(count);
    let (one, zero) = (m.constant(width, 1), m.constant(width, 0));
    let more = m.add(count, one);
    let next = m.mux(clear, zero, more);
    m.mux(step, next, count)
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

/// Inputs of a multiplexer that one lookup table of six inputs holds a bit of, with its select bits.
const WAYS: usize = 4;

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
