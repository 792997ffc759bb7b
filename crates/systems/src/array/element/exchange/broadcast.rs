//! Broadcast and filter: words up leave a memory of all points, and words down its copy. Two words that arrive at once are written one
//! after the other.

use super::arrival::{select, serialized, Arrival};
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};

use crate::array::element::memory::{link_word, Write};
use crate::array::element::regions::Region;
use crate::array::plan::Plan;
use crate::rtl::{address_bits, Module, Net};

/// Ports of an element that broadcasts.
pub(crate) struct BroadcastPorts<'a> {
    plan: &'a Plan,
    /// Whether words that arrive are written.
    is_written: Net,
    /// Words that leave up and down.
    sends: [Send; 2],
    /// Number of the link word within the point.
    number: Net,
    /// Whether a word is taken from below and from above, and its address.
    takes: [(Net, Net); 2],
}

/// A word that leaves.
#[derive(Clone, Copy)]
struct Send {
    is_sent: Net,
    address: Net,
}

/// Counters of the schedule, and the coordinate of the element.
struct Slot {
    block: Net,
    within: Net,
    is_first: Net,
    /// Number of the last element.
    top: Net,
}

impl Slot {
    /// Adds the counters, and connects those of the units.
    fn new(m: &mut Module, plan: &Plan, units: &Units) -> Self {
        let bits = address_bits(plan.places);
        let (block, within) = (m.state(bits, Some(1)), m.state(bits, Some(0)));
        m.name(block, "block");
        m.name(within, "slot");
        let [zero, one, top] = [0, 1, plan.places - 1].map(|value| m.constant(bits, value as u128));
        let later = m.add(within, one);
        let is_last = m.eq(later, block);
        let is_last_block = m.eq(block, top);
        let unit_ends = m.and(is_last, is_last_block);
        let tick = units.tick(m);
        let next = m.mux(is_last, zero, later);
        m.drive_enabled(within, next, tick);
        let following = m.add(block, one);
        let following = m.mux(unit_ends, one, following);
        let moves = m.and(tick, is_last);
        m.drive_enabled(block, following, moves);
        units.connect(m, unit_ends);
        Slot { block, within, is_first: m.eq_const(within, 0), top }
    }

    /// Returns whether an element with `left` elements before it sends a word, the number of elements after that for which it is, and
    /// whether it takes a word.
    fn half(&self, m: &mut Module, left: Net) -> (Net, Net, Net) {
        let bits = m.width(left);
        let one = m.constant(bits, 1);
        let nearer = m.sub(left, one);
        let (is_source, is_inner) = (m.eq(nearer, self.block), m.eq(left, self.block));
        let is_near = m.and(is_inner, self.is_first);
        let sends = m.or(is_source, is_near);
        let target = m.mux(is_near, nearer, self.within);
        let is_behind = m.lt(left, self.block);
        (sends, target, m.and(is_behind, self.is_first))
    }
}

impl<'a> BroadcastPorts<'a> {
    /// Adds the counters and the addresses.
    pub fn new(m: &mut Module, context: &Context<'a>) -> Self {
        let plan = context.plan;
        let units = Units::new(m, context.words, context.is_exchange, false);
        let slot = Slot::new(m, plan, &units);
        let (mut sends, mut takes) = (Vec::new(), Vec::new());
        for is_up in [true, false] {
            // In each direction elements are counted from the end to which the words go.
            let counted = |m: &mut Module, element: Net| if is_up { m.sub(slot.top, element) } else { element };
            let left = counted(m, context.coordinate);
            let (sent, target, taken) = slot.half(m, left);
            let [target, source] = [target, slot.block].map(|element| counted(m, element));
            let [address, taken_at] =
                [target, source].map(|block| context.address(m, Region::Whole, &units.now, block));
            sends.push(Send { is_sent: m.and(sent, units.is_valid), address });
            takes.push((m.and(taken, units.is_valid), taken_at));
        }
        let number = units.now.nets[0];
        BroadcastPorts {
            plan,
            is_written: context.is_written,
            sends: [sends[0], sends[1]],
            number,
            takes: [takes[0], takes[1]],
        }
    }
}

impl ExchangePorts for BroadcastPorts<'_> {
    fn addresses(&self, _: &mut Module) -> Vec<Net> {
        self.sends.iter().map(|sent| sent.address).collect()
    }

    fn outputs(&self, m: &mut Module, points: &[Net]) -> [Sent; 2] {
        let number = m.delay(self.number, READ);
        [0, 1].map(|direction: usize| Sent {
            is_sent: m.delay(self.sends[direction].is_sent, READ),
            word: link_word(m, self.plan, points[direction], number),
        })
    }

    fn writes(&self, m: &mut Module, arriving: [Net; 2]) -> Vec<Write> {
        let flight = READ + self.plan.links.hop as u32;
        let number = m.delay(self.number, flight);
        let [below, above] = [0, 1].map(|side| {
            let (is_taken, address) = self.takes[side];
            let (is_taken, address) = (m.delay(is_taken, flight), m.delay(address, flight));
            let is_taken = m.and(is_taken, self.is_written);
            Arrival { is_taken, address, number, word: arriving[side] }
        });
        let arrival = match self.plan.places {
            2 => select(m, below.is_taken, below, above),
            _ => serialized(m, self.plan.links.hop, below, above),
        };
        let is_taken = m.and(arrival.is_taken, self.is_written);
        vec![Write::word(m, self.plan, is_taken, arrival.address, (arrival.number, arrival.word)); 2]
    }
}
