//! Flags of the beats of a frame, from registers.

use super::beat_counter::BeatCounter;
use crate::pipeline::{BeatTable, Stage};
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// A flag of the beats of a frame.
#[derive(Clone, Copy)]
pub struct Flag {
    /// Value in the present clock cycle.
    pub now: Net,
    /// Value in the next clock cycle.
    pub next: Net,
}

/// Flags of the beats of a frame, each built once.
pub struct Flags {
    /// Counter of the beats of a frame.
    pub beats: BeatCounter,
    /// Flags built so far, by their values in each beat.
    flags: BTreeMap<Vec<bool>, Flag>,
    /// Whether flags that do not change after the first beat follow the counter between frames too, which rests there. Few levels of
    /// logic are before their registers then.
    follow_counter: bool,
}

impl Flags {
    /// Creates flags of frames of `beats` beats from each `start`.
    pub fn new(m: &mut Module, start: Net, beats: usize) -> Self {
        Flags { beats: BeatCounter::new(m, "", start, beats), flags: BTreeMap::new(), follow_counter: false }
    }

    /// Lets flags follow the counter between frames, where that is right.
    pub fn following(self, follow_counter: bool) -> Self {
        Flags { follow_counter, ..self }
    }

    /// Returns the flag with the values `row[beat]`. Between frames it has the value of the first beat.
    pub fn flag(&mut self, m: &mut Module, row: Vec<bool>) -> Flag {
        if let Some(flag) = self.flags.get(&row) {
            return *flag;
        }
        let words: Vec<Option<u128>> = row.iter().map(|&set| Some(set.into())).collect();
        let word = self.beats.word_ahead(m, &BeatTable::new(1, 1, &words));
        let now = m.state(1, Some(row[0].into()));
        let next = match self.follow_counter && row.get(1) == Some(&row[0]) {
            true => word,
            false => m.mux(self.beats.active, word, now),
        };
        m.drive(now, next);
        *self.flags.entry(row).or_insert(Flag { now, next })
    }

    /// Returns the flag that a stage rotates the element of a lane by a power of -i. `None` if the stage has no rotations.
    pub fn rotated(&mut self, m: &mut Module, stage: &Stage, lane: usize) -> Option<Net> {
        let Stage { rotations, layout, .. } = stage;
        (!rotations.is_empty()).then(|| {
            let slots = layout.slots.iter().skip(lane).step_by(layout.lanes);
            let rotated = slots.map(|slot| slot.is_some_and(|element| rotations[element as usize] != 0));
            self.flag(m, rotated.collect()).now
        })
    }
}
