//! Follows the numbers of points that come out of the chain of a lane in digit-reversed order.

use super::super::route::SizeRoute;
use super::per_size::PerSize;
use crate::lower::count::count_to;
use crate::rtl::{Module, Net};

/// A counter of digits, one for each stage; the digit of the last stage is the fastest.
pub struct DigitCounter {
    /// High in each beat of a frame.
    pub runs: Net,
    /// `ends[place]`: whether the digit of a stage has its last value.
    ends: Vec<Net>,
}

impl DigitCounter {
    /// Counts the cycles in which `runs` is high.
    pub fn new(m: &mut Module, sizes: &PerSize, runs: Net) -> Self {
        let mut carry = runs;
        let mut ends = Vec::new();
        for place in (0..sizes.chain.stages.len()).rev() {
            let last = sizes.number(m, |route| route.radices[place] - 1);
            let (_, is_last) = count_to(m, format!("digit{place}"), carry, last);
            carry = m.and(carry, is_last);
            ends.push(is_last);
        }
        ends.reverse();
        DigitCounter { runs, ends }
    }

    /// Returns a number of `bits` bits that follows the number of the point, modulo a power of two. `step`: what is added to
    /// it, by what is added to the number of the point.
    pub fn follow(&self, m: &mut Module, sizes: &PerSize, bits: u32, step: impl Fn(&SizeRoute, isize) -> isize) -> Net {
        let number = m.state(bits, Some(0));
        let step = self.step(m, sizes, bits, step);
        let next = m.add(number, step);
        m.drive_enabled(number, next, self.runs);
        number
    }

    /// Returns what is added from this beat to the next to a number that follows the number of the point, modulo a power of
    /// two. `step`: what is added to it, by what is added to the number of the point.
    pub fn step(&self, m: &mut Module, sizes: &PerSize, bits: u32, step: impl Fn(&SizeRoute, isize) -> isize) -> Net {
        let amount = |m: &mut Module, place: Option<usize>| {
            let amount = |route: &SizeRoute| step(route, route.point_step(place)).rem_euclid(1 << bits) as usize;
            let amount = sizes.number(m, amount);
            m.extend(amount, bits)
        };
        let mut sum = amount(m, None);
        for (place, &ends) in self.ends.iter().enumerate() {
            let own = amount(m, Some(place));
            sum = m.mux(ends, sum, own);
        }
        sum
    }
}
