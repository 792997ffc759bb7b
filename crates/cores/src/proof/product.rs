//! Products with a matrix.

use super::scale::Scale;
use super::trial::{self, ExactModel};
use super::verdict::Verdict;
use crate::arch::{Architecture, ProductFacts};
use crate::exact::Field;
use crate::formula::FrameShape;
use crate::model::Sample;
use crate::rng::Rng;

/// Most coefficients of a matrix that is evaluated.
const MAX_COEFFICIENTS: usize = 1 << 20;

/// Proves that an architecture computes the products of all frames of a batch with its matrix.
pub(super) fn prove(architecture: &dyn Architecture, facts: &ProductFacts, text: String, seed: u64) -> Verdict {
    if facts.rows.saturating_mul(facts.columns) > MAX_COEFFICIENTS {
        return Verdict::NotCovered(format!("a matrix of more than {MAX_COEFFICIENTS} coefficients"));
    }
    let scale = Scale { text, is_inverse: false, shifts: 0 };
    let holds = |field: &Field, factor: u64, rng: &mut Rng| holds(architecture, facts, field, factor, rng);
    trial::prove(Some(8), 1, &scale, seed, &holds)
}

/// Whether a random batch has the right products.
fn holds(architecture: &dyn Architecture, facts: &ProductFacts, field: &Field, factor: u64, rng: &mut Rng) -> bool {
    let [points, _] = architecture.points();
    let samples: Vec<Sample> = (0..points).map(|_| [0; 2].map(|_: u64| rng.word() % field.prime())).collect();
    let results = architecture.model(field.into(), None).run(&samples);
    let frames = samples.chunks(facts.columns).zip(results.chunks(facts.rows));
    let definition: Vec<Vec<Sample>> = (0..facts.rows)
        .map(|row| (0..facts.columns).map(|column| architecture.defined(field, row, column)).collect())
        .collect();
    frames.into_iter().all(|(frame, results)| {
        results.iter().zip(&definition).all(|(result, row)| {
            let sum = frame.iter().zip(row).fold([0; 2], |sum, (point, by)| field.add_product(sum, *point, *by));
            *result == sum.map(|part| field.mul(part, factor))
        })
    })
}

/// Proves that a model multiplies frames of a shape by a matrix along each dimension. `along`: what has the matrix of
/// each dimension.
pub fn prove_along(
    shape: FrameShape,
    along: &[&dyn Architecture],
    model: &ExactModel,
    text: String,
    seed: u64,
) -> Verdict {
    let scale = Scale { text, is_inverse: false, shifts: 0 };
    let holds = |field: &Field, factor: u64, rng: &mut Rng| {
        let samples: Vec<Sample> =
            (0..shape.samples()).map(|_| [0; 2].map(|_: u64| rng.word() % field.prime())).collect();
        let mut wanted = samples.clone();
        for (dimension, architecture) in along.iter().enumerate() {
            multiply_along(field, &mut wanted, shape, (dimension, *architecture));
        }
        let scaled = wanted.into_iter().map(|pair| pair.map(|part| field.mul(part, factor)));
        scaled.eq(model(field, &samples).samples)
    };
    trial::prove(Some(8), 1, &scale, seed, &holds)
}

/// Multiplies the pencils along a dimension by a matrix.
fn multiply_along(
    field: &Field,
    points: &mut [Sample],
    shape: FrameShape,
    (dimension, architecture): (usize, &dyn Architecture),
) {
    let lengths = shape.dimensions();
    let (length, stride) = (lengths[dimension], lengths[dimension + 1..].iter().product::<usize>());
    let matrix: Vec<Sample> =
        (0..length * length).map(|place| architecture.defined(field, place / length, place % length)).collect();
    for start in (0..points.len()).filter(|place| place / stride % length == 0) {
        let pencil: Vec<Sample> = (0..length).map(|index| points[start + index * stride]).collect();
        for (index, row) in matrix.chunks(length).enumerate() {
            let terms = pencil.iter().zip(row);
            points[start + index * stride] = terms.fold([0; 2], |sum, (point, by)| field.add_product(sum, *point, *by));
        }
    }
}
