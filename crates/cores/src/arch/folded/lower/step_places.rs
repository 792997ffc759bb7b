//! The places that the current step reads and writes.

use super::super::places::Places;
use super::gates::and_not;
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
    /// High with the last element of the transforms that have the same factors.
    pub factors_end: Net,
    /// High in the transforms with the largest number of those that differ in the digits of later steps.
    pub is_end_of_run: Net,
    /// High with the last place of a step.
    pub ends: Net,
}

impl StepPlaces {
    /// Returns the places of the steps of digits. `steps`: high in each step; `leaves`: high when the output reads a bin by these digits.
    pub fn of_digits(m: &mut Module, places: &Places, counter: &StepCounter, (steps, leaves): (&[Net], Net)) -> Self {
        let StepCounter { digits: ref result_digits, is_last, factors_end, is_end_of_run, ends } = *counter;
        let element = |(step, &digit): (usize, &Net)| match places.element_multiple(step) {
            0 | 1 => digit,
            multiple => {
                let reads = and_not(m, steps[step], leaves);
                multiple_of(m, digit, (reads, multiple, places.radices()[step]))
            }
        };
        let digits = result_digits.iter().enumerate().map(element).collect();
        StepPlaces { digits, result_digits: result_digits.clone(), is_last, factors_end, is_end_of_run, ends }
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
            factors_end: m.mux(splits, pairs.is_second, self.factors_end),
            is_end_of_run: m.mux(splits, pairs.is_end, self.is_end_of_run),
            ends: m.mux(splits, ends, self.ends),
        }
    }
}

/// Returns a multiple of a digit modulo its radix in the cycles with `multiplies`, and otherwise the digit.
fn multiple_of(m: &mut Module, digit: Net, (multiplies, multiple, radix): (Net, usize, usize)) -> Net {
    let bits = m.width(digit);
    let code = m.concat(&[digit, multiplies]);
    let value = |code: usize| {
        let (digit, multiplies) = (code % (1 << bits), code >> bits > 0);
        if multiplies && digit < radix {
            digit * multiple % radix
        } else {
            digit
        }
    };
    let table: Vec<u128> = (0..2 << bits).map(|code| value(code) as u128).collect();
    m.rom(code, bits, table)
}
