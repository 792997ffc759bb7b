//! Regions of an element's memory, each of which is read once and written once in a clock cycle.
//!
//! On a line, all points are in one region, of which there is a copy if elements broadcast. On a ring, blocks of a
//! pencil are stored by the distance of the element to which they go: those that go up and the block that stays,
//! those that go down, and those for the opposite element. What goes up leaves one region, and what comes from above
//! goes into the same region of the other bank. The opposite element's points go both ways at once. They have two
//! regions, for even and odd numbers of points within the block. If a point has several link words, one of them goes
//! up and its neighbour down, so that one region is enough. Where exchanges along both axes follow each other, all
//! points are in two regions that suit either axis.

use super::digits::address;
use super::halves;
use super::walk::Point;
use super::write::Write;
use crate::array::plan::Plan;
use crate::array::schedule::Delivery;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

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

    /// Whether a point with its number within its block is in the region, of the distances of the block above the
    /// element, or on lines of its digits.
    fn has<'m>(self, plan: &Plan, index: Sig<'m>, distances: [Sig<'m>; 2]) -> Sig<'m> {
        let distance = distances[0];
        let half = plan.places / 2;
        match self {
            Region::Whole | Region::Copy => index.builder().high(),
            Region::Above => distance.lt(self.blocks(plan)),
            Region::Below => distance.gt(plan.places - self.blocks(plan) - 1),
            Region::Far => distance.is(half),
            Region::FarHalf(0) => distance.is(half) & !index.bit(0),
            Region::FarHalf(_) => distance.is(half) & index.bit(0),
            Region::Half(parity) => halves::has(parity, distances.map(|distance| halves::rank(plan.places, distance))),
        }
    }

    /// The digits of a block as the region counts it, of its distances above the element, or on lines of its digits.
    fn block<'m>(self, plan: &Plan, distances: [Sig<'m>; 2]) -> [Sig<'m>; 2] {
        let [distance, other] = distances;
        let number = match self {
            Region::Whole | Region::Copy => return distances,
            Region::Half(_) => return distances.map(|distance| halves::rank(plan.places, distance)),
            Region::Above | Region::Far | Region::FarHalf(_) => distance,
            Region::Below => distance.taken_from(plan.places - 1),
        };
        [number.resize(address_bits(self.blocks(plan))), other]
    }

    /// The address of a point with its number within its block. The digits of the block are its numbers within the
    /// region, or in halves its ranks.
    pub fn address<'m>(self, plan: &Plan, index: Sig<'m>, block: [Sig<'m>; 2]) -> Sig<'m> {
        let within = (index, plan.within_words());
        let [slow, fast] = plan.block_radices();
        let digits = match self {
            Region::FarHalf(_) => match index.width() {
                1 => return index.number(0),
                bits => return index.bits(1, bits - 1),
            },
            Region::Half(_) => vec![within, (halves::place(plan.places, block), self.blocks(plan))],
            Region::Whole | Region::Copy => vec![within, (block[1], fast), (block[0], slow)],
            Region::Above | Region::Below | Region::Far => vec![within, (block[0], self.blocks(plan))],
        };
        address(&digits, self.words(plan))
    }
}

/// Where a point is.
pub(super) struct Location<'m> {
    /// Whether the point is in each region.
    hits: Vec<Sig<'m>>,
    /// Its address in each region, where it is there.
    pub addresses: Vec<Sig<'m>>,
}

impl<'m> Location<'m> {
    /// Locates a point of any block, in the memory of the element whose own block has some digits.
    pub fn new(plan: &Plan, point: &Point<'m>, own: [Sig<'m>; 2]) -> Self {
        let index = point.index(plan);
        let distances = match plan.topology.is_closed() {
            true => [0, 1].map(|digit: usize| match plan.block_radices()[digit] {
                1 => point.block[digit],
                length => distance_above(length, point.block[digit], own[digit]),
            }),
            false => point.block,
        };
        let located = Region::all(plan).into_iter().map(|region| {
            let block = region.block(plan, distances);
            (region.has(plan, index, distances), region.address(plan, index, block))
        });
        let (hits, addresses) = located.unzip();
        Location { hits, addresses }
    }

    /// Selects the point that has been read, of those read in each region.
    pub fn selected(&self, points: &[Sig<'m>]) -> Sig<'m> {
        let others = self.hits.iter().zip(points).skip(1);
        others.fold(points[0], |chosen, (hit, point)| hit.before(1).mux(*point, chosen))
    }

    /// What `write` makes of an enable and an address, for each region.
    pub fn writes(&self, enable: Sig<'m>, write: impl Fn(Sig<'m>, Sig<'m>) -> Write<'m>) -> Vec<Write<'m>> {
        self.hits.iter().zip(&self.addresses).map(|(hit, address)| write(*hit & enable, *address)).collect()
    }
}

/// How far above an element another one is, on a ring.
#[hdl]
fn distance_above<'m>(length: usize, element: Sig<'m>, coordinate: Sig<'m>) -> Sig<'m> {
    let difference = element - coordinate;
    let turn = element.builder().constant(element.width(), length as u128);
    element.lt(coordinate).mux(difference + turn, difference)
}
