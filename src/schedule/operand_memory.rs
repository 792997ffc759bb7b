//! A port that keeps words in a memory of its own: which ones, and from when on it is written.
//!
//! Many windows of the writes are tried, and in the best of them each word past the memory. For that taps have numbers.

use super::port::{cost, distinct, words, OperandBuffer, OperandMemory, OperandRoute, OperandSource, Port};
use super::tap_key::TapKey;
use super::unit::Tap;

/// Cycles from a write to the earliest use: the memory, and the register that it is read into.
const WAIT: usize = 2;

/// Longest delay ahead of a write, to move it to a free cycle.
const SLIP: usize = 2;

/// Most words of a memory.
const MOST_WORDS: usize = 64;

/// How many windows of the writes are tried, and how many of those that are cheapest at first are thought through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchEffort {
    pub windows: usize,
    pub refined: usize,
}

/// A word that a port reads and that can wait in a memory.
struct Word {
    /// The beat of the window that reads it.
    beat: usize,
    read: usize,
    made: usize,
    /// The last cycle in which it may be written.
    last: usize,
    /// The numbers of what is written so many cycles after it is made.
    written: [Number; SLIP + 1],
}

/// The number of a tap, or of a write.
type Number = u32;

/// None.
const NONE: Number = Number::MAX;

/// What a port reads, and the price of each tap that may feed it.
struct Reading<'a> {
    port: &'a Port,
    /// For each cycle of the window, the number of the tap that is read.
    direct: Vec<Number>,
    /// What can wait, by when it is made.
    words: Vec<Word>,
    taps: Vec<TapKey>,
    tap_luts: Vec<usize>,
}

/// Words in a memory.
#[derive(Clone)]
struct Draft {
    /// First cycle of the writes, and the number of the tap in each.
    start: usize,
    writes: Vec<Number>,
    /// For each cycle of the port's window, the number of the write that its word is from; none if it goes past.
    reads: Vec<Number>,
    batches: usize,
    /// Of each tap, a bit if it goes past the memory and one if into it.
    inputs: Vec<u8>,
}

/// LUTs that a port takes at the least whose words come past its memory or through it, which is one way more.
pub(super) fn min_luts(port: &Port) -> usize {
    cost::memory(port.row.len().next_power_of_two()) + cost::multiplexer(port.producers.len())
}

/// The cheapest feed with a memory, if it takes less than so many LUTs: those of its own, and of each tap what `luts` says.
pub(super) fn stored(
    port: &Port,
    effort: SearchEffort,
    most: usize,
    luts: impl FnMut(Tap) -> usize,
) -> Option<OperandRoute> {
    // The port's memory is addressed a cycle before its window.
    port.start.checked_sub(1)?;
    let cheap = |least: usize| (least < most).then_some(least);
    let own_luts = cheap(min_luts(port))?;
    let reading = Reading::new(port, luts);
    let least = cheap(own_luts + reading.min_tap_luts())?;
    let windows = windows(port);
    let every = windows.len().div_ceil(effort.windows).max(1);
    let none = vec![false; port.row.len()];
    // Most windows are thought of once: all in the same room.
    let mut draft = reading.room();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for start in windows.into_iter().step_by(every) {
        starts.extend(reading.fill(&mut draft, start, &none).map(|luts| (luts, start)));
    }
    starts.sort_unstable();
    starts.truncate(effort.refined.max(1));
    let (mut most, mut best, mut other) = (most, None, reading.room());
    for (luts, start) in starts {
        reading.fill(&mut draft, start, &none);
        let luts = if effort.refined > 0 { reading.refine(&mut draft, &mut other, luts) } else { luts };
        if luts < most {
            (most, best) = (luts, Some(draft.clone()));
        }
        if most <= least {
            break;
        }
    }
    best.map(|draft| reading.route(draft))
}

/// First cycles worth trying for the window of the writes, in order: it begins or ends with some word.
fn windows(port: &Port) -> Vec<usize> {
    let period = port.row.len();
    let words = port.row.iter().enumerate().filter_map(|(beat, tap)| Some((port.start + beat, (*tap)?)));
    let made = words.filter(|(_, tap)| tap.delay >= WAIT).map(|(at, tap)| at - tap.delay);
    let mut windows: Vec<usize> = made.flat_map(|at| [Some(at), (at + 1).checked_sub(period)]).flatten().collect();
    windows.sort_unstable();
    windows.dedup();
    windows
}

impl<'a> Reading<'a> {
    fn new(port: &'a Port, luts: impl FnMut(Tap) -> usize) -> Self {
        let late = |tap: Tap, delay: usize| Tap { delay, ..tap };
        let mut taps: Vec<TapKey> = Vec::with_capacity((SLIP + 2) * port.row.len());
        for tap in distinct(&port.row) {
            taps.extend((0..=SLIP).chain([tap.delay]).map(|delay| TapKey::from(late(tap, delay))));
        }
        taps.sort_unstable();
        taps.dedup();
        let number = |tap: Tap| taps.binary_search(&tap.into()).map_or(NONE, |number| number as Number);
        let direct = port.row.iter().map(|tap| tap.map_or(NONE, number)).collect();
        let word = |(beat, tap): (usize, &Option<Tap>)| {
            let tap = tap.filter(|tap| tap.delay >= WAIT)?;
            let written = std::array::from_fn(|slip| number(late(tap, slip)));
            let (read, made) = (port.start + beat, port.start + beat - tap.delay);
            Some(Word { beat, read, made, last: made + SLIP.min(tap.delay - WAIT), written })
        };
        let mut words: Vec<Word> = port.row.iter().enumerate().filter_map(word).collect();
        words.sort_by_key(|word| (word.made, word.beat));
        let tap_luts = taps.iter().map(|&code| code.into()).map(luts).collect();
        Reading { port, direct, words, taps, tap_luts }
    }

    /// LUTs of taps at the least: one of each producer.
    fn min_tap_luts(&self) -> usize {
        let mut tap_luts = self.tap_luts.iter();
        let of = |taps: &[TapKey]| tap_luts.by_ref().take(taps.len()).min().copied();
        self.taps.chunk_by(|one, next| one.producer() == next.producer()).filter_map(of).sum()
    }

    fn room(&self) -> Draft {
        let period = self.direct.len();
        Draft {
            start: 0,
            writes: vec![NONE; period],
            reads: vec![NONE; period],
            batches: 0,
            inputs: vec![0; self.taps.len()],
        }
    }

    /// Words in a memory that is written from cycle `start` on, as many as fit, but for those read in the cycles `past`:
    /// what that costs. `None` if there are none or they need too many words.
    fn fill(&self, draft: &mut Draft, start: usize, past: &[bool]) -> Option<usize> {
        let period = self.direct.len();
        let Draft { writes, reads, .. } = draft;
        writes.fill(NONE);
        reads.fill(NONE);
        draft.start = start;
        let mut longest = None;
        for word in self.words.iter().filter(|word| !past[word.beat]) {
            let times =
                || (word.made.max(start)..=word.last.min(start + period - 1)).map(|at| (at - start, at - word.made));
            // Where the word is already, or where it may be written.
            let known = times().find(|&(place, slip)| writes[place] == word.written[slip]);
            let Some((place, slip)) = known.or_else(|| times().find(|&(place, _)| writes[place] == NONE)) else {
                continue;
            };
            writes[place] = word.written[slip];
            reads[word.beat] = place as Number;
            longest = longest.max(Some(word.read - 1 - start - place));
        }
        draft.batches = (longest? / period + 1).next_power_of_two();
        (draft.words() <= MOST_WORDS).then(|| self.luts(draft))
    }

    /// What a draft costs.
    fn luts(&self, draft: &mut Draft) -> usize {
        let Draft { writes, reads, inputs: seen, .. } = draft;
        seen.fill(0);
        let mut inputs = [0; 2];
        let mut luts = 0;
        let past = self.direct.iter().zip(reads).filter(|(_, read)| **read == NONE).map(|(tap, _)| (0, *tap));
        for (side, tap) in past.chain(writes.iter().map(|tap| (1, *tap))).filter(|(_, tap)| *tap != NONE) {
            let tap = tap as usize;
            if seen[tap] == 0 {
                luts += self.tap_luts[tap];
            }
            inputs[side] += usize::from(seen[tap] >> side & 1 == 0);
            seen[tap] |= 1 << side;
        }
        luts + cost::multiplexer(inputs[0] + 1) + cost::multiplexer(inputs[1]) + cost::memory(draft.words())
    }

    /// Leaves words out that the others have at hand anyway, where that spares something of the price.
    fn refine(&self, draft: &mut Draft, other: &mut Draft, mut luts: usize) -> usize {
        let mut past = vec![false; self.direct.len()];
        for beat in 0..self.direct.len() {
            if draft.reads[beat] == NONE {
                continue;
            }
            past[beat] = true;
            match self.fill(other, draft.start, &past).filter(|other| *other < luts) {
                Some(less) => {
                    luts = less;
                    std::mem::swap(draft, other);
                }
                None => past[beat] = false,
            }
        }
        luts
    }

    fn route(&self, Draft { start, writes, reads, batches, .. }: Draft) -> OperandRoute {
        let some = |number: &Number| (*number != NONE).then_some(*number as usize);
        let reads: Vec<Option<usize>> = reads.iter().map(some).collect();
        let pick = |(read, tap): (&Option<usize>, &Option<Tap>)| match read {
            Some(_) => Some(OperandSource::Buffer),
            None => tap.map(OperandSource::Tap),
        };
        let sources = reads.iter().zip(&self.port.row).map(pick).collect();
        let writes = writes.iter().map(|tap| Some(self.taps[some(tap)?].into())).collect();
        let memory = OperandMemory { start, writes, reads, batches };
        OperandRoute { start: self.port.start, sources, buffer: Some(OperandBuffer::Memory(memory)) }
    }
}

impl Draft {
    fn words(&self) -> usize {
        words(self.batches, &self.writes)
    }
}
