//! The schedule of all repetitions of an exchange.

use super::interleaving::Interleaving;
use super::rotation::Turn;
use super::{broadcast, peeling, Delivery, Transfers, Word};
use crate::array::topology::Axis;

/// An exchange among the elements of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The elements.
    pub axis: Axis,
    /// Words that each element has for each other one.
    pub repetitions: usize,
    /// Clock cycles of a hop from element to element.
    pub hop: usize,
    /// How far words travel.
    pub delivery: Delivery,
}

impl Exchange {
    /// Returns the least number of slots in which the links carry all words, if a hop takes a clock cycle.
    pub fn bound(&self) -> usize {
        let length = self.axis.length;
        match (self.axis.is_closed, length % 2) {
            (false, _) => self.repetitions * peeling::slots(length),
            (true, 1) => self.repetitions * (length * length - 1) / 8,
            (true, _) => (self.repetitions * length * length).div_ceil(8),
        }
    }

    /// Repetitions of a unit of the schedule: two on an even ring, else one.
    pub(crate) fn unit_repetitions(&self) -> usize {
        1 + usize::from(self.axis.is_closed && self.axis.length % 2 == 0)
    }

    /// Whether a turn of one repetition comes before all turns of two.
    pub(crate) fn has_single(&self) -> bool {
        self.repetitions % self.unit_repetitions() == 1
    }

    /// Returns the units of the schedule, without the turn of one repetition before turns of two.
    pub(crate) fn interleaving(&self) -> Interleaving {
        Interleaving { units: self.repetitions / self.unit_repetitions(), classes: self.hop }
    }

    /// Slots of a unit.
    pub(crate) fn unit_slots(&self) -> usize {
        let length = self.axis.length;
        match (self.axis.is_closed, self.unit_repetitions(), self.delivery) {
            (false, _, Delivery::Broadcast) => broadcast::slots(length),
            (false, _, Delivery::Direct) => peeling::slots(length),
            (true, 1, _) => Turn::single(length).slots(),
            (true, ..) => Turn::double(length).slots(),
        }
    }

    /// Slots that the turn of one repetition before turns of two takes.
    pub(crate) fn single_slots(&self) -> usize {
        match self.has_single() {
            true => Turn::single(self.axis.length).slots() * self.hop,
            false => 0,
        }
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        match (self.has_single(), self.interleaving().slots(self.unit_slots())) {
            (true, 0) => self.single_slots() - (self.hop - 1),
            (_, units) => self.single_slots() + units,
        }
    }

    /// Returns what an element sends and takes in a slot.
    pub fn transfers(&self, coordinate: usize, slot: usize) -> Transfers {
        let length = self.axis.length;
        let Some(slot) = slot.checked_sub(self.single_slots()) else {
            let turn = Turn::single(length);
            let is_served = slot % self.hop == 0;
            return if is_served { turn.transfers(coordinate, slot / self.hop) } else { Transfers::default() };
        };
        let (class, beat) = (slot % self.hop, slot / self.hop);
        let (group, beat) = (beat / self.unit_slots(), beat % self.unit_slots());
        let Some(unit) = self.interleaving().unit(group, class) else { return Transfers::default() };
        let transfers = match (self.axis.is_closed, self.unit_repetitions(), self.delivery) {
            (false, _, Delivery::Broadcast) => broadcast::transfers(length, coordinate, beat),
            (false, _, Delivery::Direct) => peeling::transfers(length, coordinate, beat),
            (true, 1, _) => Turn::single(length).transfers(coordinate, beat),
            (true, ..) => Turn::double(length).transfers(coordinate, beat),
        };
        let first = unit * self.unit_repetitions() + usize::from(self.has_single());
        let numbered = |word: Option<Word>| word.map(|word| Word { repetition: first + word.repetition, ..word });
        Transfers { send: transfers.send.map(numbered), take: transfers.take.map(numbered) }
    }
}
