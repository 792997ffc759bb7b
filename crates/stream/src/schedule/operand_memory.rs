//! The choice of operands that pass a memory before a port, and of the window in which the memory is written.
//!
//! Many write windows are tried. In the best of them, each operand is tried without the memory. Taps have numbers,
//! because the search compares many of them.

use super::port::{distinct, Port};
use super::route::{memory_words, OperandBuffer, OperandMemory, OperandRoute, OperandSource};
use super::route_cost;
use super::tap_key::TapKey;
use super::unit::Tap;

/// Cycles from a write to the earliest use: one for the memory and one for its output register.
const ACCESS_CYCLES: usize = 2;

/// Largest delay of a write, in cycles, by which it can move to a free cycle.
const MAX_WRITE_DELAY: usize = 2;

/// Words of the largest memory.
const MAX_WORDS: usize = 64;

/// Effort of the search for a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchEffort {
    /// Write windows that are tried.
    pub windows: usize,
    /// Of the cheapest windows, those in which operands are tried without the memory.
    pub refined: usize,
}

/// An operand that can pass the memory.
struct StorableOperand {
    /// Beat of the port's window that reads it.
    beat: usize,
    /// Cycle that reads it.
    read: usize,
    /// Cycle that produces it.
    produced: usize,
    /// Last cycle in which it may be written.
    last_write: usize,
    /// `written[delay]`: number of the tap that is written `delay` cycles after the operand is produced.
    written: [Number; MAX_WRITE_DELAY + 1],
}

/// Number of a tap or of a write.
type Number = u32;

/// No tap or write.
const NONE: Number = Number::MAX;

/// The operands of a port, and the cost of each tap that may have a part in their routes.
struct Reading<'a> {
    port: &'a Port,
    /// `direct[cycle - start]`: number of the tap of each operand.
    direct: Vec<Number>,
    /// Operands that can pass the memory, in the order in which they are produced.
    storable: Vec<StorableOperand>,
    /// Taps by their numbers.
    taps: Vec<TapKey>,
    /// `tap_luts[tap]`: LUTs that the use of a tap adds.
    tap_luts: Vec<usize>,
}

/// A memory with its writes and reads.
#[derive(Clone)]
struct Draft {
    /// First cycle of the write window.
    start: usize,
    /// `writes[cycle - start]`: number of the tap.
    writes: Vec<Number>,
    /// `reads[cycle - start of the port]`: number of the write, or [`NONE`] for an operand that bypasses the memory.
    reads: Vec<Number>,
    /// Batches in the memory at once.
    batches: usize,
    /// `inputs[tap]`: bit 0 if an operand bypasses the memory from the tap, bit 1 if the tap is written.
    inputs: Vec<u8>,
}

/// Returns a lower bound on the LUTs of a route with a memory: one multiplexer input for each producer, and one for the
/// memory.
pub(super) fn min_luts(port: &Port) -> usize {
    route_cost::memory(port.row.len().next_power_of_two()) + route_cost::multiplexer(port.producers.len())
}

/// Returns the cheapest route with a memory, if it takes less than `max_luts` LUTs. `luts` gives the LUTs that the use
/// of a tap adds.
pub(super) fn route_through_memory(
    port: &Port,
    effort: SearchEffort,
    max_luts: usize,
    luts: impl FnMut(Tap) -> usize,
) -> Option<OperandRoute> {
    // The memory has its read address a cycle before the port's window.
    port.start.checked_sub(1)?;
    let if_cheap = |luts: usize| (luts < max_luts).then_some(luts);
    let own_luts = if_cheap(min_luts(port))?;
    let reading = Reading::new(port, luts);
    let bound = if_cheap(own_luts + reading.min_tap_luts())?;
    let windows = windows(port);
    let every = windows.len().div_ceil(effort.windows).max(1);
    let no_bypass = vec![false; port.row.len()];
    // One draft serves all windows.
    let mut draft = reading.empty_draft();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for start in windows.into_iter().step_by(every) {
        starts.extend(reading.fill(&mut draft, start, &no_bypass).map(|luts| (luts, start)));
    }
    starts.sort_unstable();
    starts.truncate(effort.refined.max(1));
    let (mut best_luts, mut best, mut other) = (max_luts, None, reading.empty_draft());
    for (luts, start) in starts {
        reading.fill(&mut draft, start, &no_bypass);
        let luts = if effort.refined > 0 { reading.refine(&mut draft, &mut other, luts) } else { luts };
        if luts < best_luts {
            (best_luts, best) = (luts, Some(draft.clone()));
        }
        if best_luts <= bound {
            break;
        }
    }
    best.map(|draft| reading.route(draft))
}

/// Returns the first cycles of the write windows that are tried, in ascending order. Each window begins or ends with a
/// write.
fn windows(port: &Port) -> Vec<usize> {
    let period = port.row.len();
    let words = port.row.iter().enumerate().filter_map(|(beat, tap)| Some((port.start + beat, (*tap)?)));
    let produced = words.filter(|(_, tap)| tap.delay >= ACCESS_CYCLES).map(|(at, tap)| at - tap.delay);
    let mut windows: Vec<usize> = produced.flat_map(|at| [Some(at), (at + 1).checked_sub(period)]).flatten().collect();
    windows.sort_unstable();
    windows.dedup();
    windows
}

impl<'a> Reading<'a> {
    fn new(port: &'a Port, luts: impl FnMut(Tap) -> usize) -> Self {
        let delayed = |tap: Tap, delay: usize| Tap { delay, ..tap };
        let mut taps: Vec<TapKey> = Vec::with_capacity((MAX_WRITE_DELAY + 2) * port.row.len());
        for tap in distinct(&port.row) {
            taps.extend((0..=MAX_WRITE_DELAY).chain([tap.delay]).map(|delay| TapKey::from(delayed(tap, delay))));
        }
        taps.sort_unstable();
        taps.dedup();
        let number = |tap: Tap| taps.binary_search(&tap.into()).map_or(NONE, |number| number as Number);
        let direct = port.row.iter().map(|tap| tap.map_or(NONE, number)).collect();
        let storable = |(beat, tap): (usize, &Option<Tap>)| {
            let tap = tap.filter(|tap| tap.delay >= ACCESS_CYCLES)?;
            let written = std::array::from_fn(|delay| number(delayed(tap, delay)));
            let (read, produced) = (port.start + beat, port.start + beat - tap.delay);
            Some(StorableOperand {
                beat,
                read,
                produced,
                last_write: produced + MAX_WRITE_DELAY.min(tap.delay - ACCESS_CYCLES),
                written,
            })
        };
        let mut storable: Vec<StorableOperand> = port.row.iter().enumerate().filter_map(storable).collect();
        storable.sort_by_key(|operand| (operand.produced, operand.beat));
        let tap_luts = taps.iter().map(|&key| key.into()).map(luts).collect();
        Reading { port, direct, storable, taps, tap_luts }
    }

    /// Returns a lower bound on the LUTs of taps: the cheapest tap of each producer.
    fn min_tap_luts(&self) -> usize {
        let mut tap_luts = self.tap_luts.iter();
        let cheapest = |taps: &[TapKey]| tap_luts.by_ref().take(taps.len()).min().copied();
        self.taps.chunk_by(|one, next| one.producer() == next.producer()).filter_map(cheapest).sum()
    }

    /// Creates a draft without writes.
    fn empty_draft(&self) -> Draft {
        let period = self.direct.len();
        Draft {
            start: 0,
            writes: vec![NONE; period],
            reads: vec![NONE; period],
            batches: 0,
            inputs: vec![0; self.taps.len()],
        }
    }

    /// Fills a draft whose write window begins in cycle `start` with all operands that fit, but those read in a beat
    /// marked in `bypass`. Returns the LUTs of the route, or `None` if no operand fits or the memory has too many
    /// words.
    fn fill(&self, draft: &mut Draft, start: usize, bypass: &[bool]) -> Option<usize> {
        let period = self.direct.len();
        let Draft { writes, reads, .. } = draft;
        writes.fill(NONE);
        reads.fill(NONE);
        draft.start = start;
        let mut longest = None;
        for operand in self.storable.iter().filter(|operand| !bypass[operand.beat]) {
            // Write cycles within the window, with their delays.
            let times = || {
                (operand.produced.max(start)..=operand.last_write.min(start + period - 1))
                    .map(|at| (at - start, at - operand.produced))
            };
            // An existing write of the operand, or else the first free cycle.
            let existing = times().find(|&(write, delay)| writes[write] == operand.written[delay]);
            let Some((write, delay)) = existing.or_else(|| times().find(|&(write, _)| writes[write] == NONE)) else {
                continue;
            };
            writes[write] = operand.written[delay];
            reads[operand.beat] = write as Number;
            longest = longest.max(Some(operand.read - 1 - start - write));
        }
        draft.batches = (longest? / period + 1).next_power_of_two();
        (draft.words() <= MAX_WORDS).then(|| self.draft_luts(draft))
    }

    /// Returns the LUTs of a draft.
    fn draft_luts(&self, draft: &mut Draft) -> usize {
        let Draft { writes, reads, inputs: seen, .. } = draft;
        seen.fill(0);
        let mut inputs = [0; 2];
        let mut luts = 0;
        let bypassing = self.direct.iter().zip(reads).filter(|(_, read)| **read == NONE).map(|(tap, _)| (0, *tap));
        for (side, tap) in bypassing.chain(writes.iter().map(|tap| (1, *tap))).filter(|(_, tap)| *tap != NONE) {
            let tap = tap as usize;
            if seen[tap] == 0 {
                luts += self.tap_luts[tap];
            }
            inputs[side] += usize::from(seen[tap] >> side & 1 == 0);
            seen[tap] |= 1 << side;
        }
        luts + route_cost::multiplexer(inputs[0] + 1)
            + route_cost::multiplexer(inputs[1])
            + route_cost::memory(draft.words())
    }

    /// Lets operands bypass the memory where that saves LUTs, because a tap they need is used anyway. Returns the LUTs.
    fn refine(&self, draft: &mut Draft, other: &mut Draft, mut luts: usize) -> usize {
        let mut bypass = vec![false; self.direct.len()];
        for beat in 0..self.direct.len() {
            if draft.reads[beat] == NONE {
                continue;
            }
            bypass[beat] = true;
            match self.fill(other, draft.start, &bypass).filter(|other| *other < luts) {
                Some(less) => {
                    luts = less;
                    std::mem::swap(draft, other);
                }
                None => bypass[beat] = false,
            }
        }
        luts
    }

    /// Converts a draft to a route.
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
    /// Returns the words of the memory.
    fn words(&self) -> usize {
        memory_words(self.batches, &self.writes)
    }
}
