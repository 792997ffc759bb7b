//! Results of operators modulo a prime, which are exact.

use super::semantics::Semantics;
use crate::exact::{Field, Real};
use crate::pipeline::Stage;

/// Exact arithmetic of a stage.
#[derive(Clone, Copy)]
pub(super) struct Residues<'a> {
    field: &'a Field,
    /// Power of two by which the outputs are divided.
    shift: i32,
}

impl<'a> Residues<'a> {
    /// Returns the arithmetic of a stage.
    pub fn new(field: &'a Field, stage: &Stage) -> Self {
        Residues { field, shift: stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift) }
    }
}

impl Semantics for Residues<'_> {
    const HAS_ENCODING: bool = false;

    type Word = u64;

    fn shifted(self, shift: i32) -> Self {
        Residues { shift, ..self }
    }

    fn coefficients(&self, stage: &Stage) -> (Vec<u64>, Vec<Vec<u64>>) {
        let encode = |reals: &Vec<Real>| reals.iter().map(|real| self.field.residue(real)).collect();
        (encode(&stage.kernel.graph.constants), stage.kernel.tables.iter().map(encode).collect())
    }

    fn aligned_input(&self, part: i64) -> u64 {
        part as u64
    }

    fn read_inputs(&self, from: &[u64], to: &mut [u64]) {
        to.copy_from_slice(from);
    }

    fn add(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        out.iter_mut().zip(a.iter().zip(b)).for_each(|(y, (a, b))| *y = self.field.add(*a, *b));
    }

    fn sub(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        out.iter_mut().zip(a.iter().zip(b)).for_each(|(y, (a, b))| *y = self.field.sub(*a, *b));
    }

    fn mul(&self, a: &[u64], coefficient: u64, out: &mut [u64]) {
        out.iter_mut().zip(a).for_each(|(y, a)| *y = self.field.mul(*a, coefficient));
    }

    fn negate(&self, values: &mut [u64]) {
        values.iter_mut().for_each(|value| *value = self.field.neg(*value));
    }

    fn scale(&self, a: &[u64], k: i32, out: &mut [u64]) {
        self.mul(a, self.field.power_of_two(k), out);
    }

    fn round_outputs(&self, from: &[u64], _: Option<&[u64]>, (to, _): (&mut [u64], &mut [bool])) {
        self.scale(from, -self.shift, to);
    }
}
