//! Ports: the operands that a unit's input reads in each cycle of its window.

use super::unit::{Producer, Tap};

/// A port without a route.
pub(super) struct Port {
    /// First cycle of the window in which the port reads.
    pub start: usize,
    /// `row[cycle - start]`: the operand, or `None` for a don't-care.
    pub row: Vec<Option<Tap>>,
    /// Distinct producers of the operands, sorted.
    pub producers: Vec<Producer>,
}

impl Port {
    /// Creates a port whose window begins in cycle `start`.
    pub fn new(start: usize, row: Vec<Option<Tap>>) -> Self {
        let mut producers: Vec<Producer> = row.iter().flatten().map(|tap| tap.producer).collect();
        producers.sort_unstable();
        producers.dedup();
        Port { start, row, producers }
    }

    /// Returns the loads of a register before the port that holds every operand from the cycle before its first use.
    /// `None` if an operand is produced too late for that.
    pub fn register_loads(&self) -> Option<Vec<Option<Tap>>> {
        let mut held = None;
        let mut loads = vec![None; self.row.len()];
        for (beat, tap) in self.row.iter().enumerate().filter_map(|(beat, tap)| Some((beat, (*tap)?))) {
            let load = (self.start + beat).checked_sub(1)?;
            let word = (tap.producer, self.start + beat - tap.delay);
            if held != Some(word) {
                loads[beat] = Some(Tap { producer: tap.producer, delay: load.checked_sub(word.1)? });
                held = Some(word);
            }
        }
        Some(loads)
    }
}

/// Lists the distinct items of a row in order of appearance. Rows are short, so that a linear search is faster than
/// sorting.
pub(super) fn distinct<T: Copy + PartialEq>(row: &[Option<T>]) -> impl Iterator<Item = T> + '_ {
    row.iter().enumerate().filter(|(at, item)| !row[..*at].contains(item)).filter_map(|(_, item)| *item)
}
