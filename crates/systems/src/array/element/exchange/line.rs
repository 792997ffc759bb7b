//! The exchange on a line: one read and one write in a clock cycle, with one word read before and one word held.
//!
//! An element between both ends sends two words at once, and takes two at once. It reads one of them before, in the
//! last slot of the block before, and writes one of them in the next slot. Hops of several cycles have a word before
//! and a held word for each class, in rotating registers.

use super::arrival::{serialized, Arrival};
use super::line_schedule::LineSlot;
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};
use crate::array::element::digits::Digits;
use crate::array::element::regions::Region;
use crate::array::element::write::{link_word, Write};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// Ports of an element of a line.
pub(crate) struct LinePorts<'a, 'm> {
    plan: &'a Plan,
    /// Whether words that arrive are written.
    is_written: Sig<'m>,
    /// Address that is read.
    address: Sig<'m>,
    /// Whether a word is sent up, and down.
    sends: [Sig<'m>; 2],
    /// Number of the link word that is read.
    number: Sig<'m>,
    /// Whether what is read is kept before.
    is_ahead: Sig<'m>,
    /// Whether the word down is the one before.
    takes_ahead: Sig<'m>,
    /// Whether a word is taken from below and from above, and its address.
    takes: [(Sig<'m>, Sig<'m>); 2],
    /// Number of the link word that is taken.
    taken_number: Sig<'m>,
}

impl<'a, 'm> LinePorts<'a, 'm> {
    /// The counters and the addresses.
    #[hdl]
    pub fn new(line: &Context<'a, 'm>) -> Self {
        let (m, plan) = (line.m, line.plan);
        let has_ahead = plan.has_ports_to_share();
        let units = Units::new(m, line.words, line.is_exchange, has_ahead);
        let slot = LineSlot::new(m, plan.places, line.coordinate, &units);
        let LineSlot { is_end: [is_low, is_high], is_inner, is_first, is_last, .. } = slot;
        let (starts, finishes) = (is_inner & is_first, is_inner & is_last);
        let sends = [is_low, is_high].map(|is_end| (is_end | starts) & units.is_valid);
        let taken = [is_high, is_low].map(|is_end| (is_end | finishes) & units.is_valid);

        let target = is_high.mux(slot.targets[1], is_low.mux(slot.targets[0], slot.ends[1]));
        let is_later = !slot.is_inner_next;
        // What is read before is for the next low end of this unit, or for the low end of the next one.
        let next_low = units.is_fresh.mux(0, is_later.mux(0, slot.next_low));
        let is_ahead = if has_ahead { units.is_fresh | finishes } else { m.low() };
        let is_next = finishes & is_later & !units.is_fresh;
        let word_read = Digits::choose(is_next, &units.next, &units.now);
        let address = line.address(Region::Whole, &word_read, is_ahead.mux(next_low, target));

        let sources = [is_high.mux(slot.sources[1], slot.ends[0]), is_low.mux(slot.sources[0], slot.ends[1])];
        let takes = [0, 1].map(|side| (taken[side], line.address(Region::Whole, &units.now, sources[side])));
        LinePorts {
            plan,
            is_written: line.is_written,
            address,
            sends,
            number: word_read.digits[0],
            is_ahead,
            takes_ahead: starts,
            takes,
            taken_number: units.now.digits[0],
        }
    }
}

impl<'m> ExchangePorts<'m> for LinePorts<'_, 'm> {
    fn addresses(&self) -> Vec<Sig<'m>> {
        vec![self.address]
    }

    #[hdl]
    fn outputs(&self, points: &[Sig<'m>]) -> [Sent<'m>; 2] {
        let word = link_word(self.plan, points[0], self.number.before(READ));
        let [up_sent, down_sent] = self.sends.map(|sent| sent.before(READ));
        let mut down = word;
        if self.plan.has_ports_to_share() {
            let words_ahead: Vec<Reg> = (0..self.plan.links.hop).map(|_| word.builder().reg(word.width())).collect();
            let oldest = words_ahead[words_ahead.len() - 1];
            let newest = self.is_ahead.before(READ).mux(word, oldest);
            words_ahead.into_iter().fold(newest, |next, register| register.next(next));
            down = self.takes_ahead.before(READ).mux(oldest, word);
        }
        [Sent { is_sent: up_sent, word }, Sent { is_sent: down_sent, word: down }]
    }

    fn writes(&self, arriving: [Sig<'m>; 2]) -> Vec<Write<'m>> {
        let flight = READ + self.plan.links.hop as u32;
        let number = self.taken_number.before(flight);
        let [below, above] = [0, 1].map(|side: usize| {
            let (is_taken, address) = self.takes[side];
            let is_taken = is_taken.before(flight) & self.is_written;
            Arrival { is_taken, address: address.before(flight), number, word: arriving[side] }
        });
        let arrival = match self.plan.has_ports_to_share() {
            true => serialized(self.plan.links.hop, below, above),
            false => Arrival::either(below.is_taken, below, above),
        };
        let is_taken = arrival.is_taken & self.is_written;
        vec![Write::word(self.plan, is_taken, arrival.address, (arrival.number, arrival.word))]
    }
}
