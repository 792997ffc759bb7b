//! Places of the points of a frame: numbers with a digit for each step.

use super::step_kind::StepKind;
use crate::formula::inverse_modulo;
use std::ops::Range;

/// Mixed-radix numbers of places. The digit of the first step has the largest weight.
///
/// The steps are those of one part, or of several ones whose numbers of points are coprime. Point n is in each part
/// that of the number n modulo the points of the part, and so is bin k, so that there are no twiddle factors between
/// parts ([`in_place`]).
///
/// [`in_place`]: crate::formula::rules::in_place
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    radices: Vec<usize>,
    parts: Vec<Range<usize>>,
}

impl Places {
    /// Returns the places of steps of these radices, which are one part.
    pub fn new(radices: Vec<usize>) -> Self {
        Places::of_parts(&[radices])
    }

    /// Returns the places of parts whose steps have these radices.
    pub fn of_parts(radices: &[Vec<usize>]) -> Self {
        let mut end = 0;
        let part = |radices: &Vec<usize>| {
            let begin = end;
            end += radices.len();
            begin..end
        };
        let parts = radices.iter().map(part).collect();
        Places { radices: radices.concat(), parts }
    }

    /// Returns the radix of the digit of each step.
    pub fn radices(&self) -> &[usize] {
        &self.radices
    }

    /// Returns the steps of each part.
    pub fn parts(&self) -> &[Range<usize>] {
        &self.parts
    }

    /// Returns the steps of the part of a step.
    pub fn part_of(&self, step: usize) -> Range<usize> {
        self.parts.iter().find(|part| part.contains(&step)).cloned().unwrap_or_default()
    }

    /// Returns what a step differs in from others to a processor. The last step of a part has no factors.
    pub fn kind(&self, step: usize) -> StepKind {
        StepKind { radix: self.radices[step], has_factors: step + 1 < self.part_of(step).end }
    }

    /// Returns the kinds of all steps.
    pub fn kinds(&self) -> impl Iterator<Item = StepKind> + '_ {
        (0..self.radices.len()).map(|step| self.kind(step))
    }

    /// Returns the radices of the steps of each part.
    pub fn radices_of_parts(&self) -> Vec<Vec<usize>> {
        self.parts.iter().map(|part| self.radices[part.clone()].to_vec()).collect()
    }

    /// Returns what belongs to the digits of all steps in reversed order within each part.
    pub fn mirrored<T: Copy>(&self, digits: &[T]) -> Vec<T> {
        self.parts.iter().flat_map(|part| digits[part.clone()].iter().rev().copied()).collect()
    }

    /// Returns the number of places.
    pub fn count(&self) -> usize {
        self.radices.iter().product()
    }

    /// Returns the number of points of a part.
    pub fn points(&self, part: &Range<usize>) -> usize {
        self.radices[part.clone()].iter().product()
    }

    /// Returns the order of the roots of unity that are the factors after all steps: the points of the parts of several
    /// steps.
    pub fn circle(&self) -> usize {
        self.parts.iter().filter(|part| part.len() > 1).map(|part| self.points(part)).product()
    }

    /// Returns the power of the root of unity of a part's points whose transform the part is.
    pub fn root_power(&self, part: &Range<usize>) -> usize {
        let points = self.points(part);
        inverse_modulo(self.count() / points, points)
    }

    /// Returns the number by which the number of an element of a step's transforms is multiplied, modulo the radix, for
    /// the digit of the place in which the element is read.
    pub fn element_multiple(&self, step: usize) -> usize {
        inverse_modulo(self.root_power(&self.part_of(step)), self.radices[step])
    }

    /// Returns the weight of the digit of a step in the number of a place.
    pub fn weight(&self, step: usize) -> usize {
        self.radices[step + 1..].iter().product()
    }

    /// Returns the digit of a step in the number of a place.
    pub fn digit(&self, place: usize, step: usize) -> usize {
        place / self.weight(step) % self.radices[step]
    }

    /// Returns the place of a sample before the first step.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::Places;
    /// let places = Places::of_parts(&[vec![2], vec![3]]);
    /// let of_samples: Vec<usize> = (0..6).map(|sample| places.of_sample(sample)).collect();
    /// assert_eq!(of_samples, [0, 4, 2, 3, 1, 5]);
    /// ```
    pub fn of_sample(&self, sample: usize) -> usize {
        self.of_number(sample, |part| part.rev())
    }

    /// Returns the place of a bin after the last step: in each part the digits of the bin's number are in reversed
    /// order.
    ///
    /// ```
    /// use fftgen_cores::arch::folded::Places;
    /// let places = Places::new(vec![4, 2]);
    /// let of_bins: Vec<usize> = (0..8).map(|bin| places.of_bin(bin)).collect();
    /// assert_eq!(of_bins, [0, 2, 4, 6, 1, 3, 5, 7]);
    /// ```
    pub fn of_bin(&self, bin: usize) -> usize {
        self.of_number(bin, |part| part)
    }

    /// Returns the place of a number. `order`: steps of a part whose digits a number has, the fastest one first.
    fn of_number<Steps: Iterator<Item = usize>>(&self, number: usize, order: impl Fn(Range<usize>) -> Steps) -> usize {
        let place = |part: &Range<usize>| {
            let mut left = number % self.points(part);
            let digit = |step: usize| {
                let digit = left % self.radices[step];
                left /= self.radices[step];
                digit * self.weight(step)
            };
            order(part.clone()).map(digit).sum::<usize>()
        };
        self.parts.iter().map(place).sum()
    }

    /// Whether the radices of each part are equal in both directions, so that a place has the digits of a sample and,
    /// in reversed order, those of a bin.
    pub fn is_palindrome(&self) -> bool {
        self.parts.iter().all(|part| {
            let radices = &self.radices[part.clone()];
            radices.iter().eq(radices.iter().rev())
        })
    }
}
