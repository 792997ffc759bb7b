//! The places that the current step reads and writes.

use super::pair_counter::PairCounter;
use super::step_counter::StepCounter;
use crate::rtl::{Module, Net};

/// Places of a step, with the ends of what it combines.
pub struct StepPlaces {
    /// Digits of the place that is read.
    pub digits: Vec<Net>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Net>,
    /// High with the last element of a transform.
    pub is_last: Net,
    /// High in the transforms with the largest number of those that differ in the digits of later steps.
    pub is_end_of_run: Net,
    /// High with the last place of a step.
    pub ends: Net,
}

impl StepPlaces {
    /// Returns the places of the steps of digits.
    pub fn of_digits(counter: &StepCounter) -> Self {
        let StepCounter { ref digits, is_last, is_end_of_run, ends } = *counter;
        StepPlaces { digits: digits.clone(), result_digits: digits.clone(), is_last, is_end_of_run, ends }
    }

    /// Returns the places of the step of real data in the cycles with `splits`, and otherwise these.
    pub fn or_of_pairs(self, m: &mut Module, pairs: &PairCounter, splits: Net) -> Self {
        let ends = m.and(pairs.is_end, pairs.is_second);
        let mut digits = |own: &[Net], others: &[Net]| -> Vec<Net> {
            own.iter().zip(others).map(|(&own, &other)| m.mux(splits, own, other)).collect()
        };
        let all = [digits(&pairs.digits, &self.digits), digits(&pairs.result_digits, &self.result_digits)];
        let [digits, result_digits] = all;
        StepPlaces {
            digits,
            result_digits,
            is_last: m.mux(splits, pairs.is_second, self.is_last),
            is_end_of_run: m.mux(splits, pairs.is_end, self.is_end_of_run),
            ends: m.mux(splits, ends, self.ends),
        }
    }
}
