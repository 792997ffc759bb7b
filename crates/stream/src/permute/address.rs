//! Addresses in a memory bank: the word of each element, frame after frame.
//!
//! All schemes depend on the number of the frame and on beats counted from the frame's own start only. Frames may
//! therefore come at any distance of at least the interval, because a later frame only moves its writes further on
//! the reads of the frame before.

use super::circular::CircularIntervals;
use super::permuter::lcm;

/// Lifetime of an element in a bank, in cycles from the start of its input frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// Cycle that writes the element.
    pub write: usize,
    /// Cycle that reads the element, later than `write`. Its word may be overwritten in this cycle.
    pub read: usize,
}

/// Addresses of a bank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    /// Words of the bank.
    pub words: usize,
    /// `rows[phase][lifetime]`, where the phase is the number of the frame modulo the number of rows.
    pub rows: Vec<Vec<u32>>,
}

/// Returns the largest number of elements in a bank at once, at any distance of frames of at least `interval`.
pub fn min_words(lifetimes: &[Lifetime], interval: usize) -> usize {
    let mut change = vec![0i64; interval];
    let mut stored = 0;
    for lifetime in lifetimes {
        change[lifetime.write % interval] += 1;
        change[lifetime.read % interval] -= 1;
        // Starts of later frames during the lifetime.
        stored += (lifetime.read / interval - lifetime.write / interval) as i64;
    }
    let levels = change.iter().scan(stored, |level, change| {
        *level += change;
        Some(*level)
    });
    levels.max().unwrap_or(0).max(1) as usize
}

/// Order in which the elements of a bank are written and read.
pub struct AccessOrder {
    /// `rank[lifetime]`: rank among the writes.
    rank: Vec<usize>,
    /// Rank among the writes of the element of each read, in the order of the reads.
    reads: Vec<usize>,
}

impl AccessOrder {
    /// Sorts lifetimes by their writes and by their reads.
    pub fn new(lifetimes: &[Lifetime]) -> Self {
        let sorted = |time: &dyn Fn(&Lifetime) -> usize| {
            let mut order: Vec<usize> = (0..lifetimes.len()).collect();
            order.sort_by_key(|&lifetime| time(&lifetimes[lifetime]));
            order
        };
        let mut rank = vec![0; lifetimes.len()];
        sorted(&|lifetime| lifetime.write).into_iter().enumerate().for_each(|(at, lifetime)| rank[lifetime] = at);
        let reads = sorted(&|lifetime| lifetime.read).into_iter().map(|lifetime| rank[lifetime]).collect();
        AccessOrder { rank, reads }
    }

    /// Returns the number of elements of a frame.
    pub fn len(&self) -> usize {
        self.rank.len()
    }

    /// Whether no element uses the bank.
    pub fn is_empty(&self) -> bool {
        self.rank.is_empty()
    }

    /// Simulates a free list: the k-th write takes the word that the (k - words)-th read released. `None` if `words`
    /// are not enough.
    pub fn free_list_cycle(&self, words: usize) -> Option<FreeListCycle> {
        let mut taken: Vec<u32> = (0..words as u32).collect();
        for &read in &self.reads {
            taken.push(*taken.get(read)?);
        }
        let next = (0..words).map(|k| taken.get(k + self.len()).copied()).collect::<Option<_>>()?;
        Some(FreeListCycle { first: self.rank.iter().map(|&at| taken[at]).collect(), next })
    }
}

/// Addresses from a free list, which do not depend on the distance of frames.
///
/// From frame to frame the words are permuted, so the addresses repeat after the order of that permutation.
pub struct FreeListCycle {
    /// `first[lifetime]`: word in the first frame.
    first: Vec<u32>,
    /// `next[word]`: the word that takes its role a frame later.
    next: Vec<u32>,
}

impl FreeListCycle {
    /// Returns the number of frames after which the addresses repeat, or `None` if it is above `max`.
    pub fn period(&self, max: usize) -> Option<usize> {
        let mut seen = vec![false; self.next.len()];
        let mut period = 1;
        for start in 0..self.next.len() {
            let (mut at, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[at], true) {
                at = self.next[at] as usize;
                length += 1;
            }
            if length > 0 {
                period = lcm(period, length);
            }
            if period > max {
                return None;
            }
        }
        Some(period)
    }

    /// Returns the addresses of `phases` frames.
    pub fn addresses(&self, phases: usize) -> Addresses {
        let mut rows = vec![self.first.clone()];
        while rows.len() < phases {
            let last = &rows[rows.len() - 1];
            rows.push(last.iter().map(|&word| self.next[word as usize]).collect());
        }
        Addresses { words: self.next.len(), rows }
    }
}

/// Returns addresses in place: an element takes the word that is read in the beat of its write, a frame later.
///
/// `sources[beat]` is the input beat of the element that is read in output beat `beat`. The addresses repeat after the
/// order of that permutation. `None` if the order is above `max`. For a permutation of the digits of the beat number,
/// the addresses are the digits in an order that changes from frame to frame.
pub fn in_place_addresses(lifetimes: &[Lifetime], sources: &[usize], max: usize) -> Option<Addresses> {
    let mut words: Vec<usize> = (0..sources.len()).collect();
    let mut rows = vec![];
    loop {
        rows.push(lifetimes.iter().map(|lifetime| words[lifetime.write] as u32).collect());
        words = sources.iter().map(|&source| words[source]).collect();
        if words.iter().enumerate().all(|(beat, word)| beat == *word) {
            return Some(Addresses { words: sources.len(), rows });
        }
        if rows.len() == max {
            return None;
        }
    }
}

/// Lifetimes of the largest bank of which several cuts of the circle are tried.
const MAX_CUT_LIFETIMES: usize = 512;

/// Cuts of the circle that are tried.
const CUTS: usize = 32;

/// Returns addresses that repeat every `frames` frames. The lifetimes are intervals on a circle of `frames` frame
/// intervals, and intervals that overlap take different words.
///
/// The assignment is greedy from several cuts of the circle. The first one that takes no more than [`min_words`] is
/// returned, else the one with the fewest words. `None` if a lifetime is longer than the circle.
pub fn colour_circular_intervals(lifetimes: &[Lifetime], interval: usize, frames: usize) -> Option<Addresses> {
    let length = frames * interval;
    if lifetimes.iter().any(|lifetime| lifetime.read - lifetime.write > length) {
        return None;
    }
    let intervals: Vec<(usize, usize)> = (0..frames)
        .flat_map(|frame| lifetimes.iter().map(move |s| (frame * interval + s.write, s.read - s.write)))
        .collect();
    let cuts = if lifetimes.len() <= MAX_CUT_LIFETIMES { length.min(CUTS) } else { 1 };
    let min = min_words(lifetimes, interval);
    let intervals = CircularIntervals::new(length, intervals);
    let (mut words, mut best) = (usize::MAX, vec![]);
    for cut in 0..cuts {
        if words <= min {
            break;
        }
        if let Some(taken) = intervals.assign_words(cut * length / cuts, words) {
            words = taken.iter().max().map_or(1, |&word| word as usize + 1);
            best = taken;
        }
    }
    let row = |frame: usize| best[frame * lifetimes.len()..][..lifetimes.len()].to_vec();
    Some(Addresses { words, rows: (0..frames).map(row).collect() })
}
