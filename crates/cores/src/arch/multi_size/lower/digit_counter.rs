//! Follows the numbers of points that come out of the chain of a lane in digit-reversed order.

use super::super::route::SizeRoute;
use super::per_size::PerSize;
use fftgen_hdl::dsl::*;

/// A counter of digits, one for each stage; the digit of the last stage is the fastest.
pub struct DigitCounter<'m> {
    pub sizes: PerSize<'m>,
    /// High in each beat of a frame.
    pub runs: Sig<'m>,
    /// `ends[place]`: whether the digit of a stage has its last value.
    ends: Vec<Sig<'m>>,
}

impl<'m> DigitCounter<'m> {
    /// Counts the cycles in which `runs` is high.
    pub fn new(sizes: PerSize<'m>, runs: Sig<'m>) -> Self {
        let mut carry = runs;
        let digits = (0..sizes.chain.stages.len()).rev().map(|place| {
            let last = sizes.number(|route| route.radices[place] - 1);
            let (_, is_last) = runs.builder().count_to(&format!("digit{place}"), carry, last);
            carry = carry & is_last;
            is_last
        });
        let mut ends: Vec<Sig> = digits.collect();
        ends.reverse();
        DigitCounter { sizes, runs, ends }
    }

    /// Returns a number of `bits` bits that follows the number of the point, modulo a power of two. `step`: what is
    /// added to it, by what is added to the number of the point.
    pub fn follow(&self, name: &str, bits: u32, step: impl Fn(&SizeRoute, isize) -> isize) -> Sig<'m> {
        let number = self.runs.builder().state(bits, 0).named(name);
        number.next_if(self.runs, number + self.step(bits, step))
    }

    /// Returns what is added from this beat to the next to a number that follows the number of the point, modulo a
    /// power of two. `step`: what is added to it, by what is added to the number of the point.
    pub fn step(&self, bits: u32, step: impl Fn(&SizeRoute, isize) -> isize) -> Sig<'m> {
        let amount = |place: Option<usize>| {
            let amount = |route: &SizeRoute| step(route, route.point_step(place)).rem_euclid(1 << bits) as usize;
            self.sizes.number(amount).extend(bits)
        };
        let places = self.ends.iter().enumerate();
        places.fold(amount(None), |sum, (place, &ends)| ends.mux(sum, amount(Some(place))))
    }
}
