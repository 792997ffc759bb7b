//! Gaps between frames of different sizes: a quick frame must not meet a slow one anywhere in the chain.
//!
//! A gap is kept between neighbours only. It suffices, because a frame in between, with the gaps on its two sides,
//! takes longer than the gap that the frames around it need.

use super::chain::SharedChain;
use super::route::SizeRoute;

/// The gap from the end of a frame of this size to the start of a frame of another size, in clock cycles: at least
/// `min`, and at least the `lag` of this size less the `lead` of the other. `min` is at most `lag`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameGap {
    /// Part of the gap that a frame of this size adds before another size, in clock cycles.
    pub lag: usize,
    /// Part that the frame after the gap spares if it has this size, in clock cycles.
    pub lead: usize,
    /// Shortest gap after a frame of this size, in clock cycles.
    pub min: usize,
}

impl FrameGap {
    /// Returns the clock cycles from the end of a frame of this size to the start of one of `other` size.
    pub fn cycles_to(&self, other: &FrameGap) -> usize {
        self.lag.saturating_sub(other.lead).max(self.min)
    }
}

impl SharedChain {
    /// `gaps[first][second]`: clock cycles that have to pass from the end of a frame of the first size to the start of
    /// a frame of the second size. With them the second frame reaches each input after the first one, and writes to no
    /// bank from which the first one still has to read.
    pub fn required_gaps(&self) -> Vec<Vec<usize>> {
        let arrivals: Vec<Vec<usize>> = self.routes.iter().map(|route| self.arrival_cycles(route)).collect();
        let gap = |first: usize, second: usize| {
            let inputs = arrivals[first].iter().zip(&arrivals[second]).map(|(a, b)| a.saturating_sub(*b)).max();
            let banks = (0..self.stages.len()).map(|place| {
                let free = arrivals[first][place] + self.bank_gap(place, [&self.routes[first], &self.routes[second]]);
                free.saturating_sub(arrivals[second][place])
            });
            banks.chain(inputs).max().unwrap_or(0)
        };
        let all = || 0..self.routes.len();
        let gaps = |first: usize| all().map(|second| if first == second { 0 } else { gap(first, second) }).collect();
        all().map(gaps).collect()
    }

    /// Clock cycles from the end of a frame at a stage to the start of the next one there, for the sake of shared
    /// banks. With fewer, the second frame would write a word that has not been read, or read in the same cycle.
    fn bank_gap(&self, place: usize, [first, second]: [&SizeRoute; 2]) -> usize {
        let [radix, other] = [first, second].map(|route| route.radices[place]);
        if !self.shares_banks(place) || radix == 1 || other == 1 {
            return 0;
        }
        let [delay, next] = [first, second].map(|route| route.delay(place));
        let late = self.stages[place].turnaround_cycles();
        let shared = 1..radix.min(other - 1);
        let written = shared.clone().map(|bank| ((bank - 1) * delay + late).saturating_sub(bank * next));
        let read = shared.map(|bank| (bank * delay + late).saturating_sub((other - 1) * next));
        written.chain(read).max().unwrap_or(0)
    }

    /// Gaps that are no shorter than the required ones, from two numbers and a minimum for each size. Most frames meet
    /// at the output, where the required gap is the difference of two latencies; other gaps are little longer.
    pub fn gap_table(&self) -> Vec<FrameGap> {
        let latencies: Vec<usize> = self.routes.iter().map(|route| self.latency(route)).collect();
        let entry = |(gaps, latency): (Vec<usize>, &usize)| {
            let others = || gaps.iter().zip(&latencies).filter(|(gap, _)| **gap > 0);
            let quicker = others().filter(|(_, lead)| *lead < latency).map(|(gap, lead)| gap + lead);
            let slower = others().filter(|(_, lead)| *lead >= latency).map(|(gap, _)| *gap);
            let (lag, min) = (quicker.max().unwrap_or(0).max(*latency), slower.max().unwrap_or(0));
            FrameGap { lag, lead: *latency, min }
        };
        self.required_gaps().into_iter().zip(&latencies).map(entry).collect()
    }
}
