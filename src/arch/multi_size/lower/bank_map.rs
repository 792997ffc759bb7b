//! Where the points of a beat of several lanes are put, so that no two of them are in one bank, neither as they come nor as
//! they leave.
//!
//! With w lanes, M points of each and g = gcd(M, w), the point k = k1 + M·lane comes with those of the same k1, and leaves
//! with those of the same k/w. Its bank is k + kg/(Mw) modulo w, whole numbers, and its place there k/w: points that leave
//! together agree in the second summand and not in k modulo w; of those that come together, each w/g agree in the second
//! summand, and of the others k differs by a multiple of g, the second summand by less.

use super::super::route::Path;
use super::per_size::{count_to, BySize, Walk};
use crate::exact::gcd;
use crate::lower::control::select;
use crate::rtl::{address_bits, Module, Net};

/// A number divided by the width.
struct Number {
    quotient: Net,
    remainder: Net,
}

/// For each bank the place and the word that come, `Row::finding` cycles after the words of the lanes come out of the rows.
pub fn sorted(m: &mut Module, sized: &BySize, walk: &Walk, points: Vec<Net>) -> Vec<[Net; 2]> {
    let width = sized.row.width;
    let bits = address_bits(sized.row.largest() / width);
    if width == 1 {
        let place = walk.follow(m, sized, bits, |_, by| by);
        return vec![[m.name(place, "place"), points[0]]];
    }
    let number = Number::of_points(m, sized, walk, bits);
    let lanes: Vec<[Net; 3]> = points
        .into_iter()
        .enumerate()
        .map(|(lane, point)| {
            let first = Number::of_lane(m, sized, lane, bits);
            let Number { quotient, remainder } = number.plus(m, &first, width).registered(m);
            // The last beat of a frame is here when the next one may have begun already.
            let further = sized.number(m, |path| lane * gcd(path.beats(), width) / width);
            let further = m.delay(further, 1);
            let zero = m.constant(1, 0);
            let further = Number { quotient: zero, remainder: m.extend(further, m.width(remainder)) };
            let bank = Number { quotient: zero, remainder }.plus(m, &further, width).remainder;
            [m.register(bank, None), m.delay(quotient, 1), m.delay(point, 2)]
        })
        .collect();
    let bank = |number: usize| {
        let mut own = [lanes[0][1], lanes[0][2]];
        for &[bank, place, point] in &lanes[1..] {
            let is_own = m.eq_const(bank, number as u128);
            own = [m.mux(is_own, place, own[0]), m.mux(is_own, point, own[1])];
        }
        own.map(|net| m.register(net, None))
    };
    (0..width).map(bank).collect()
}

/// The words of the banks on their lanes, a cycle later where there are several. `runs`: high for each beat that is read,
/// `late` cycles before its words are there.
pub fn turned(m: &mut Module, sized: &BySize, runs: Net, banks: Vec<Net>, late: u32) -> Vec<Net> {
    let width = sized.row.width;
    if width == 1 {
        return banks;
    }
    let blocks = |path: &Path| gcd(path.beats(), width);
    let most = sized.row.paths.iter().map(blocks).max().unwrap_or(1);
    let last = sized.number(m, |path| path.beats() / blocks(path) - 1);
    let (_, ends) = count_to(m, "of_block".into(), runs, last);
    let ends = m.and(runs, ends);
    let last = sized.number(m, |path| blocks(path) - 1);
    let (turn, _) = count_to(m, "block".into(), ends, last);
    let turn = m.delay(turn, late);
    let lane = |lane: usize| {
        let cases: Vec<Net> = (0..most).map(|turn| banks[(lane + turn) % width]).collect();
        let word = if most == 1 { cases[0] } else { select(m, turn, &cases) };
        m.register(word, None)
    };
    (0..width).map(lane).collect()
}

impl Number {
    /// Of the points of the first lane as they come.
    fn of_points(m: &mut Module, sized: &BySize, walk: &Walk, bits: u32) -> Number {
        let (width, short) = (sized.row.width as isize, address_bits(sized.row.width));
        let number = Number { quotient: m.state(bits, Some(0)), remainder: m.state(short, Some(0)) };
        m.name(number.quotient, "place");
        m.name(number.remainder, "remainder");
        let step = Number {
            quotient: walk.step(m, sized, bits, |_, by| by.div_euclid(width)),
            remainder: walk.step(m, sized, short, |_, by| by.rem_euclid(width)),
        };
        let next = number.plus(m, &step, width as usize);
        m.drive_enabled(number.quotient, next.quotient, walk.runs);
        m.drive_enabled(number.remainder, next.remainder, walk.runs);
        number
    }

    /// Of the first point of a lane.
    fn of_lane(m: &mut Module, sized: &BySize, lane: usize, bits: u32) -> Number {
        let width = sized.row.width;
        let parts = [|at: usize, width: usize| at / width, |at: usize, width: usize| at % width];
        let [quotient, remainder] = parts.map(|part| sized.number(m, |path| part(lane * path.beats(), width)));
        Number { quotient: m.extend(quotient, bits), remainder: m.extend(remainder, address_bits(width)) }
    }

    /// The sum with another one.
    fn plus(&self, m: &mut Module, other: &Number, width: usize) -> Number {
        let (low, high) = (m.width(self.remainder), m.width(self.quotient));
        if width.is_power_of_two() {
            let [a, b] = [self, other].map(|number| m.concat(&[number.remainder, number.quotient]));
            let sum = m.add(a, b);
            return Number { quotient: m.slice(sum, low, high), remainder: m.slice(sum, 0, low) };
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
        Number { quotient: m.add(quotient, carry), remainder: m.slice(remainder, 0, low) }
    }

    fn registered(self, m: &mut Module) -> Number {
        Number { quotient: m.register(self.quotient, None), remainder: m.register(self.remainder, None) }
    }
}
