//! The exchange on a ring: words that go up and words that go down have regions of their own, so that each direction
//! reads and writes a word in a clock cycle.

use super::turn::{Passage, RingSlot};
use super::units::Units;
use super::{Context, ExchangePorts, Sent, READ};
use crate::array::element::digits::Digits;
use crate::array::element::halves;
use crate::array::element::regions::Region;
use crate::array::element::write::{link_word, Write};
use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};

/// A word that leaves or arrives, with its place in memory.
struct Access<'m> {
    passage: Passage<'m>,
    /// Number of the link word.
    number: Sig<'m>,
    /// Address in each region, where it is there.
    addresses: Vec<Sig<'m>>,
    /// Parity of the region that has the point, of two that have a half of all points, or of those for the opposite
    /// element: the latter is that of the point's number within its block.
    parity: Sig<'m>,
}

/// Ports of an element of a ring.
pub(crate) struct RingPorts<'a, 'm> {
    plan: &'a Plan,
    is_written: Sig<'m>,
    /// Words that leave up and down.
    sends: [Access<'m>; 2],
    /// Words that arrive from below and from above.
    takes: [Access<'m>; 2],
}

impl<'m> Access<'m> {
    /// Whether the half with a parity holds the point.
    fn is_in_half(&self, half: usize) -> Sig<'m> {
        match half {
            0 => !self.parity,
            _ => self.parity,
        }
    }
}

impl<'a, 'm> RingPorts<'a, 'm> {
    /// The counters and the addresses.
    pub fn new(context: &Context<'a, 'm>) -> Self {
        let units = Units::new(context.m, context.words, context.is_exchange, false);
        let slot = RingSlot::new(context, &units);
        let access = |passage: Passage<'m>, direction: usize, is_taken: bool| {
            let passage = Passage { is_there: passage.is_there & units.is_valid, ..passage };
            let word = Digits::choose(passage.is_second, &units.next, &units.now);
            // What goes up leaves the region above, and arrives in the region below.
            let is_below = (direction == 1) != is_taken;
            let (addresses, parity) = places(context, &word, passage.distance, is_below);
            Access { passage, number: word.digits[0], addresses, parity }
        };
        RingPorts {
            plan: context.plan,
            is_written: context.is_written,
            sends: [0, 1].map(|direction| access(slot.sends[direction], direction, false)),
            takes: [0, 1].map(|direction| access(slot.takes[direction], direction, true)),
        }
    }

    /// The number of a region of the memory, if there is one.
    fn region(&self, region: Region) -> Option<usize> {
        Region::all(self.plan).iter().position(|other| *other == region)
    }

    /// The point that leaves, of those read in each region.
    fn point(&self, direction: usize, points: &[Sig<'m>]) -> Sig<'m> {
        let access = &self.sends[direction];
        let of_halves = |first: usize| access.parity.before(READ).mux(points[first + 1], points[first]);
        if let Some(region) = self.region(Region::Half(0)) {
            return of_halves(region);
        }
        let near = self.region([Region::Above, Region::Below][direction]).map(|region| points[region]);
        let far = self.region(Region::FarHalf(0)).map(of_halves);
        let far = far.or(self.region(Region::Far).map(|region| points[region]));
        match (near, far) {
            (Some(near), Some(far)) => access.passage.is_far.before(READ).mux(far, near),
            (near, far) => near.or(far).unwrap_or(points[0]),
        }
    }
}

/// The address of a word's point in each region, and the parity of the region that has it. `is_below` says whether
/// the element at the distance is below, unless it is the opposite one.
fn places<'m>(
    context: &Context<'_, 'm>,
    word: &Digits<'m>,
    distance: Sig<'m>,
    is_below: bool,
) -> (Vec<Sig<'m>>, Sig<'m>) {
    let [_, other, point] = word.digits[..] else { unreachable!("words of an exchange have three digits") };
    let (plan, index) = (context.plan, context.index(point));
    let all = Region::all(plan).into_iter();
    if plan.spread() > 1 {
        let length = plan.places as u128 & mask(distance.width());
        let above = if is_below { distance.taken_from(length) } else { distance };
        let ranks = context.block(halves::rank(plan.places, above), other);
        return (all.map(|region| region.address(plan, index, ranks)).collect(), halves::parity(ranks));
    }
    let number = if is_below { distance - 1 } else { distance };
    let addresses = all.map(|region| {
        let number = number.resize(address_bits(region.blocks(plan)));
        region.address(plan, index, [number, other])
    });
    (addresses.collect(), index.bit(0))
}

impl<'m> ExchangePorts<'m> for RingPorts<'_, 'm> {
    fn addresses(&self) -> Vec<Sig<'m>> {
        let [up, down] = &self.sends;
        let address = |(region, kind): (usize, Region)| {
            let [up_address, down_address] = [up, down].map(|access| access.addresses[region]);
            match kind {
                Region::Whole | Region::Copy | Region::Above => up_address,
                Region::Below => down_address,
                Region::Far => (up.passage.is_there & up.passage.is_far).mux(up_address, down_address),
                Region::FarHalf(half) | Region::Half(half) => up.is_in_half(half).mux(up_address, down_address),
            }
        };
        Region::all(self.plan).into_iter().enumerate().map(address).collect()
    }

    fn outputs(&self, points: &[Sig<'m>]) -> [Sent<'m>; 2] {
        [0, 1].map(|direction: usize| {
            let access = &self.sends[direction];
            let word = link_word(self.plan, self.point(direction, points), access.number.before(READ));
            Sent { is_sent: access.passage.is_there.before(READ), word }
        })
    }

    fn writes(&self, arriving: [Sig<'m>; 2]) -> Vec<Write<'m>> {
        let flight = READ + self.plan.links.hop as u32;
        let writes = |(region, kind): (usize, Region)| {
            let [(is_first, first), (_, second)] = [0, 1].map(|side: usize| {
                let access = &self.takes[side];
                let Passage { is_there, is_far, .. } = access.passage;
                let hit = match (kind, side) {
                    (Region::Below, 0) | (Region::Above, 1) => !is_far,
                    (Region::Far, _) => is_far,
                    (Region::Half(half), _) => access.is_in_half(half),
                    (Region::FarHalf(half), _) => is_far & access.is_in_half(half),
                    _ => is_far.builder().low(),
                };
                let enable = (is_there & hit).before(flight) & self.is_written;
                let [address, number] = [access.addresses[region], access.number].map(|signal| signal.before(flight));
                (enable, Write::word(self.plan, enable, address, (number, arriving[side])))
            });
            first.either(&second, is_first)
        };
        Region::all(self.plan).into_iter().enumerate().map(writes).collect()
    }
}
