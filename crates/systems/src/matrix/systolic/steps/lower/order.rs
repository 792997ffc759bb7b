//! Points and results in natural order: counters whose digits give the places in memories.

use super::super::places::Place;
use super::super::plan::StepsPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::places::{address, Term};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// The places of the points of a batch in natural order.
pub struct Order {
    /// Names of the digits of a point's number, and their numbers of values, the fastest first.
    digits: Vec<(String, usize)>,
    /// What digits add to an address.
    terms: Vec<Term>,
    /// Words of a memory.
    words: usize,
    /// Number of the digit that says the memory, and what its values say.
    lane: (usize, Vec<usize>),
}

/// Signals of a point.
pub struct Walk<'m> {
    /// Whether there is one.
    pub is_active: Sig<'m>,
    /// Number of its memory. `None` if there is one memory.
    pub lane: Option<Sig<'m>>,
    /// Address in it.
    pub address: Sig<'m>,
}

impl Order {
    /// Returns the places of points that come: a memory for each place in a vector of the first step.
    pub fn of_points(plan: &StepsPlan) -> Self {
        let (radices, vectors) = (plan.radices(), plan.vectors(0));
        let last = radices.len() - 1;
        if plan.convolution().is_some() {
            return Self::of_table(plan, vectors, |point| {
                let Place { vector, place } = plan.place_of_point(point);
                [place, vector]
            });
        }
        // Digits come from the last one on, and vectors of the first step count by the second digit first.
        let mut stride = 1;
        let mut terms = vec![];
        for (step, radix) in radices.iter().enumerate().skip(1) {
            terms.push(Term::new(last - step, *radix, stride));
            stride *= radix;
        }
        terms.push(Term::new(last + 1, plan.batch, stride));
        let mut digits = named(&radices);
        digits.reverse();
        let lane = (last, (0..radices[0]).collect());
        Order { digits, terms, words: vectors, lane }.of_batch(plan)
    }

    /// Returns the places of results: a memory for each column of cells that has some.
    pub fn of_results(plan: &StepsPlan) -> Self {
        let radices = plan.radices();
        let last = radices.len() - 1;
        let (columns, vectors, words) = (plan.cells.columns, plan.vectors(last), plan.step_slots(last));
        if plan.convolution().is_some() {
            return Self::of_table(plan, words, |frequency| {
                let Place { vector, place } = plan.place_of_frequency(frequency);
                [place % columns, place / columns * vectors + vector]
            });
        }
        // Vectors of the last step count by the digit of the step before it first.
        let mut stride = vectors / plan.batch;
        let mut terms = vec![Term::new(last + 1, plan.batch, stride)];
        for (step, radix) in radices[..last].iter().enumerate() {
            stride /= radix;
            terms.push(Term::new(step, *radix, stride));
        }
        let places = || 0..radices[last];
        terms.push(Term::of_table(last, places().map(|place| place / columns * vectors).collect()));
        let lane = (last, places().map(|place| place % columns).collect());
        Order { digits: named(&radices), terms, words, lane }.of_batch(plan)
    }

    /// Returns the places that a function gives for the points of a frame, as memory and address. Frames are as far
    /// apart as their vectors.
    fn of_table(plan: &StepsPlan, words: usize, place: impl Fn(usize) -> [usize; 2]) -> Self {
        let places: Vec<[usize; 2]> = (0..plan.size).map(place).collect();
        let part = |part: usize| places.iter().map(|place| place[part]).collect::<Vec<usize>>();
        // The first step has as many vectors as the last one.
        let frame = plan.vectors(0) / plan.batch;
        let terms = vec![Term::of_table(0, part(1)), Term::new(1, plan.batch, frame)];
        Order { digits: vec![("point".into(), plan.size)], terms, words, lane: (0, part(0)) }.of_batch(plan)
    }

    fn of_batch(mut self, plan: &StepsPlan) -> Self {
        self.digits.push(("frame".into(), plan.batch));
        self
    }

    /// Adds the counter of the points after a pulse.
    pub fn walk<'m>(&self, name: &str, pulse: Sig<'m>) -> Walk<'m> {
        let values: Vec<(&str, usize)> = self.digits.iter().map(|(name, values)| (name.as_str(), *values)).collect();
        let run = CycleCounter::new(name, pulse, &values);
        let address = address(&run, &self.terms, self.words);
        let (digit, table) = &self.lane;
        let lanes = table.iter().max().map_or(1, |most| most + 1);
        let lane = run.digits[*digit].filter(|_| lanes > 1).map(|digit| {
            let is_digit = table.iter().enumerate().all(|(value, lane)| value == *lane);
            let lanes_of = || table.iter().map(|lane| *lane as u128).collect::<Vec<_>>();
            if is_digit {
                digit
            } else {
                pulse.builder().rom(digit, address_bits(lanes), lanes_of())
            }
        });
        Walk { is_active: run.is_active, lane, address }
    }
}

/// Names digits by their steps.
fn named(radices: &[usize]) -> Vec<(String, usize)> {
    radices.iter().enumerate().map(|(step, radix)| (format!("digit{step}"), *radix)).collect()
}
