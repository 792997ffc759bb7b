//! The exchange on a line: one read and one write in a clock cycle, with one word read before and one word held.
//!
//! An element between both ends sends two words at once, and takes two at once. It reads one of them before, in the last slot of the block
//! before, and writes one of them in the next slot. Hops of several cycles have a word before and a held word for each class, in rotating
//! registers.

use super::arrival::{select, serialized, Arrival};
use super::line_schedule::LineSlot;
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};
use crate::array::element::digits::Digits;
use crate::array::element::memory::{link_word, Write};
use crate::array::element::regions::Region;
use crate::array::plan::Plan;
use crate::rtl::{Module, Net};

/// Ports of an element of a line.
pub(crate) struct LinePorts<'a> {
    plan: &'a Plan,
    /// Whether words that arrive are written.
    is_written: Net,
    /// Address that is read.
    address: Net,
    /// Whether a word is sent up, and down.
    sends: [Net; 2],
    /// Number of the link word that is read.
    number: Net,
    /// Whether what is read is kept before.
    is_ahead: Net,
    /// Whether the word down is the one before.
    takes_ahead: Net,
    /// Whether a word is taken from below and from above, and its address.
    takes: [(Net, Net); 2],
    /// Number of the link word that is taken.
    taken_number: Net,
}

impl<'a> LinePorts<'a> {
    /// Adds the counters and the addresses.
    pub fn new(m: &mut Module, line: &Context<'a>) -> Self {
        let plan = line.plan;
        let has_ahead = plan.has_ports_to_share();
        let units = Units::new(m, line.words, line.is_exchange, has_ahead);
        let slot = LineSlot::new(m, plan.places, line.coordinate, &units);
        let LineSlot { is_end: [is_low, is_high], is_inner, is_first, is_last, .. } = slot;
        let (starts, finishes) = (m.and(is_inner, is_first), m.and(is_inner, is_last));
        let valid = |m: &mut Module, end: Net, inner: Net| {
            let any = m.or(end, inner);
            m.and(any, units.is_valid)
        };
        let sends = [valid(m, is_low, starts), valid(m, is_high, starts)];
        let taken = [valid(m, is_high, finishes), valid(m, is_low, finishes)];

        let up = m.mux(is_low, slot.targets[0], slot.ends[1]);
        let target = m.mux(is_high, slot.targets[1], up);
        let is_later = m.not(slot.is_inner_next);
        let [zero, never] = [m.width(target), 1].map(|bits| m.constant(bits, 0));
        // What is read before is for the next low end of this unit, or for the low end of the next one.
        let next_low = m.mux(is_later, zero, slot.next_low);
        let next_low = m.mux(units.is_fresh, zero, next_low);
        let reads_ahead = m.or(units.is_fresh, finishes);
        let is_ahead = if has_ahead { reads_ahead } else { never };
        let block = m.mux(is_ahead, next_low, target);
        let is_next = m.and(finishes, is_later);
        let starts_now = m.not(units.is_fresh);
        let is_next = m.and(is_next, starts_now);
        let digits = Digits::mux(m, is_next, &units.next, &units.now);
        let address = line.address(m, Region::Whole, &digits, block);

        let sources = [m.mux(is_high, slot.sources[1], slot.ends[0]), m.mux(is_low, slot.sources[0], slot.ends[1])];
        let takes = [0, 1].map(|side| (taken[side], line.address(m, Region::Whole, &units.now, sources[side])));
        LinePorts {
            plan,
            is_written: line.is_written,
            address,
            sends,
            number: digits.nets[0],
            is_ahead,
            takes_ahead: starts,
            takes,
            taken_number: units.now.nets[0],
        }
    }
}

impl ExchangePorts for LinePorts<'_> {
    fn addresses(&self, _: &mut Module) -> Vec<Net> {
        vec![self.address]
    }

    fn outputs(&self, m: &mut Module, points: &[Net]) -> [Sent; 2] {
        let number = m.delay(self.number, READ);
        let word = link_word(m, self.plan, points[0], number);
        let mut down = word;
        if self.plan.has_ports_to_share() {
            let ahead: Vec<Net> = (0..self.plan.links.hop).map(|_| m.state(m.width(word), None)).collect();
            let oldest = ahead[ahead.len() - 1];
            m.name(oldest, "word_ahead");
            let (is_ahead, takes_ahead) = (m.delay(self.is_ahead, READ), m.delay(self.takes_ahead, READ));
            let mut next = m.mux(is_ahead, word, oldest);
            for register in ahead {
                m.drive(register, next);
                next = register;
            }
            down = m.mux(takes_ahead, oldest, word);
        }
        let [up_sent, down_sent] = self.sends.map(|sent| m.delay(sent, READ));
        [Sent { is_sent: up_sent, word }, Sent { is_sent: down_sent, word: down }]
    }

    fn writes(&self, m: &mut Module, arriving: [Net; 2]) -> Vec<Write> {
        let flight = READ + self.plan.links.hop as u32;
        let number = m.delay(self.taken_number, flight);
        let [below, above] = [0, 1].map(|side| {
            let (is_taken, address) = self.takes[side];
            let (is_taken, address) = (m.delay(is_taken, flight), m.delay(address, flight));
            let is_taken = m.and(is_taken, self.is_written);
            Arrival { is_taken, address, number, word: arriving[side] }
        });
        let arrival = match self.plan.has_ports_to_share() {
            true => serialized(m, self.plan.links.hop, below, above),
            false => select(m, below.is_taken, below, above),
        };
        let is_taken = m.and(arrival.is_taken, self.is_written);
        vec![Write::word(m, self.plan, is_taken, arrival.address, (arrival.number, arrival.word))]
    }
}
