//! Shifts of the steps of both passes, so that no word overflows and few bits are lost.

use std::f64::consts::SQRT_2;

/// Largest part of a word in units of full scale. A word has an integer bit more than a sample, and roundings take the
/// rest.
const LARGEST_PART: f64 = 1.9;

/// Shifts of the steps of both passes of a frame, in bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PassShifts {
    /// `of_steps[pass][step]`: shift of a step.
    pub of_steps: [Vec<u32>; 2],
}

impl PassShifts {
    /// Returns the shifts of transforms with these radices. `points`: points of a frame, all others are zero in the
    /// first pass.
    ///
    /// Bounds are those of the absolute value of complex words, in units of full scale. In the first pass it is the
    /// number of samples that a word depends on, at most √2 each. In the second pass the words have the energy of the
    /// spectrum, so that a sum of n of them is at most √n times its root (Cauchy and Schwarz).
    pub fn new(radices: &[usize], points: usize) -> Self {
        let all: usize = radices.iter().product();
        let gathered = radices.iter().scan(1, |gathered, radix| {
            *gathered *= radix;
            Some(*gathered)
        });
        let gathered: Vec<usize> = gathered.collect();
        let first: Vec<f64> =
            gathered.iter().map(|words| SQRT_2 * (points * words).div_ceil(all).min(points) as f64).collect();
        let first = least_shifts(&first);
        let scale = 0.5f64.powi(first.iter().sum::<u32>() as i32);
        let largest = SQRT_2 * points as f64 * scale;
        let energy = 2.0 * (all * points) as f64 * scale * scale;
        let second: Vec<f64> =
            gathered.iter().map(|words| (*words as f64 * largest).min((*words as f64 * energy).sqrt())).collect();
        PassShifts { of_steps: [first, least_shifts(&second)] }
    }

    /// Returns the sum of all shifts.
    pub fn sum(&self) -> u32 {
        self.of_steps.iter().flatten().sum()
    }
}

/// Returns the shift of each step, so that words stay below the largest one. `bounds[step]`: bound of the words after a
/// step without shifts.
fn least_shifts(bounds: &[f64]) -> Vec<u32> {
    let mut before = 0;
    let shift = |bound: &f64| {
        let needed = (bound / LARGEST_PART).log2().ceil().max(0.0) as u32;
        let shift = needed.saturating_sub(before);
        before += shift;
        shift
    };
    bounds.iter().map(shift).collect()
}

#[cfg(test)]
mod tests {
    use super::PassShifts;

    /// 67 of 256 points: a step of radix 4 gathers two samples, then five, seventeen and sixty-seven.
    #[test]
    fn the_first_pass_shifts_by_the_samples_that_a_word_depends_on() {
        let shifts = PassShifts::new(&[4, 4, 4, 4], 67);
        assert_eq!(shifts.of_steps[0], [1, 1, 2, 2]);
        assert!(shifts.of_steps[1].iter().sum::<u32>() < 8, "the second pass grows by less than its length");
    }
}
