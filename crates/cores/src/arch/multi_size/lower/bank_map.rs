//! The banks of the reorder buffer: no two points of a beat share a bank, neither as they come nor as they leave.
//!
//! Of w lanes each has M points; g = gcd(M, w). Point k = k1 + M·lane comes in a beat with those of the same k1, and leaves
//! with those of the same k/w (whole numbers). It goes to bank (k + kg/(Mw)) modulo w, at address k/w.
//!
//! - Points that leave together have the same second summand, and differ in k modulo w.
//! - Of the points that come together, those of w/g lanes at a time have the same second summand, and differ in k modulo w.
//!   For any others k differs by a multiple of g, and the second summand by less than g.

use super::super::route::SizeRoute;
use super::digit_counter::DigitCounter;
use super::per_size::PerSize;
use crate::exact::gcd;
use crate::lower::control::select;
use crate::lower::count::count_to;
use crate::rtl::{address_bits, Module, Net};

/// The number of a point, divided by the number of lanes.
struct PointNumber {
    quotient: Net,
    remainder: Net,
}

/// Returns the address and the word that each bank is given, `SharedChain::bank_cycles` clock cycles after the words of the
/// lanes.
pub fn to_banks(m: &mut Module, sizes: &PerSize, digits: &DigitCounter, points: Vec<Net>) -> Vec<[Net; 2]> {
    let width = sizes.chain.width;
    let bits = address_bits(sizes.chain.max_size() / width);
    if width == 1 {
        let address = digits.follow(m, sizes, bits, |_, step| step);
        return vec![[m.name(address, "place"), points[0]]];
    }
    let number = PointNumber::on_first_lane(m, sizes, digits, bits);
    let lanes: Vec<[Net; 3]> = points
        .into_iter()
        .enumerate()
        .map(|(lane, point)| {
            let first = PointNumber::first_of_lane(m, sizes, lane, bits);
            let PointNumber { quotient, remainder } = number.plus(m, &first, width).registered(m);
            // When the last beat of a frame is here, the next frame may have begun.
            let offset = sizes.number(m, |route| lane * gcd(route.beats(), width) / width);
            let offset = m.delay(offset, 1);
            let zero = m.constant(1, 0);
            let offset = PointNumber { quotient: zero, remainder: m.extend(offset, m.width(remainder)) };
            let bank = PointNumber { quotient: zero, remainder }.plus(m, &offset, width).remainder;
            [m.register(bank, None), m.delay(quotient, 1), m.delay(point, 2)]
        })
        .collect();
    let bank = |number: usize| {
        let mut own = [lanes[0][1], lanes[0][2]];
        for &[bank, address, point] in &lanes[1..] {
            let is_own = m.eq_const(bank, number as u128);
            own = [m.mux(is_own, address, own[0]), m.mux(is_own, point, own[1])];
        }
        own.map(|net| m.register(net, None))
    };
    (0..width).map(bank).collect()
}

/// Returns the words of the banks on their lanes, a clock cycle later where there are several lanes. `runs`: high in each beat
/// that is read, `delay` clock cycles before its words are there.
pub fn from_banks(m: &mut Module, sizes: &PerSize, runs: Net, banks: Vec<Net>, delay: u32) -> Vec<Net> {
    let width = sizes.chain.width;
    if width == 1 {
        return banks;
    }
    // The second summand of the bank grows from block to block of beats.
    let blocks = |route: &SizeRoute| gcd(route.beats(), width);
    let max_blocks = sizes.chain.routes.iter().map(blocks).max().unwrap_or(1);
    let last = sizes.number(m, |route| route.beats() / blocks(route) - 1);
    let (_, ends) = count_to(m, "of_block".into(), runs, last);
    let ends = m.and(runs, ends);
    let last = sizes.number(m, |route| blocks(route) - 1);
    let (block, _) = count_to(m, "block".into(), ends, last);
    let block = m.delay(block, delay);
    let lane = |lane: usize| {
        let cases: Vec<Net> = (0..max_blocks).map(|block| banks[(lane + block) % width]).collect();
        let word = if max_blocks == 1 { cases[0] } else { select(m, block, &cases) };
        m.register(word, None)
    };
    (0..width).map(lane).collect()
}

impl PointNumber {
    /// Counts the points of the first lane as they come.
    fn on_first_lane(m: &mut Module, sizes: &PerSize, digits: &DigitCounter, bits: u32) -> Self {
        let (width, short) = (sizes.chain.width as isize, address_bits(sizes.chain.width));
        let number = PointNumber { quotient: m.state(bits, Some(0)), remainder: m.state(short, Some(0)) };
        m.name(number.quotient, "place");
        m.name(number.remainder, "remainder");
        let step = PointNumber {
            quotient: digits.step(m, sizes, bits, |_, step| step.div_euclid(width)),
            remainder: digits.step(m, sizes, short, |_, step| step.rem_euclid(width)),
        };
        let next = number.plus(m, &step, width as usize);
        m.drive_enabled(number.quotient, next.quotient, digits.runs);
        m.drive_enabled(number.remainder, next.remainder, digits.runs);
        number
    }

    /// Returns the number of a lane's first point.
    fn first_of_lane(m: &mut Module, sizes: &PerSize, lane: usize, bits: u32) -> Self {
        let width = sizes.chain.width;
        let parts = [|at: usize, width: usize| at / width, |at: usize, width: usize| at % width];
        let [quotient, remainder] = parts.map(|part| sizes.number(m, |route| part(lane * route.beats(), width)));
        PointNumber { quotient: m.extend(quotient, bits), remainder: m.extend(remainder, address_bits(width)) }
    }

    /// Adds another number.
    fn plus(&self, m: &mut Module, other: &PointNumber, width: usize) -> Self {
        let (low, high) = (m.width(self.remainder), m.width(self.quotient));
        if width.is_power_of_two() {
            let [a, b] = [self, other].map(|number| m.concat(&[number.remainder, number.quotient]));
            let sum = m.add(a, b);
            return PointNumber { quotient: m.slice(sum, low, high), remainder: m.slice(sum, 0, low) };
        }
        let [a, b] = [self, other].map(|number| m.extend(number.remainder, low + 1));
        let sum = m.add(a, b);
        let end = m.constant(low + 1, width as u128);
        let stays = m.lt(sum, end);
        let less = m.sub(sum, end);
        let remainder = m.mux(stays, sum, less);
        let carry = m.not(stays);
        let carry = m.extend(carry, high);
        let quotient = m.add(self.quotient, other.quotient);
        PointNumber { quotient: m.add(quotient, carry), remainder: m.slice(remainder, 0, low) }
    }

    /// Adds a register after both parts.
    fn registered(self, m: &mut Module) -> Self {
        PointNumber { quotient: m.register(self.quotient, None), remainder: m.register(self.remainder, None) }
    }
}
