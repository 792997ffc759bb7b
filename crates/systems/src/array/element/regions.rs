//! Regions of an element's memory, each of which is read once and written once in a clock cycle.
//!
//! On a line, all points are in one region, of which there is a copy if elements broadcast. On a ring, blocks of a pencil are stored by the distance of the element to which they go: those
//! that go up and the block that stays, those that go down, and those for the opposite element. What goes up leaves one region, and what
//! comes from above goes into the same region of the other bank. The opposite element's points go both ways at once. They have two regions,
//! for even and odd numbers of points within the block. If a point has several link words, one of them goes up and its neighbour down, so
//! that one region is enough. Where exchanges along both axes follow each other, all points are in two regions that suit either axis.

use super::digits::{address, resized};
use super::halves;
use super::walk::Point;
use crate::array::plan::Plan;
use crate::array::schedule::Delivery;
use crate::rtl::{address_bits, Module, Net};

/// Points of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Region {
    /// All points.
    Whole,
    /// A copy of all points, for words down where words up leave at once.
    Copy,
    /// The block that stays, and those of elements at a distance of less than half a ring above.
    Above,
    /// Blocks of elements at a distance of less than half a ring below.
    Below,
    /// The block of the opposite element.
    Far,
    /// Half of the block of the opposite element, with a parity.
    FarHalf(usize),
    /// Half of all points, where exchanges along both axes follow each other ([`halves`]).
    Half(usize),
}

impl Region {
    /// Returns the regions of an element's memory.
    pub fn all(plan: &Plan) -> Vec<Region> {
        if !plan.topology.is_closed() {
            return match plan.links.delivery {
                Delivery::Direct => vec![Region::Whole],
                Delivery::Broadcast => vec![Region::Whole, Region::Copy],
            };
        }
        if plan.spread() > 1 {
            return vec![Region::Half(0), Region::Half(1)];
        }
        let below = (plan.places > 2).then_some(Region::Below);
        let far = match (plan.has_far_block(), plan.link_words() == 1 && plan.block_words() > 1) {
            (false, _) => vec![],
            (true, false) => vec![Region::Far],
            (true, true) => vec![Region::FarHalf(0), Region::FarHalf(1)],
        };
        [Region::Above].into_iter().chain(below).chain(far).collect()
    }

    /// Names the region.
    pub fn name(self) -> String {
        match self {
            Region::Whole => "points".into(),
            Region::Copy => "copy".into(),
            Region::Above => "above".into(),
            Region::Below => "below".into(),
            Region::Far => "far".into(),
            Region::FarHalf(parity) => format!("far{parity}"),
            Region::Half(parity) => format!("half{parity}"),
        }
    }

    /// Whether points of the block that stays in the element are in the region.
    pub fn has_own_block(self) -> bool {
        matches!(self, Region::Whole | Region::Copy | Region::Above | Region::Half(_))
    }

    /// Number of blocks of a pencil in the region.
    pub fn blocks(self, plan: &Plan) -> usize {
        let all = plan.block_radices().iter().product::<usize>();
        match self {
            Region::Whole | Region::Copy => all,
            Region::Half(parity) => (all + 1 - parity) / 2,
            Region::Above => plan.places.div_ceil(2),
            Region::Below => (plan.places - 1) / 2,
            Region::Far | Region::FarHalf(_) => 1,
        }
    }

    /// Number of points.
    pub fn words(self, plan: &Plan) -> usize {
        let all = plan.within_words() * self.blocks(plan);
        match self {
            Region::FarHalf(_) => all.div_ceil(2),
            _ => all,
        }
    }

    /// Returns whether a point with its number within its block is in the region, of the distances of the block above the element, or on lines of its digits.
    fn has(self, m: &mut Module, plan: &Plan, index: Net, distances: [Net; 2]) -> Net {
        let distance = distances[0];
        let bits = m.width(distance);
        let half = plan.places / 2;
        match self {
            Region::Whole | Region::Copy => m.constant(1, 1),
            Region::Above => {
                let end = m.constant(bits, self.blocks(plan) as u128);
                m.lt(distance, end)
            }
            Region::Below => {
                let before = m.constant(bits, (plan.places - self.blocks(plan) - 1) as u128);
                m.lt(before, distance)
            }
            Region::Far => m.eq_const(distance, half as u128),
            Region::FarHalf(number) => {
                let (is_far, parity) = (m.eq_const(distance, half as u128), m.bit(index, 0));
                let is_there = if number == 0 { m.not(parity) } else { parity };
                m.and(is_far, is_there)
            }
            Region::Half(parity) => {
                let ranks = distances.map(|distance| halves::rank(m, plan.places, distance));
                halves::has(m, parity, ranks)
            }
        }
    }

    /// Returns the digits of a block as the region counts it, of its distances above the element, or on lines of its digits.
    fn block(self, m: &mut Module, plan: &Plan, distances: [Net; 2]) -> [Net; 2] {
        let [distance, other] = distances;
        let number = match self {
            Region::Whole | Region::Copy => return distances,
            Region::Half(_) => return distances.map(|distance| halves::rank(m, plan.places, distance)),
            Region::Above | Region::Far | Region::FarHalf(_) => distance,
            Region::Below => {
                let last = m.constant(m.width(distance), plan.places as u128 - 1);
                m.sub(last, distance)
            }
        };
        [resized(m, number, address_bits(self.blocks(plan))), other]
    }

    /// Returns the address of a point with its number within its block. The digits of the block are its numbers within the region, or in halves its
    /// ranks.
    pub fn address(self, m: &mut Module, plan: &Plan, index: Net, block: [Net; 2]) -> Net {
        let within = (index, plan.within_words());
        let [slow, fast] = plan.block_radices();
        match self {
            Region::FarHalf(_) => match m.width(index) {
                1 => m.constant(1, 0),
                bits => m.slice(index, 1, bits - 1),
            },
            Region::Half(_) => {
                let place = halves::place(m, plan.places, block);
                address(m, &[within, (place, self.blocks(plan))], self.words(plan))
            }
            Region::Whole | Region::Copy => address(m, &[within, (block[1], fast), (block[0], slow)], self.words(plan)),
            Region::Above | Region::Below | Region::Far => {
                address(m, &[within, (block[0], self.blocks(plan))], self.words(plan))
            }
        }
    }
}

/// Where a point is.
pub(super) struct Location {
    /// Whether the point is in each region.
    pub hits: Vec<Net>,
    /// Its address in each region, where it is there.
    pub addresses: Vec<Net>,
}

impl Location {
    /// Locates a point of any block, in the memory of the element whose own block has some digits.
    pub fn new(m: &mut Module, plan: &Plan, point: &Point, own: [Net; 2]) -> Self {
        let index = point.index(m, plan);
        let distances = match plan.topology.is_closed() {
            true => [0, 1].map(|digit: usize| match plan.block_radices()[digit] {
                1 => point.block[digit],
                length => distance_above(m, length, point.block[digit], own[digit]),
            }),
            false => point.block,
        };
        let (mut hits, mut addresses) = (Vec::new(), Vec::new());
        for region in Region::all(plan) {
            hits.push(region.has(m, plan, index, distances));
            let block = region.block(m, plan, distances);
            addresses.push(region.address(m, plan, index, block));
        }
        Location { hits, addresses }
    }

    /// Selects the point that has been read, of those read in each region.
    pub fn selected(&self, m: &mut Module, points: &[Net]) -> Net {
        let mut chosen = points[0];
        for (&hit, &point) in self.hits.iter().zip(points).skip(1) {
            let hit = m.delay(hit, 1);
            chosen = m.mux(hit, point, chosen);
        }
        chosen
    }
}

/// Returns how far above an element another one is, on a ring.
fn distance_above(m: &mut Module, length: usize, element: Net, coordinate: Net) -> Net {
    let bits = m.width(element);
    let (difference, wraps) = (m.sub(element, coordinate), m.lt(element, coordinate));
    let turn = m.constant(bits, length as u128);
    let turned = m.add(difference, turn);
    m.mux(wraps, turned, difference)
}
