//! Integer matrices as lists of sums, applied forwards or transposed.

use super::{Builder, ComplexWire};
use crate::exact::{Complex, Real};

/// The index of a value of a [`Linear`] map: the inputs come first, then the sums.
pub(super) type Slot = usize;

/// A linear map by additions: a list of sums of earlier values multiply integers.
#[derive(Default)]
pub(super) struct Linear {
    inputs: usize,
    sums: Vec<Vec<(Slot, i128)>>,
    /// The value of each output.
    pub outputs: Vec<Slot>,
}

impl Linear {
    /// Creates a map that has inputs only.
    pub fn new(inputs: usize) -> Linear {
        Linear { inputs, ..Linear::default() }
    }

    /// Adds the sum of values multiply powers of two or their negatives.
    pub fn combine(&mut self, terms: impl IntoIterator<Item = (Slot, i128)>) -> Slot {
        self.sums.push(terms.into_iter().collect());
        self.inputs + self.sums.len() - 1
    }

    /// Applies the map to `x`.
    pub fn apply(&self, b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
        let mut slots = x.to_vec();
        for sum in &self.sums {
            let terms: Vec<ComplexWire> = sum.iter().map(|&(s, by)| multiply(b, slots[s], by)).collect();
            slots.push(b.complex_sum(&terms));
        }
        self.outputs.iter().map(|&s| slots[s]).collect()
    }

    /// Applies the transposed map to `y`: the list runs backwards, every sum becomes a fan-out and every fan-out a sum
    /// (Tellegen's principle; Bordewijk, 1956).
    pub fn apply_transposed(&self, b: &mut Builder, y: &[ComplexWire]) -> Vec<ComplexWire> {
        let mut fans: Vec<Vec<ComplexWire>> = vec![Vec::new(); self.inputs + self.sums.len()];
        for (&slot, &value) in self.outputs.iter().zip(y) {
            fans[slot].push(value);
        }
        for (i, sum) in self.sums.iter().enumerate().rev() {
            let value = b.complex_sum(&fans[self.inputs + i]);
            for &(s, by) in sum {
                let value = multiply(b, value, by);
                fans[s].push(value);
            }
        }
        fans[..self.inputs].iter().map(|terms| b.complex_sum(terms)).collect()
    }

    /// Returns the map's matrix, with a row for each output.
    pub fn matrix(&self) -> Vec<Vec<i128>> {
        let unit = |k: usize| (0..self.inputs).map(|i| i128::from(i == k)).collect::<Vec<_>>();
        let mut slots: Vec<Vec<i128>> = (0..self.inputs).map(unit).collect();
        for sum in &self.sums {
            let entry = |i: usize| sum.iter().map(|&(s, by)| by * slots[s][i]).sum();
            slots.push((0..self.inputs).map(entry).collect());
        }
        self.outputs.iter().map(|&s| slots[s].clone()).collect()
    }
}

/// Multiplies by an integer.
fn multiply(b: &mut Builder, value: ComplexWire, by: i128) -> ComplexWire {
    match by {
        1 => value,
        -1 => -value,
        _ => b.complex_mul(value, &Complex::from(Real::ratio(by, 1))),
    }
}
