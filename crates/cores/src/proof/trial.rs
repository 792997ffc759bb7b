//! Random trials, each modulo a prime of its own.

use super::scale::Scale;
use super::verdict::Verdict;
use crate::exact::Field;
use crate::model::{Sample, Transformed};
use crate::rng::Rng;

/// Exact model of whole frames: their results, and their exponents in block floating point.
pub type ExactModel<'a> = dyn Fn(&Field, &[Sample]) -> Transformed + 'a;

/// Whether random data has the right results times a scale.
pub(super) type Holds<'a> = dyn Fn(&Field, u64, &mut Rng) -> bool + 'a;

/// Makes some trials. `order`: that of roots of unity which are surely needed; the field grows by those that are asked
/// for.
pub(super) fn prove(mut order: Option<u64>, trials: usize, scale: &Scale, seed: u64, holds: &Holds) -> Verdict {
    let mut primes = vec![];
    while primes.len() < trials {
        let seed = seed.wrapping_add(primes.len() as u64);
        let Some(field) = order.and_then(|order| Field::new(order, seed)) else {
            return Verdict::NotCovered("no prime of 61 bits has the roots of unity of this size".into());
        };
        let Some(factor) = scale.residue(&field) else {
            return Verdict::NotCovered(format!("the scale {}", scale.text));
        };
        let is_right = holds(&field, factor, &mut Rng::new(seed));
        let sufficient = field.sufficient_order();
        match (field.unknown(), is_right) {
            (Some(_), _) if sufficient != order => order = sufficient,
            (Some(unknown), _) => return Verdict::NotCovered(unknown.0),
            (None, true) => primes.push(field.prime()),
            (None, false) => {
                let prime = field.prime();
                return Verdict::Wrong(format!("random data modulo {prime}, of seed {seed}, have other results"));
            }
        }
    }
    Verdict::Exact(primes)
}
