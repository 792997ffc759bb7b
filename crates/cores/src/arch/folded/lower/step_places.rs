//! The places that the current step reads and writes.

use super::super::places::Places;
use super::pair_counter::PairCounter;
use super::step_counter::StepCounter;
use fftgen_hdl::dsl::*;

/// Places of a step, with the ends of what it combines.
pub struct StepPlaces<'m> {
    /// Digits of the place that is read.
    pub digits: Vec<Sig<'m>>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Sig<'m>>,
    /// High with the last element of a transform.
    pub is_last: Sig<'m>,
    /// High with the last element of the transforms that have the same factors.
    pub factors_end: Sig<'m>,
    /// High in the transforms with the largest number of those that differ in the digits of later steps.
    pub is_end_of_run: Sig<'m>,
    /// High with the last place of a step.
    pub ends: Sig<'m>,
}

impl<'m> StepPlaces<'m> {
    /// Returns the places of the steps of digits. `steps`: high in each step; `leaves`: high when the output reads a
    /// bin by these digits.
    pub fn of_digits(places: &Places, counter: &StepCounter<'m>, (steps, leaves): (&[Sig<'m>], Sig<'m>)) -> Self {
        let StepCounter { digits: ref result_digits, is_last, factors_end, is_end_of_run, ends } = *counter;
        let element = |(step, &digit): (usize, &Sig<'m>)| match places.element_multiple(step) {
            0 | 1 => digit,
            multiple => multiple_of(digit, (steps[step] & !leaves, multiple, places.radices()[step])),
        };
        let digits = result_digits.iter().enumerate().map(element).collect();
        StepPlaces { digits, result_digits: result_digits.clone(), is_last, factors_end, is_end_of_run, ends }
    }

    /// Returns the places of the step of real data in the cycles with `splits`, and otherwise these.
    pub fn or_of_pairs(self, pairs: &PairCounter<'m>, splits: Sig<'m>) -> Self {
        StepPlaces {
            digits: Vec::choose(splits, pairs.digits.clone(), self.digits),
            result_digits: Vec::choose(splits, pairs.result_digits.clone(), self.result_digits),
            is_last: splits.mux(pairs.is_second, self.is_last),
            factors_end: splits.mux(pairs.is_second, self.factors_end),
            is_end_of_run: splits.mux(pairs.is_end, self.is_end_of_run),
            ends: splits.mux(pairs.is_end & pairs.is_second, self.ends),
        }
    }
}

/// Returns a multiple of a digit modulo its radix in the cycles with `multiplies`, and otherwise the digit.
fn multiple_of<'m>(digit: Sig<'m>, (multiplies, multiple, radix): (Sig<'m>, usize, usize)) -> Sig<'m> {
    let (m, bits) = (digit.builder(), digit.width());
    let value = |code: usize| {
        let (digit, multiplies) = (code % (1 << bits), code >> bits > 0);
        if multiplies && digit < radix {
            digit * multiple % radix
        } else {
            digit
        }
    };
    let table: Vec<u128> = (0..2 << bits).map(|code| value(code) as u128).collect();
    m.rom(m.cat([digit, multiplies]), bits, table)
}
