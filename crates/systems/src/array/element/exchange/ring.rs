//! The exchange on a ring: words that go up and words that go down have regions of their own, so that each direction reads and writes a
//! word in a clock cycle.

use super::turn::{Passage, RingSlot};
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};
use crate::array::element::digits::{resized, Digits};
use crate::array::element::halves;
use crate::array::element::memory::{link_word, Write};
use crate::array::element::regions::Region;
use crate::array::plan::Plan;
use crate::rtl::{address_bits, mask, Module, Net};

/// A word that leaves or arrives, with its place in memory.
struct Access {
    passage: Passage,
    /// Number of the link word.
    number: Net,
    /// Address in each region, where it is there.
    addresses: Vec<Net>,
    /// Parity of the region that has the point, of two that have a half of all points, or of those for the opposite element: the latter is that of the
    /// point's number within its block.
    parity: Net,
}

/// Ports of an element of a ring.
pub(crate) struct RingPorts<'a> {
    plan: &'a Plan,
    is_written: Net,
    /// Words that leave up and down.
    sends: [Access; 2],
    /// Words that arrive from below and from above.
    takes: [Access; 2],
}

impl<'a> RingPorts<'a> {
    /// Adds the counters and the addresses.
    pub fn new(m: &mut Module, context: &Context<'a>) -> Self {
        let units = Units::new(m, context.words, context.is_exchange, false);
        let slot = RingSlot::new(m, context, &units);
        let mut access = |passage: Passage, direction: usize, is_taken: bool| {
            let passage = Passage { is_there: m.and(passage.is_there, units.is_valid), ..passage };
            let digits = Digits::mux(m, passage.is_second, &units.next, &units.now);
            // What goes up leaves the region above, and arrives in the region below.
            let is_below = (direction == 1) != is_taken;
            let (addresses, parity) = places(m, context, &digits, passage.distance, is_below);
            Access { passage, number: digits.nets[0], addresses, parity }
        };
        RingPorts {
            plan: context.plan,
            is_written: context.is_written,
            sends: [access(slot.sends[0], 0, false), access(slot.sends[1], 1, false)],
            takes: [access(slot.takes[0], 0, true), access(slot.takes[1], 1, true)],
        }
    }

    /// Returns the number of a region of the memory, if there is one.
    fn region(&self, region: Region) -> Option<usize> {
        Region::all(self.plan).iter().position(|other| *other == region)
    }

    /// Returns the bit that says whether the half with a parity holds the point of an access.
    fn is_in_half(m: &mut Module, access: &Access, half: usize) -> Net {
        match half {
            0 => m.not(access.parity),
            _ => access.parity,
        }
    }

    /// Returns the point that leaves, of those read in each region.
    fn point(&self, m: &mut Module, direction: usize, points: &[Net]) -> Net {
        let access = &self.sends[direction];
        if self.region(Region::Half(0)).is_some() {
            let parity = m.delay(access.parity, READ);
            return m.mux(parity, points[1], points[0]);
        }
        let near = self.region([Region::Above, Region::Below][direction]).map(|region| points[region]);
        let far = match self.region(Region::FarHalf(0)) {
            Some(region) => {
                let parity = m.delay(access.parity, READ);
                Some(m.mux(parity, points[region + 1], points[region]))
            }
            None => self.region(Region::Far).map(|region| points[region]),
        };
        match (near, far) {
            (Some(near), Some(far)) => {
                let is_far = m.delay(access.passage.is_far, READ);
                m.mux(is_far, far, near)
            }
            (near, far) => near.or(far).unwrap_or(points[0]),
        }
    }
}

/// Returns the address of a word's point in each region, and the parity of the region that has it. `is_below` says whether the element at the distance is
/// below, unless it is the opposite one.
fn places(m: &mut Module, context: &Context, word: &Digits, distance: Net, is_below: bool) -> (Vec<Net>, Net) {
    let [_, other, point] = word.nets[..] else { unreachable!("words of an exchange have three digits") };
    let (plan, index) = (context.plan, context.index(m, point));
    let bits = m.width(distance);
    let all = Region::all(plan).into_iter();
    if plan.spread() > 1 {
        let length = m.constant(bits, plan.places as u128 & mask(bits));
        let above = if is_below { m.sub(length, distance) } else { distance };
        let own = halves::rank(m, plan.places, above);
        let ranks = context.block(m, own, other);
        let addresses = all.map(|region| region.address(m, plan, index, ranks)).collect();
        return (addresses, halves::parity(m, ranks));
    }
    let one = m.constant(bits, 1);
    let number = if is_below { m.sub(distance, one) } else { distance };
    let addresses = all.map(|region| {
        let number = resized(m, number, address_bits(region.blocks(plan)));
        region.address(m, plan, index, [number, other])
    });
    (addresses.collect(), m.bit(index, 0))
}

impl ExchangePorts for RingPorts<'_> {
    fn addresses(&self, m: &mut Module) -> Vec<Net> {
        let [up, down] = &self.sends;
        let mut all = Vec::new();
        for (region, kind) in Region::all(self.plan).into_iter().enumerate() {
            let selects_up = match kind {
                Region::Whole | Region::Copy | Region::Above => m.constant(1, 1),
                Region::Below => m.constant(1, 0),
                Region::Far => m.and(up.passage.is_there, up.passage.is_far),
                Region::FarHalf(half) | Region::Half(half) => Self::is_in_half(m, up, half),
            };
            all.push(m.mux(selects_up, up.addresses[region], down.addresses[region]));
        }
        all
    }

    fn outputs(&self, m: &mut Module, points: &[Net]) -> [Sent; 2] {
        [0, 1].map(|direction| {
            let point = self.point(m, direction, points);
            let access = &self.sends[direction];
            let number = m.delay(access.number, READ);
            let word = link_word(m, self.plan, point, number);
            Sent { is_sent: m.delay(access.passage.is_there, READ), word }
        })
    }

    fn writes(&self, m: &mut Module, arriving: [Net; 2]) -> Vec<Write> {
        let flight = READ + self.plan.links.hop as u32;
        let mut all = Vec::new();
        for (region, kind) in Region::all(self.plan).into_iter().enumerate() {
            let writes = [0, 1].map(|side: usize| {
                let Access { passage, number, addresses, .. } = &self.takes[side];
                let (is_near, never) = (m.not(passage.is_far), m.constant(1, 0));
                let hit = match (kind, side) {
                    (Region::Below, 0) | (Region::Above, 1) => is_near,
                    (Region::Far, _) => passage.is_far,
                    (Region::Half(half), _) => Self::is_in_half(m, &self.takes[side], half),
                    (Region::FarHalf(half), _) => {
                        let is_there = Self::is_in_half(m, &self.takes[side], half);
                        m.and(passage.is_far, is_there)
                    }
                    _ => never,
                };
                let enable = m.and(passage.is_there, hit);
                let nets = [enable, addresses[region], *number].map(|net| m.delay(net, flight));
                let enable = m.and(nets[0], self.is_written);
                (enable, Write::word(m, self.plan, enable, nets[1], (nets[2], arriving[side])))
            });
            let [(is_first, first), (_, second)] = writes;
            all.push(first.either(m, &second, is_first));
        }
        all
    }
}
