//! `--rate`: the points that a source has at most, in a clock cycle or in a second.

use super::clock::Clock;
use super::ratio::Ratio;
use super::value::{Canonical, FromText};
use fftgen::{quoted, Error};

/// Points in a number of clock cycles, or in a second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rate {
    text: String,
    points: Ratio,
    is_by_second: bool,
}

impl Rate {
    /// Returns the clock cycles in which a frame of some points comes. A core that takes a frame in as many keeps up
    /// with the source, so that a part of a cycle does not count. A rate by the second needs the clock.
    pub fn cycles_of(&self, points: usize, clock: Option<&Clock>) -> Result<usize, Error> {
        let per_cycle = match (self.is_by_second, clock) {
            (false, _) => Ratio { over: 1, under: 1 },
            (true, Some(clock)) => clock.hertz,
            (true, None) => {
                return Err(Error::Usage(format!(
                    "rate {}: what that is in clock cycles depends on the clock; give it too, as in --clock 250MHz",
                    self.text
                )))
            }
        };
        let over = (points as u128).saturating_mul(self.points.under).saturating_mul(per_cycle.over);
        let cycles = over / self.points.over.saturating_mul(per_cycle.under);
        Ok(usize::try_from(cycles).unwrap_or(usize::MAX))
    }
}

impl FromText for Rate {
    /// Reads a ratio of two whole numbers, as in `1/8`, a decimal, as in `0.125`, or samples a second, as in `100MSPS`.
    fn from_text(text: &str) -> Result<Rate, Error> {
        let ratio = text.split_once('/').and_then(|(points, cycles)| {
            let [points, cycles] = [points, cycles].map(|number| Ratio::decimal(number.trim()));
            points.zip(cycles).filter(|both| [both.0, both.1].iter().all(|number| number.under == 1))
        });
        let ratio = ratio.map(|(points, cycles)| Ratio { over: points.over, under: cycles.over });
        let by_second = Ratio::samples_per_second(text);
        let points = ratio.or_else(|| Ratio::decimal(text.trim())).or(by_second).ok_or_else(|| {
            Error::Usage(format!(
                "rate {}: points in a clock cycle, as in 1/8 or 0.125, or with --clock in a second, as in 100MSPS",
                quoted(text)
            ))
        })?;
        Ok(Rate { text: text.trim().into(), points, is_by_second: by_second.is_some() })
    }
}

impl Canonical for Rate {
    fn canonical(&self) -> Option<String> {
        Some(self.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_in_their_cycles() {
        let clock = Clock::from_text("250MHz").unwrap();
        let cycles = |text: &str, points: usize| Rate::from_text(text)?.cycles_of(points, Some(&clock));
        for (text, points, found) in [
            ("1/8", 64, 512),
            ("0.125", 64, 512),
            ("3/7", 10, 23),
            ("2", 10, 5),
            ("100MSPS", 64, 160),
            ("31.25 Ms/s", 64, 512),
            ("30.72msps", 1000, 8138),
            ("999999999/999999999", 1 << 32, 1 << 32),
        ] {
            assert_eq!(cycles(text, points), Ok(found), "{text}");
        }
        for text in ["0/8", "1/0", "x", "1/8/2", "", "-1", "1e3", "100MHz", "0.1/2", "1234567890"] {
            assert!(cycles(text, 1).is_err(), "{text}");
        }
        assert!(Rate::from_text("100MSPS").unwrap().cycles_of(64, None).is_err());
        assert_eq!(
            ["250", "0MHz", "MHz", "-1MHz", "1e3Hz"].map(Clock::from_text).map(|clock| clock.ok()),
            [const { None }; 5]
        );
    }
}
