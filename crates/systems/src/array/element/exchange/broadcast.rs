//! Broadcast and filter: words up leave a memory of all points, and words down its copy. Two words that arrive at
//! once are written one after the other.

use super::arrival::{serialized, Arrival};
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};
use crate::array::element::regions::Region;
use crate::array::element::write::{link_word, Write};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Ports of an element that broadcasts.
pub(crate) struct BroadcastPorts<'a, 'm> {
    plan: &'a Plan,
    /// Whether words that arrive are written.
    is_written: Sig<'m>,
    /// Words that leave up and down.
    sends: [Passing<'m>; 2],
    /// Words that are taken from below and from above.
    takes: [Passing<'m>; 2],
    /// Number of the link word within the point.
    number: Sig<'m>,
}

record! {
    /// A word that leaves or is taken.
    struct Passing {
        /// Whether there is one.
        is_there,
        /// Address of its point.
        address,
    }
}

/// Counters of the schedule, and the coordinate of the element.
struct Slot<'m> {
    block: Sig<'m>,
    within: Sig<'m>,
    is_first: Sig<'m>,
}

impl<'m> Slot<'m> {
    /// The counters, which connect those of the units.
    #[hdl]
    fn new(m: &'m Builder, plan: &Plan, units: &Units<'m>) -> Self {
        let bits = address_bits(plan.places);
        let (block, slot) = (m.state(bits, 1), m.state(bits, 0));
        let next_slot = slot + 1;
        let is_last = next_slot.is(block);
        let unit_ends = is_last & block.is(plan.places - 1);
        let tick = units.tick();
        slot.next_if(tick, is_last.mux(0, next_slot));
        block.next_if(tick & is_last, unit_ends.mux(1, block + 1));
        units.connect(unit_ends);
        Slot { block: *block, within: *slot, is_first: slot.is(0) }
    }

    /// Whether an element with `left` elements before it sends a word, the number of elements after that for which it
    /// is, and whether it takes a word.
    #[hdl]
    fn half(&self, left: Sig<'m>) -> (Sig<'m>, Sig<'m>, Sig<'m>) {
        let nearer = left - 1;
        let is_source = nearer.is(self.block);
        let is_near = left.is(self.block) & self.is_first;
        let target = is_near.mux(nearer, self.within);
        (is_source | is_near, target, left.lt(self.block) & self.is_first)
    }
}

impl<'a, 'm> BroadcastPorts<'a, 'm> {
    /// The counters and the addresses.
    pub fn new(context: &Context<'a, 'm>) -> Self {
        let plan = context.plan;
        let units = Units::new(context.m, context.words, context.is_exchange, false);
        let slot = Slot::new(context.m, plan, &units);
        let ways = [true, false].map(|is_up| {
            // In each direction elements are counted from the end to which the words go.
            let counted = |element: Sig<'m>| if is_up { element.taken_from(plan.places - 1) } else { element };
            let (is_sent, target, is_taken) = slot.half(counted(context.coordinate));
            let passing = |is_there: Sig<'m>, block: Sig<'m>| Passing {
                is_there: is_there & units.is_valid,
                address: context.address(Region::Whole, &units.now, counted(block)),
            };
            [passing(is_sent, target), passing(is_taken, slot.block)]
        });
        let [[sent_up, from_below], [sent_down, from_above]] = ways;
        BroadcastPorts {
            plan,
            is_written: context.is_written,
            sends: [sent_up, sent_down],
            takes: [from_below, from_above],
            number: units.now.digits[0],
        }
    }
}

impl<'m> ExchangePorts<'m> for BroadcastPorts<'_, 'm> {
    fn addresses(&self) -> Vec<Sig<'m>> {
        self.sends.iter().map(|sent| sent.address).collect()
    }

    fn outputs(&self, points: &[Sig<'m>]) -> [Sent<'m>; 2] {
        let number = self.number.before(READ);
        [0, 1].map(|direction: usize| Sent {
            is_sent: self.sends[direction].is_there.before(READ),
            word: link_word(self.plan, points[direction], number),
        })
    }

    fn writes(&self, arriving: [Sig<'m>; 2]) -> Vec<Write<'m>> {
        let flight = READ + self.plan.links.hop as u32;
        let number = self.number.before(flight);
        let [below, above] = [0, 1].map(|side: usize| {
            let Passing { is_there, address } = self.takes[side];
            let is_taken = is_there.before(flight) & self.is_written;
            Arrival { is_taken, address: address.before(flight), number, word: arriving[side] }
        });
        let arrival = match self.plan.places {
            2 => Arrival::either(below.is_taken, below, above),
            _ => serialized(self.plan.links.hop, below, above),
        };
        let is_taken = arrival.is_taken & self.is_written;
        vec![Write::word(self.plan, is_taken, arrival.address, (arrival.number, arrival.word)); 2]
    }
}
