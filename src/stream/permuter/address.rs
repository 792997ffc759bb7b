//! Addresses in a memory bank: which word each element takes, frame after frame.
//!
//! Both schemes depend only on the number of the frame and on beats counted from the frame's own
//! start. Frames may therefore come at any distance of at least the interval: a later frame only
//! moves its writes further behind the reads of the one before.

use std::collections::{BTreeMap, BTreeSet};

/// One element's stay in a bank: written at beat `write` of its input frame, read at beat `read`
/// of its output frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    pub write: usize,
    pub read: usize,
}

/// Addresses of a bank: `write[phase][beat]` and `read[phase][beat]`, the phase being the number of
/// the frame modulo their length. `None` where the bank has nothing to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    pub words: usize,
    pub write: Vec<Vec<Option<u32>>>,
    pub read: Vec<Vec<Option<u32>>>,
}

/// Each word is written again by the element that takes the slot of the one just read.
///
/// Needs `interval` words. The addresses of frame f are those of frame f-1 permuted once more, so
/// they repeat after the order of the permutation: short for digit reversals and square
/// transpositions. `None` when the order exceeds `most`.
pub fn in_place(stays: &[Stay], interval: usize, most: usize) -> Option<Addresses> {
    // source[r]: the write beat of what is read at beat r, idle beats paired off in order.
    let mut source = vec![usize::MAX; interval];
    let mut written = vec![false; interval];
    for stay in stays {
        source[stay.read] = stay.write;
        written[stay.write] = true;
    }
    let mut idle = (0..interval).filter(|&beat| !written[beat]);
    for slot in source.iter_mut().filter(|s| **s == usize::MAX) {
        *slot = idle.next()?;
    }
    let mut rows = vec![(0..interval as u32).collect::<Vec<_>>()];
    loop {
        let last = &rows[rows.len() - 1];
        let next: Vec<u32> = source.iter().map(|&beat| last[beat]).collect();
        if next == rows[0] {
            break;
        }
        if rows.len() == most {
            return None;
        }
        rows.push(next);
    }
    let phases = rows.len();
    let mut addresses = Addresses {
        words: interval,
        write: vec![vec![None; interval]; phases],
        read: vec![vec![None; interval]; phases],
    };
    for (phase, row) in rows.iter().enumerate() {
        for stay in stays {
            addresses.write[phase][stay.write] = Some(row[stay.write]);
            addresses.read[phase][stay.read] = Some(row[stay.write]);
        }
    }
    Some(addresses)
}

/// Static addresses that repeat every two frames: the stays of an even and an odd frame are arcs on
/// a circle of two intervals, and arcs that overlap take different words.
///
/// `shift`: cycles from the start of the input frame to the start of the output frame. Greedy from
/// several cuts of the circle; the best one counts.
pub fn two_frame(stays: &[Stay], shift: usize, interval: usize) -> Addresses {
    let circle = 2 * interval;
    let arcs: Vec<(usize, usize)> = [0, interval]
        .iter()
        .flat_map(|start| stays.iter().map(move |s| (start + s.write, shift + s.read + 1 - s.write)))
        .collect();
    let cuts = if stays.len() <= 512 { circle.min(32) } else { 1 };
    let tries = (0..cuts).map(|cut| colour_arcs(&arcs, cut * circle / cuts, circle));
    let best = tries.min_by_key(|words| words.iter().max().copied()).unwrap_or_default();
    let mut addresses = Addresses {
        words: best.iter().max().map_or(1, |&m| m as usize + 1),
        write: vec![vec![None; interval]; 2],
        read: vec![vec![None; interval]; 2],
    };
    for (index, &word) in best.iter().enumerate() {
        let (phase, stay) = (index / stays.len(), stays[index % stays.len()]);
        addresses.write[phase][stay.write] = Some(word);
        addresses.read[phase][stay.read] = Some(word);
    }
    addresses
}

/// Words for arcs (start, length) on a circle: those that cross the cut first, then the others by
/// start, each into the free word whose crossing arc returns soonest.
fn colour_arcs(arcs: &[(usize, usize)], cut: usize, circle: usize) -> Vec<u32> {
    let start = |i: usize| (arcs[i].0 + circle - cut) % circle;
    let mut order: Vec<usize> = (0..arcs.len()).collect();
    order.sort_by_key(|&i| (start(i), arcs[i].1));
    let mut words = vec![0; arcs.len()];
    let mut until = Vec::new(); // when a word's crossing arc comes back
    let mut busy: BTreeMap<usize, Vec<u32>> = BTreeMap::new(); // end of stay → words
    let mut free: BTreeSet<(usize, u32)> = BTreeSet::new(); // (until, word)
    for &i in order.iter().filter(|&&i| start(i) + arcs[i].1 > circle) {
        words[i] = until.len() as u32;
        busy.entry(start(i) + arcs[i].1 - circle).or_default().push(words[i]);
        until.push(start(i));
    }
    for &i in order.iter().filter(|&&i| start(i) + arcs[i].1 <= circle) {
        let end = start(i) + arcs[i].1;
        while let Some(entry) = busy.first_entry().filter(|e| *e.key() <= start(i)) {
            free.extend(entry.remove().into_iter().map(|w| (until[w as usize], w)));
        }
        let fit = free.range((end, 0)..).next().copied();
        words[i] = match fit {
            Some(entry) => {
                free.remove(&entry);
                entry.1
            }
            None => {
                until.push(usize::MAX);
                until.len() as u32 - 1
            }
        };
        busy.entry(end).or_default().push(words[i]);
    }
    words
}
