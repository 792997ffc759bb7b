//! Flags of the beats of a frame, out of registers.

use super::beat_counter::BeatCounter;
use crate::pipeline::{BeatTable, Stage};
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// A flag of the beats of a frame.
#[derive(Clone, Copy)]
pub struct Flag {
    pub now: Net,
    /// In the next cycle.
    pub next: Net,
}

/// Flags, each row of them once.
pub struct Flags {
    pub beats: BeatCounter,
    known: BTreeMap<Vec<bool>, Flag>,
}

impl Flags {
    /// Of frames of so many beats from each `start`.
    pub fn new(m: &mut Module, start: Net, beats: usize) -> Self {
        Flags { beats: BeatCounter::new(m, "", start, beats), known: BTreeMap::new() }
    }

    /// `row[beat]`; between frames the flag is as in the first beat.
    pub fn of(&mut self, m: &mut Module, row: Vec<bool>) -> Flag {
        if let Some(flag) = self.known.get(&row) {
            return *flag;
        }
        let words: Vec<Option<u128>> = row.iter().map(|&set| Some(set.into())).collect();
        let word = self.beats.word_ahead(m, &BeatTable::new(1, 1, &words));
        let now = m.state(1, Some(row[0].into()));
        let next = m.mux(self.beats.active, word, now);
        m.drive(now, next);
        *self.known.entry(row).or_insert(Flag { now, next })
    }

    /// Whether a stage turns what comes on a lane; nothing where it never turns any.
    pub fn turn(&mut self, m: &mut Module, stage: &Stage, lane: usize) -> Option<Net> {
        let Stage { turns, layout, .. } = stage;
        (!turns.is_empty()).then(|| {
            let slots = layout.slots.iter().skip(lane).step_by(layout.lanes);
            let turned = slots.map(|slot| slot.is_some_and(|element| turns[element as usize] != 0));
            self.of(m, turned.collect()).now
        })
    }
}
