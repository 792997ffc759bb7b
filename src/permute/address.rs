//! Addresses in a memory bank: which word each element takes, frame after frame.
//!
//! All schemes depend only on the number of the frame and on beats counted from the frame's own
//! start. Frames may therefore come at any distance of at least the interval: a later frame only
//! moves its writes further behind the reads of the one before.

use super::circular::CircularIntervals;
use super::types::lcm;

/// One element's stay in a bank, in cycles from the start of its input frame: the cycle that writes
/// it, and a later one that reads it, in which the word may be written again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    pub write: usize,
    pub read: usize,
}

/// Addresses of a bank: `rows[phase][lifetime]`, the phase being the number of the frame modulo their
/// length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    pub words: usize,
    pub rows: Vec<Vec<u32>>,
}

/// Most elements that are in a bank at once, at any distance of frames of at least `interval`.
pub fn min_words(lifetimes: &[Lifetime], interval: usize) -> usize {
    let mut change = vec![0i64; interval];
    let mut held = 0;
    for lifetime in lifetimes {
        change[lifetime.write % interval] += 1;
        change[lifetime.read % interval] -= 1;
        // Starts of later frames that find the element there.
        held += (lifetime.read / interval - lifetime.write / interval) as i64;
    }
    let levels = change.iter().scan(held, |level, change| {
        *level += change;
        Some(*level)
    });
    levels.max().unwrap_or(0).max(1) as usize
}

/// The order in which the elements of a bank are written and read.
pub struct AccessOrder {
    /// Of each stay, its rank among the writes.
    rank: Vec<usize>,
    /// Of each read, in order, its element's rank among the writes.
    reads: Vec<usize>,
}

impl AccessOrder {
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

    /// Elements of a frame.
    pub fn len(&self) -> usize {
        self.rank.len()
    }

    /// True for a bank that nothing uses.
    pub fn is_empty(&self) -> bool {
        self.rank.is_empty()
    }

    /// The k-th write takes the word that the (k - words)-th read left. `None` when there are not
    /// enough words.
    pub fn free_list_cycle(&self, words: usize) -> Option<FreeListCycle> {
        let mut taken: Vec<u32> = (0..words as u32).collect();
        for &read in &self.reads {
            taken.push(*taken.get(read)?);
        }
        let next = (0..words).map(|k| taken.get(k + self.len()).copied()).collect::<Option<_>>()?;
        Some(FreeListCycle { first: self.rank.iter().map(|&at| taken[at]).collect(), next })
    }
}

/// Words taken in turn, as a queue of free words would give them: that does not depend on when frames
/// come.
///
/// A frame later each word plays the role of another one, so the addresses repeat after the order of
/// that permutation.
pub struct FreeListCycle {
    /// Word of each stay in the first frame.
    first: Vec<u32>,
    /// `next[word]`: what stands for it a frame later.
    next: Vec<u32>,
}

impl FreeListCycle {
    /// Frames after which the addresses repeat; `None` above `most`.
    pub fn period(&self, most: usize) -> Option<usize> {
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
            if period > most {
                return None;
            }
        }
        Some(period)
    }

    /// The addresses of `phases` frames.
    pub fn addresses(&self, phases: usize) -> Addresses {
        let mut rows = vec![self.first.clone()];
        while rows.len() < phases {
            let last = &rows[rows.len() - 1];
            rows.push(last.iter().map(|&word| self.next[word as usize]).collect());
        }
        Addresses { words: self.next.len(), rows }
    }
}

/// Addresses in place: an element takes the word of the one that leaves a frame earlier in the beat of its own number.
/// `sources[beat]`: the beat in which the element came that leaves in this one. The addresses repeat after the order of
/// that permutation; `None` if that is above `most`.
///
/// For an exchange of digits they are digits of the beat number, in one order in this frame and in another in the next.
pub fn in_place_addresses(lifetimes: &[Lifetime], sources: &[usize], most: usize) -> Option<Addresses> {
    let mut words: Vec<usize> = (0..sources.len()).collect();
    let mut rows = vec![];
    loop {
        rows.push(lifetimes.iter().map(|lifetime| words[lifetime.write] as u32).collect());
        words = sources.iter().map(|&source| words[source]).collect();
        if words.iter().enumerate().all(|(beat, word)| beat == *word) {
            return Some(Addresses { words: sources.len(), rows });
        }
        if rows.len() == most {
            return None;
        }
    }
}

/// Addresses that repeat every `frames` frames: the stays are arcs on a circle of so many intervals,
/// and arcs that overlap take different words.
///
/// Greedy from several cuts of the circle; the best one counts, the first one that takes no more words than elements are in
/// the bank at once. `None` where a stay is longer than the circle.
pub fn colour_circular_intervals(lifetimes: &[Lifetime], interval: usize, frames: usize) -> Option<Addresses> {
    let circle = frames * interval;
    if lifetimes.iter().any(|lifetime| lifetime.read - lifetime.write > circle) {
        return None;
    }
    let intervals: Vec<(usize, usize)> = (0..frames)
        .flat_map(|frame| lifetimes.iter().map(move |s| (frame * interval + s.write, s.read - s.write)))
        .collect();
    let cuts = if lifetimes.len() <= 512 { circle.min(32) } else { 1 };
    let least = min_words(lifetimes, interval);
    let intervals = CircularIntervals::new(circle, intervals);
    let (mut words, mut best) = (usize::MAX, vec![]);
    for cut in 0..cuts {
        if words <= least {
            break;
        }
        if let Some(taken) = intervals.words(cut * circle / cuts, words) {
            words = taken.iter().max().map_or(1, |&word| word as usize + 1);
            best = taken;
        }
    }
    let row = |frame: usize| best[frame * lifetimes.len()..][..lifetimes.len()].to_vec();
    Some(Addresses { words, rows: (0..frames).map(row).collect() })
}
