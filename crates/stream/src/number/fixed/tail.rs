//! Overflow of words that are sums of even terms.
//!
//! A sum of few bounded terms has tails far below those of a normal distribution with its variance, and an end. The
//! fourth cumulant says of how many equal terms it has the tails; their density is that of the saddle point (Daniels,
//! Annals of Mathematical Statistics 25(4), 1954).

use crate::format::Overflow;
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Distribution of a component with standard deviation 1: nearly a sum of equal terms with a uniform distribution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    /// Number of terms, at least 1.
    pub terms: f64,
}

/// What becomes of components that are too large for their words.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Excess {
    /// Share of the components that are.
    pub share: f64,
    /// Mean square error of all components.
    pub noise: f64,
}

/// Part of the distance in which the density changes, as the step of integrals.
const STEP: f64 = 0.05;

/// Part of an integral that is left out.
const REST: f64 = 1e-6;

/// Share that is as good as none, from which on a part of it would be less than the smallest number.
const LEAST: f64 = 1e-200;

impl Sum {
    /// Hardly different from a normal distribution.
    pub const NORMAL: Self = Sum { terms: 1e9 };

    /// Returns what is beyond words with the range from -`end` to `end`.
    pub fn beyond(self, overflow: Overflow, end: f64) -> Excess {
        let (mut share, mut noise) = (0.0, 0.0);
        // A tilt u of the density moves its mean to `most`·L(u), which no component exceeds.
        let most = (3.0 * self.terms).sqrt();
        let Some(mut tilt) = tilt_of(end / most) else { return Excess::default() };
        loop {
            let steep = self.terms * langevin(tilt)[1];
            let step = STEP * (1.0 / (steep * tilt)).min(1.0 / steep.sqrt());
            let middle = tilt + step / 2.0;
            let [mean, slope] = langevin(middle);
            let weight = 2.0 * self.density(middle) * most * slope * step;
            let error = match overflow {
                Overflow::Saturate => most * mean - end,
                Overflow::Wrap => 2.0 * end,
            };
            share += weight;
            noise += weight * error * error;
            tilt += step;
            if weight * (1.0 + error * error) / STEP < REST * (share + noise) || share < LEAST {
                return Excess { share, noise };
            }
        }
    }

    /// Returns the density where its tilt is the mean.
    fn density(self, tilt: f64) -> f64 {
        let [mean, slope] = langevin(tilt);
        // Logarithm of sinh(u)/u.
        let log = match tilt {
            ..0.1 => tilt * tilt * (1.0 / 6.0 - tilt * tilt / 180.0),
            _ => tilt + ((1.0 - (-2.0 * tilt).exp()) / (2.0 * tilt)).ln(),
        };
        (self.terms * (log - tilt * mean)).exp() / (2.0 * PI * 3.0 * slope).sqrt()
    }
}

/// Returns L(u) = coth u - 1/u and its derivative.
fn langevin(u: f64) -> [f64; 2] {
    match u {
        ..0.1 => [u * (1.0 / 3.0 - u * u / 45.0), 1.0 / 3.0 - u * u / 15.0],
        _ => [1.0 / u.tanh() - 1.0 / u, 1.0 / (u * u) - 1.0 / u.min(300.0).sinh().powi(2)],
    }
}

/// Returns u with a given L(u), by bisection. `None` where L(u) is not below 1.
fn tilt_of(mean: f64) -> Option<f64> {
    let above = 1.0 / (1.0 - mean) + 3.0 * mean;
    let halve = |(low, high): (f64, f64)| {
        let middle = 0.5 * (low + high);
        if langevin(middle)[0] < mean {
            (middle, high)
        } else {
            (low, middle)
        }
    };
    (mean < 1.0).then(|| (0..60).fold((0.0, above), |ends, _| halve(ends)).1)
}

/// Components after a step that are alike.
#[derive(Clone, Copy, Default)]
pub(super) struct Word {
    /// Number of components.
    pub count: f64,
    /// Power, relative to that of a component before the step.
    pub power: f64,
    /// Fourth cumulant, relative to that of a component before the step; as a mean, relative to the squared power.
    pub fourth: f64,
    /// Largest magnitude, relative to that of a component before the step.
    pub reach: f64,
}

/// The components after a step, those of nearly equal distributions together.
#[derive(Default)]
pub(super) struct Words(BTreeMap<[i32; 3], Word>);

impl Words {
    /// Adds a component, with the sums of squares, of fourth powers and of magnitudes of its factors.
    pub fn add(&mut self, power: f64, fourth: f64, reach: f64) {
        self.add_many(1.0, power, fourth, reach);
    }

    /// Adds `count` components.
    pub fn add_many(&mut self, count: f64, power: f64, fourth: f64, reach: f64) {
        // Within an eighth of a bit they are as one.
        let key = [power, fourth, reach].map(|value| (8.0 * value.max(f64::MIN_POSITIVE).log2()).round() as i32);
        let word = self.0.entry(key).or_default();
        *word = Word { count: word.count + count, power, fourth, reach: reach.max(word.reach) };
    }

    pub fn each(&self) -> impl Iterator<Item = Word> + '_ {
        self.0.values().copied()
    }

    /// Returns the number of components and their means.
    pub fn means(&self) -> Word {
        let count: f64 = self.each().map(|word| word.count).sum();
        let mean = |of: &dyn Fn(&Word) -> f64| self.each().map(|word| word.count * of(&word)).sum::<f64>() / count;
        let power = mean(&|word| word.power);
        let fourth = mean(&|word| word.fourth) / (power * power);
        Word { count, power, fourth, reach: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The density there is 1e-320, of which a millionth is zero.
    #[test]
    fn an_end_far_out_is_beyond_all_but_nothing() {
        for terms in [514.0, 1e6] {
            let far = 0.8245 * (3.0f64 * terms).sqrt();
            assert!(Sum { terms }.beyond(Overflow::Saturate, far).share < 1e-200);
        }
    }

    #[test]
    fn few_terms_have_an_end_and_many_a_normal_distribution() {
        let at = |terms: f64, end: f64| Sum { terms }.beyond(Overflow::Saturate, end);
        // Two terms are a triangle, whose end is √6.
        let end = 6f64.sqrt();
        assert_eq!(at(2.0, end).share, 0.0);
        let ratio = at(2.0, end / 2.0).share / 0.25;
        assert!((0.85..1.15).contains(&ratio), "{ratio}");
        // Beyond three deviations there are 0.27 % of a normal distribution, and of a sum of 12 terms 0.2 %.
        let normal = Sum::NORMAL.beyond(Overflow::Saturate, 3.0).share / 0.0026998;
        assert!((0.98..1.02).contains(&normal), "{normal}");
        let twelve = at(12.0, 3.0).share;
        assert!((0.0019..0.0023).contains(&twelve), "{twelve}");
        // (1 + e²) P(|x| > e) - 2 e φ(e) at e = √3.
        let noise = at(1e6, 3f64.sqrt()).noise / 0.0245;
        assert!((0.95..1.05).contains(&noise), "{noise}");
        let wrapped = Sum { terms: 1e6 }.beyond(Overflow::Wrap, 3.0);
        assert!((wrapped.noise / wrapped.share - 36.0).abs() < 1e-9);
    }
}
