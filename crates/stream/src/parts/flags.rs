//! Flags of the beats of a frame, from registers.

use super::beat_counter::BeatCounter;
use crate::pipeline::{BeatTable, Stage};
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// A flag of the beats of a frame.
#[derive(Clone, Copy)]
pub struct Flag<'m> {
    /// Value in the present clock cycle.
    pub now: Sig<'m>,
    /// Value in the next clock cycle.
    pub next: Sig<'m>,
}

/// Flags of the beats of a frame, each built once.
pub struct Flags<'m> {
    /// Counter of the beats of a frame.
    pub beats: BeatCounter<'m>,
    /// Flags built so far, by their values in each beat.
    flags: BTreeMap<Vec<bool>, Flag<'m>>,
    /// Whether flags that do not change after the first beat follow the counter between frames too, which rests there.
    /// Few levels of logic are before their registers then.
    follow_counter: bool,
}

impl<'m> Flags<'m> {
    /// Creates flags of frames of `beats` beats from each `start`.
    pub fn new(start: Sig<'m>, beats: usize) -> Self {
        Flags { beats: BeatCounter::new("", start, beats), flags: BTreeMap::new(), follow_counter: false }
    }

    /// Lets flags follow the counter between frames, where that is right.
    pub fn following(self, follow_counter: bool) -> Self {
        Flags { follow_counter, ..self }
    }

    /// The flag with the values `row[beat]`. Between frames it has the value of the first beat.
    pub fn flag(&mut self, row: Vec<bool>) -> Flag<'m> {
        if let Some(flag) = self.flags.get(&row) {
            return *flag;
        }
        let words: Vec<Option<u128>> = row.iter().map(|&set| Some(set.into())).collect();
        let word = self.beats.word_ahead(&BeatTable::new(1, 1, &words));
        let now = self.beats.m.state(1, row[0].into());
        let follows = self.follow_counter && row.get(1) == Some(&row[0]);
        let next = if follows { word } else { self.beats.active.mux(word, now) };
        now.next(next);
        *self.flags.entry(row).or_insert(Flag { now: *now, next })
    }

    /// The flag that a stage rotates the element of a lane by a power of -i. `None` if the stage has no rotations.
    pub fn rotated(&mut self, stage: &Stage, lane: usize) -> Option<Sig<'m>> {
        let Stage { rotations, layout, .. } = stage;
        (!rotations.is_empty()).then(|| {
            let slots = layout.slots.iter().skip(lane).step_by(layout.lanes);
            let rotated = slots.map(|slot| slot.is_some_and(|element| rotations[element as usize] != 0));
            self.flag(rotated.collect()).now
        })
    }
}
