//! `--rate`: the points a clock cycle that a source has at most.

use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

/// Points in a number of clock cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    points: usize,
    cycles: usize,
}

impl Rate {
    /// Returns the clock cycles in which a frame of some points comes.
    pub fn cycles_of(self, points: usize) -> usize {
        points.saturating_mul(self.cycles).div_ceil(self.points)
    }
}

impl FromText for Rate {
    /// Reads a ratio of two whole numbers, or one.
    fn from_text(text: &str) -> Result<Rate, Error> {
        let (points, cycles) = text.split_once('/').unwrap_or((text, "1"));
        let whole = |number: &str| number.trim().parse().ok().filter(|number| *number > 0);
        match whole(points).zip(whole(cycles)) {
            Some((points, cycles)) => Ok(Rate { points, cycles }),
            None => Err(Error::Usage(format!("rate {}: a ratio of points to clock cycles, as in 1/8", quoted(text)))),
        }
    }
}

impl Canonical for Rate {
    fn canonical(&self) -> Option<String> {
        Some(format!("{}/{}", self.points, self.cycles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_in_their_cycles() {
        let cycles = |text: &str, points: usize| Rate::from_text(text).map(|rate| rate.cycles_of(points)).ok();
        assert_eq!(cycles("1/8", 64), Some(512));
        assert_eq!(cycles("3/7", 10), Some(24));
        assert_eq!(cycles("2", 10), Some(5));
        assert_eq!(["0/8", "1/0", "x", "1/8/2", ""].map(|text| cycles(text, 1)), [None; 5]);
    }
}
