//! The banks of the reorder buffer: no two points of a beat share a bank, neither as they come nor as they leave.
//!
//! Of w lanes each has M points; g = gcd(M, w). Point k = k1 + M·lane comes in a beat with those of the same k1, and
//! leaves with those of the same k/w (whole numbers). It goes to bank (k + kg/(Mw)) modulo w, at address k/w.
//!
//! - Points that leave together have the same second summand, and differ in k modulo w.
//! - Of the points that come together, those of w/g lanes at a time have the same second summand, and differ in k
//!   modulo w. For any others k differs by a multiple of g, and the second summand by less than g.

use super::super::route::SizeRoute;
use super::digit_counter::DigitCounter;
use super::per_size::PerSize;
use crate::exact::gcd;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

record! {
    /// The number of a point, divided by the number of lanes.
    struct PointNumber { quotient, remainder }
}

/// Returns the address and the word of each bank, `SharedChain::bank_cycles` clock cycles after the words of the lanes.
pub fn to_banks<'m>(digits: &DigitCounter<'m>, points: Vec<Sig<'m>>) -> Vec<[Sig<'m>; 2]> {
    let (sizes, m) = (digits.sizes, digits.runs.builder());
    let width = sizes.chain.width;
    let bits = address_bits(sizes.chain.max_size() / width);
    if width == 1 {
        return vec![[digits.follow("place", bits, |_, step| step), points[0]]];
    }
    let number = PointNumber::on_first_lane(digits, bits);
    let place = |lane: usize| {
        let first = PointNumber::first_of_lane(sizes, lane, bits);
        let PointNumber { quotient, remainder } = number.plus(first, width).each(&mut |part, _| part.register());
        // When the last beat of a frame is here, the next frame may have begun.
        let offset = sizes.number(|route| lane * gcd(route.beats(), width) / width).later(1);
        let offset = offset.extend(remainder.width());
        let quotient_of_bank = m.constant(1, 0);
        let [place, offset] =
            [remainder, offset].map(|remainder| PointNumber { quotient: quotient_of_bank, remainder });
        [place.plus(offset, width).remainder.register(), quotient.later(1)]
    };
    let lanes: Vec<[Sig; 3]> = points
        .into_iter()
        .enumerate()
        .map(|(lane, point)| {
            let [bank, address] = place(lane);
            [bank, address, point.later(2)]
        })
        .collect();
    let bank = |number: usize| {
        let [_, address, point] = lanes[0];
        let own = lanes[1..].iter().fold([address, point], |own, &[bank, address, point]| {
            Signals::choose(bank.is(number), [address, point], own)
        });
        own.map(Sig::register)
    };
    (0..width).map(bank).collect()
}

/// Returns the words of the banks on their lanes, a clock cycle later where there are several lanes. `runs`: high in
/// each beat that is read, `delay` clock cycles before its words are there.
pub fn from_banks<'m>(sizes: &PerSize<'m>, runs: Sig<'m>, banks: Vec<Sig<'m>>, delay: u32) -> Vec<Sig<'m>> {
    let (m, width) = (runs.builder(), sizes.chain.width);
    if width == 1 {
        return banks;
    }
    // The second summand of the bank grows from block to block of beats.
    let blocks = |route: &SizeRoute| gcd(route.beats(), width);
    let max_blocks = sizes.chain.routes.iter().map(blocks).max().unwrap_or(1);
    let (_, ends) = m.count_to("of_block", runs, sizes.number(|route| route.beats() / blocks(route) - 1));
    let (block, _) = m.count_to("block", runs & ends, sizes.number(|route| blocks(route) - 1));
    let block = block.later(delay);
    let lane = |lane: usize| {
        let cases: Vec<Sig> = (0..max_blocks).map(|block| banks[(lane + block) % width]).collect();
        let word = if max_blocks == 1 { cases[0] } else { m.select_by_bits(block, &cases) };
        word.register()
    };
    (0..width).map(lane).collect()
}

impl<'m> PointNumber<'m> {
    /// Counts the points of the first lane as they come.
    fn on_first_lane(digits: &DigitCounter<'m>, bits: u32) -> Self {
        let (m, width) = (digits.runs.builder(), digits.sizes.chain.width);
        let [quotient, remainder] =
            [("place", bits), ("remainder", address_bits(width))].map(|(name, bits)| m.state(bits, 0).named(name));
        let number = PointNumber { quotient: *quotient, remainder: *remainder };
        let lanes = width as isize;
        let step = PointNumber {
            quotient: digits.step(bits, |_, step| step.div_euclid(lanes)),
            remainder: digits.step(remainder.width(), |_, step| step.rem_euclid(lanes)),
        };
        let next = number.plus(step, width);
        quotient.next_if(digits.runs, next.quotient);
        remainder.next_if(digits.runs, next.remainder);
        number
    }

    /// Returns the number of a lane's first point.
    fn first_of_lane(sizes: PerSize<'m>, lane: usize, bits: u32) -> Self {
        let width = sizes.chain.width;
        let [quotient, remainder] = [|at: usize, width: usize| at / width, |at: usize, width: usize| at % width]
            .map(|part| sizes.number(|route| part(lane * route.beats(), width)));
        PointNumber { quotient: quotient.extend(bits), remainder: remainder.extend(address_bits(width)) }
    }

    /// Adds another number.
    fn plus(self, other: Self, width: usize) -> Self {
        let m = self.quotient.builder();
        let (low, high) = (self.remainder.width(), self.quotient.width());
        if width.is_power_of_two() {
            let [a, b] = [self, other].map(|number| m.cat([number.remainder, number.quotient]));
            let sum = a + b;
            return PointNumber { quotient: sum.bits(low, high), remainder: sum.bits(0, low) };
        }
        let sum = self.remainder.extend(low + 1) + other.remainder.extend(low + 1);
        let end = m.constant(low + 1, width as u128);
        let stays = sum.lt(end);
        PointNumber {
            quotient: self.quotient + other.quotient + (!stays).extend(high),
            remainder: stays.mux(sum, sum - end).bits(0, low),
        }
    }
}
