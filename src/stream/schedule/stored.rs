//! A port that keeps words in a memory of its own: which ones, and from when on it is written.
//!
//! Many windows of the writes are tried, and in the best of them each word past the memory. For that taps have numbers.

use super::feeds::{cost, distinct, words, Feed, Memory, Pick, Port, Store};
use super::{Producer, Tap};
use std::collections::BTreeSet;

/// Cycles from a write to the earliest use: the memory, and the register that it is read into.
const WAIT: usize = 2;

/// Longest delay ahead of a write, to move it to a free cycle.
const SLIP: usize = 2;

/// Most words of a memory.
const MOST_WORDS: usize = 64;

/// How many windows of the writes are tried, and how many of those that are cheapest at first are thought through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    pub windows: usize,
    pub refined: usize,
}

/// A word that a port reads.
struct Word {
    read: usize,
    tap: Tap,
    /// The number of its tap, and those of what is written so many cycles after it is made.
    direct: usize,
    written: [usize; SLIP + 1],
}

impl Word {
    fn made(&self) -> usize {
        self.read - self.tap.delay
    }
}

/// What a port reads, and the price of each tap that may feed it.
struct Reading<'a> {
    port: &'a Port,
    /// By the cycle of the window; and the cycles whose words can wait in a memory, by when these are made.
    words: Vec<Option<Word>>,
    order: Vec<usize>,
    taps: Vec<Tap>,
    prices: Vec<usize>,
}

/// Words in a memory.
#[derive(Clone)]
struct Draft {
    /// First cycle of the writes, and the number of the tap in each.
    start: usize,
    writes: Vec<Option<usize>>,
    /// For each cycle of the port's window, the number of the write that its word is from; none if it goes past.
    reads: Vec<Option<usize>>,
    batches: usize,
    /// Of each tap, whether it goes past the memory and whether into it.
    ways: Vec<[bool; 2]>,
}

/// LUTs that a port takes at the least whose words come past its memory or through it, which is one way more.
pub(super) fn least(port: &Port) -> usize {
    cost::memory(port.row.len().next_power_of_two()) + cost::multiplexer(port.producers.len())
}

/// The cheapest feed with a memory, if it takes less than so many LUTs: those of its own, and of each tap what `price` says.
pub(super) fn stored(port: &Port, effort: Effort, most: usize, price: impl FnMut(Tap) -> usize) -> Option<Feed> {
    // The port's memory is addressed a cycle before its window.
    port.start.checked_sub(1)?;
    let cheap = |least: usize| (least < most).then_some(least);
    let own = cheap(least(port))?;
    let reading = Reading::new(port, price);
    let least = cheap(own + reading.least())?;
    let windows = windows(port);
    let every = windows.len().div_ceil(effort.windows).max(1);
    let none = vec![false; port.row.len()];
    // Most windows are thought of once: all in the same room.
    let mut draft = reading.room();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for start in windows.into_iter().step_by(every) {
        starts.extend(reading.fill(&mut draft, start, &none).map(|price| (price, start)));
    }
    starts.sort_unstable();
    starts.truncate(effort.refined.max(1));
    let (mut most, mut best) = (most, None);
    for (price, start) in starts {
        reading.fill(&mut draft, start, &none);
        let price = if effort.refined > 0 { reading.refine(&mut draft, price) } else { price };
        if price < most {
            (most, best) = (price, Some(draft.clone()));
        }
        if most <= least {
            break;
        }
    }
    best.map(|draft| reading.feed(draft))
}

/// First cycles worth trying for the window of the writes: it begins or ends with some word.
fn windows(port: &Port) -> BTreeSet<usize> {
    let period = port.row.len();
    let words = port.row.iter().enumerate().filter_map(|(beat, tap)| Some((port.start + beat, (*tap)?)));
    let made = words.filter(|(_, tap)| tap.delay >= WAIT).map(|(at, tap)| at - tap.delay);
    made.flat_map(|at| [Some(at), (at + 1).checked_sub(period)]).flatten().collect()
}

impl<'a> Reading<'a> {
    fn new(port: &'a Port, price: impl FnMut(Tap) -> usize) -> Self {
        let late = |tap: Tap, delay: usize| Tap { delay, ..tap };
        let read = distinct(&port.row);
        let mut taps: Vec<Tap> =
            read.flat_map(|tap| (0..=SLIP).chain([tap.delay]).map(move |delay| late(tap, delay))).collect();
        taps.sort_unstable();
        taps.dedup();
        let number = |tap: Tap| taps.binary_search(&tap).unwrap_or_else(|_| unreachable!("all taps are listed"));
        let word = |(beat, tap): (usize, &Option<Tap>)| {
            let tap = (*tap)?;
            let written = std::array::from_fn(|slip| number(late(tap, slip)));
            Some(Word { read: port.start + beat, tap, direct: number(tap), written })
        };
        let words: Vec<Option<Word>> = port.row.iter().enumerate().map(word).collect();
        let waits = |beat: &usize| words[*beat].as_ref().is_some_and(|word| word.tap.delay >= WAIT);
        let mut order: Vec<usize> = (0..words.len()).filter(waits).collect();
        order.sort_by_key(|&beat| words[beat].as_ref().map(|word| (word.made(), beat)));
        let prices = taps.iter().copied().map(price).collect();
        Reading { port, words, order, taps, prices }
    }

    /// LUTs of taps at the least: one of each producer.
    fn least(&self) -> usize {
        let taps = || self.taps.iter().zip(&self.prices);
        let of =
            |producer: &Producer| taps().filter(|(tap, _)| tap.producer == *producer).map(|(_, price)| price).min();
        self.port.producers.iter().filter_map(of).sum()
    }

    fn room(&self) -> Draft {
        let period = self.words.len();
        let ways = vec![[false; 2]; self.taps.len()];
        Draft { start: 0, writes: vec![None; period], reads: vec![None; period], batches: 0, ways }
    }

    /// Words in a memory that is written from cycle `start` on, as many as fit, but for those read in the cycles `past`:
    /// what that costs. `None` if there are none or they need too many words.
    fn fill(&self, draft: &mut Draft, start: usize, past: &[bool]) -> Option<usize> {
        let period = self.words.len();
        let Draft { writes, reads, .. } = draft;
        writes.fill(None);
        reads.fill(None);
        draft.start = start;
        let mut longest = None;
        for &beat in self.order.iter().filter(|&&beat| !past[beat]) {
            let Some(word) = &self.words[beat] else { continue };
            let made = word.made();
            let last = made + SLIP.min(word.tap.delay - WAIT);
            let times =
                || (made.max(start)..=last.min(start + period - 1)).map(|at| (at - start, word.written[at - made]));
            // Where the word is already, or where it may be written.
            let known = times().find(|&(place, tap)| writes[place] == Some(tap));
            let Some((place, tap)) = known.or_else(|| times().find(|&(place, _)| writes[place].is_none())) else {
                continue;
            };
            writes[place] = Some(tap);
            reads[beat] = Some(place);
            longest = longest.max(Some(word.read - 1 - start - place));
        }
        draft.batches = (longest? / period + 1).next_power_of_two();
        (draft.words() <= MOST_WORDS).then(|| self.price(draft))
    }

    /// What a draft costs.
    fn price(&self, draft: &mut Draft) -> usize {
        let Draft { writes, reads, ways: seen, .. } = draft;
        seen.fill([false; 2]);
        let mut ways = [0; 2];
        let mut price = 0;
        let past = self.words.iter().zip(reads).filter(|(_, read)| read.is_none());
        let past = past.filter_map(|(word, _)| Some((0, word.as_ref()?.direct)));
        for (side, tap) in past.chain(writes.iter().flatten().map(|&tap| (1, tap))) {
            if seen[tap] == [false; 2] {
                price += self.prices[tap];
            }
            ways[side] += usize::from(!std::mem::replace(&mut seen[tap][side], true));
        }
        price + cost::multiplexer(ways[0] + 1) + cost::multiplexer(ways[1]) + cost::memory(draft.words())
    }

    /// Leaves words out that the others have at hand anyway, where that spares something of the price.
    fn refine(&self, draft: &mut Draft, mut price: usize) -> usize {
        let mut past = vec![false; self.words.len()];
        let mut other = self.room();
        for beat in 0..self.words.len() {
            if draft.reads[beat].is_none() {
                continue;
            }
            past[beat] = true;
            match self.fill(&mut other, draft.start, &past).filter(|other| *other < price) {
                Some(less) => {
                    price = less;
                    std::mem::swap(draft, &mut other);
                }
                None => past[beat] = false,
            }
        }
        price
    }

    fn feed(&self, Draft { start, writes, reads, batches, .. }: Draft) -> Feed {
        let pick = |(read, tap): (&Option<usize>, &Option<Tap>)| match read {
            Some(_) => Some(Pick::Store),
            None => tap.map(Pick::Tap),
        };
        let picks = reads.iter().zip(&self.port.row).map(pick).collect();
        let writes = writes.iter().map(|tap| Some(self.taps[(*tap)?])).collect();
        let memory = Memory { start, writes, reads, batches };
        Feed { start: self.port.start, picks, store: Some(Store::Memory(memory)) }
    }
}

impl Draft {
    fn words(&self) -> usize {
        words(self.batches, &self.writes)
    }
}
