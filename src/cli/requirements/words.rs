//! Words of fixed point for a signal-to-noise ratio: the shortest for each growth, and the shortest factors for these.
//!
//! The forecast gives the noise. A bit more in the words takes 6.02 dB from the noise of the steps, and a bit more in the
//! factors as much from theirs, so that a search begins near its end. Words that grow in the first steps, whose
//! sums are then exact, and keep their length in the later ones take less memory than words of one length.

use super::super::args::Settings;
use super::super::settings_config::config;
use super::super::values::{Deferred, MaxGrowth, Scaling};
use crate::accuracy::{Definition, Errors};
use fftgen::format::{Fixed, Format, WORDS};
use fftgen::number::{Scale, TWIDDLES};
use fftgen::{Config, Design, Error};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Decibels for each bit of a word.
const DB_PER_BIT: f64 = 6.0206;

/// Words of fixed point, and factors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Words {
    /// Bits at the input. `None` if the format is given.
    bits: Option<u32>,
    /// Bits by which words grow. `None` for the scale that is given, or the usual one.
    growth: Option<MaxGrowth>,
    /// Bits of a factor. `None` for those that are given, or the usual ones.
    twiddle: Option<u32>,
}

/// What is free in the words of a core.
pub struct WordSearch<'a> {
    /// Settings of the core, with what is not free.
    pub base: &'a Settings,
    /// Least signal-to-noise ratio in dB.
    pub snr_db: f64,
}

/// Words that reach a ratio, with the settings of their core and the ratio in dB.
pub struct Found {
    pub settings: Settings,
    pub snr_db: f64,
}

impl WordSearch<'_> {
    /// Finds words for each growth that is worth a look.
    pub fn all(&self) -> Result<Vec<Found>, Error> {
        let first = self.first();
        let config = config(&self.with(first))?;
        if !matches!(config.format, Format::Fixed(_)) {
            return Ok(vec![Found { settings: self.base.clone(), snr_db: self.snr(first)? }]);
        }
        self.of(self.growths(&config))
    }

    /// Finds words of a bit of growth less and more than that of a core. None where its growth is not of so many bits, or is given.
    pub fn beside(&self, settings: &Settings) -> Result<Vec<Found>, Error> {
        let given = Deferred::optional(&settings.max_growth)?.and_then(|growth| growth.0);
        let Some(bits) = given.filter(|_| self.base.max_growth.is_none()) else { return Ok(vec![]) };
        let beside = [bits - 1, bits + 1].into_iter().filter(|bits| *bits > 0);
        self.of(beside.map(|bits| Some(MaxGrowth(Some(bits)))).collect())
    }

    /// Finds words of some growths.
    fn of(&self, growths: Vec<Option<MaxGrowth>>) -> Result<Vec<Found>, Error> {
        let first = self.first();
        let found = growths.into_par_iter().map(|growth| self.shortest(Words { growth, ..first }));
        let found: Vec<Option<Found>> = found.collect::<Result<_, _>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Words of one length: the bits of most that reach the ratio, but for few.
    fn first(&self) -> Words {
        let bits = ((self.snr_db / DB_PER_BIT) as u32 + 3).clamp(*WORDS.start(), *WORDS.end());
        Words { bits: self.base.precision.is_none().then_some(bits), growth: None, twiddle: None }
    }

    /// Growths that are weighed first: none, half of the bits that a transform can gain in the mean, all of these, and
    /// as many as sums have.
    fn growths(&self, config: &Config) -> Vec<Option<MaxGrowth>> {
        let is_free = self.base.scale.is_none() && self.base.max_growth.is_none() && self.base.datapath.is_none();
        let most = config.points().max(1).ilog2();
        let mut growths = vec![None];
        if is_free {
            let bits = [most / 4, most / 2, 3 * most / 4, most].map(Some).into_iter().chain([None]);
            growths.extend(bits.map(|bits| Some(MaxGrowth(bits))));
        }
        growths.dedup();
        growths.retain(|growth| *growth != Some(MaxGrowth(Some(0))));
        growths
    }

    /// Returns the settings with words.
    fn with(&self, words: Words) -> Settings {
        let Words { bits, growth, twiddle } = words;
        let fixed = |bits: u32| Format::Fixed(Fixed { integer: 1, fraction: bits - 1 });
        let grows = growth.is_some();
        Settings {
            precision: bits.map(|bits| fixed(bits).into()).or(self.base.precision.clone()),
            scale: grows.then(|| Scaling::Stages(Scale::None).into()).or(self.base.scale.clone()),
            max_growth: growth.filter(|growth| growth.0.is_some()).map(Deferred::from).or(self.base.max_growth.clone()),
            twiddle_bits: twiddle.map(|bits| bits as usize).or(self.base.twiddle_bits),
            ..self.base.clone()
        }
    }

    /// Finds the shortest words of a growth, and then the shortest factors. `None` if no words reach the ratio.
    fn shortest(&self, first: Words) -> Result<Option<Found>, Error> {
        let mut known: BTreeMap<Words, f64> = BTreeMap::new();
        let mut snr = |words: Words| -> Result<f64, Error> {
            if let Some(snr_db) = known.get(&words) {
                return Ok(*snr_db);
            }
            let snr_db = self.snr(words)?;
            known.insert(words, snr_db);
            Ok(snr_db)
        };
        let mut words = first;
        if let Some(bits) = first.bits {
            let of = |bits: u32| Words { bits: Some(bits), ..first };
            let Some(bits) = least(bits, *WORDS.start()..=*WORDS.end(), self.snr_db, |bits| snr(of(bits)))? else {
                return Ok(None);
            };
            words = of(bits);
        } else if snr(words)? < self.snr_db {
            return Ok(None);
        }
        if self.base.twiddle_bits.is_none() {
            let usual = config(&self.with(words))?.twiddle_bits();
            let of = |bits: u32| Words { twiddle: Some(bits), ..words };
            let range = *TWIDDLES.start()..=usual;
            if let Some(bits) = least(usual, range, self.snr_db, |bits| snr(of(bits)))?.filter(|bits| *bits < usual) {
                words = of(bits);
            }
        }
        Ok(Some(Found { settings: self.with(words), snr_db: snr(words)? }))
    }

    /// Foretells the ratio of a core in dB, or measures it where there is no forecast.
    fn snr(&self, words: Words) -> Result<f64, Error> {
        let settings = self.with(words);
        let config = config(&settings)?;
        let architecture = match Design::architecture(&config) {
            Ok(architecture) => architecture,
            // Words that grow too long have no core, and longer words neither.
            Err(_) if words.growth.is_some() => return Ok(0.0),
            Err(error) => return Err(error),
        };
        let forecast = architecture.forecast(config.points(), config.format).map(|forecast| forecast.snr);
        let snr_db = forecast.or_else(|| {
            let errors = Errors::of_architecture(&config, &Definition::Transform(&config), &*architecture)?;
            Some(-20.0 * errors.mean.log10())
        });
        let snr_db = snr_db.ok_or_else(|| {
            Error::Unsupported(format!(
                "snr and size {}: there is no forecast of this core, and a measurement takes long; leave --snr out",
                config.shape
            ))
        })?;
        Ok(with_input(snr_db, words.bits))
    }
}

/// Adds the noise of the rounding of samples at the input to a ratio in dB, where the word of the input was chosen.
pub fn with_input(snr_db: f64, bits: Option<u32>) -> f64 {
    let noise = |db: f64| 10f64.powf(-db / 10.0);
    let input = bits.map_or(0.0, |bits| noise(DB_PER_BIT * f64::from(bits)));
    -10.0 * (noise(snr_db) + input).log10()
}

/// Finds the least number of bits that reaches a ratio in dB, from a first guess on. `None` if none of the range does.
fn least(
    first: u32,
    range: std::ops::RangeInclusive<u32>,
    goal: f64,
    mut snr: impl FnMut(u32) -> Result<f64, Error>,
) -> Result<Option<u32>, Error> {
    let (mut bits, mut reaches) = (first.clamp(*range.start(), *range.end()), None);
    let mut misses: Option<u32> = None;
    loop {
        let gap = goal - snr(bits)?;
        match gap > 0.0 {
            true => misses = Some(misses.map_or(bits, |other| other.max(bits))),
            false => reaches = Some(reaches.map_or(bits, |other: u32| other.min(bits))),
        }
        let lowest = misses.map_or(*range.start(), |bits| bits + 1);
        let highest = reaches.map_or(*range.end(), |bits| bits - 1);
        if lowest > highest || (reaches == Some(*range.start())) {
            return Ok(reaches);
        }
        let step = (gap / DB_PER_BIT).clamp(-64.0, 64.0);
        // A guess that comes from below is rounded up, and one from above down: both ends move.
        let guess = bits as f64 + if gap > 0.0 { step.ceil() } else { step.floor().min(-1.0) };
        bits = guess.clamp(f64::from(lowest), f64::from(highest)) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_bits_is_found() {
        for first in [4, 12, 40] {
            for goal in [30.0, 60.0, 61.0, 200.0] {
                let snr = |bits: u32| Ok(6.0 * f64::from(bits) - 7.0);
                let expected = (4..=64).find(|bits| 6 * bits >= goal as u32 + 7);
                assert_eq!(least(first, 4..=64, goal, snr).unwrap(), expected, "{first} {goal}");
            }
        }
        assert_eq!(least(10, 4..=20, 90.0, |_| Ok(80.0)).unwrap(), None);
        assert_eq!(least(10, 4..=20, 70.0, |_| Ok(80.0)).unwrap(), Some(4));
    }

    #[test]
    fn the_rounding_of_samples_counts() {
        assert_eq!(with_input(60.0, None), 60.0);
        assert!((with_input(72.247, Some(12)) - (72.247 - 3.0103)).abs() < 1e-3);
    }
}
