//! Proofs that a plan computes its transform, without a tolerance: the model of the core, evaluated modulo a random
//! prime, is the DFT of random data exactly.
//!
//! Constants, indices, twiddle factors, permutations and shifts are those of the netlist's plan. Values are exact:
//! nothing is rounded, saturated or aligned. `docs/design/proof.md` says what follows, and what does not.

mod claim;
mod frame;
mod order;
mod product;
mod scale;
mod trial;
mod verdict;

pub use self::claim::Claim;
pub use self::product::prove_along;
pub use self::scale::Scale;
pub use self::trial::ExactModel;
pub use self::verdict::Verdict;

use crate::arch::Architecture;
use crate::exact::Field;
use crate::formula::{Direction, Formula, Kind, Order};
use crate::model::{Sample, Transformed};
use crate::pipeline::{Permutation, Pipeline, PipelineSpec};
use crate::runtime::Mode;

/// Proves that a formula is the DFT of a number of points.
pub fn of_formula(formula: &Formula, points: usize, seed: u64) -> Verdict {
    let sizes = [formula.size_in(), formula.size_out()];
    if sizes != [points; 2] {
        return Verdict::Wrong(format!("it takes {} points and gives {}", sizes[0], sizes[1]));
    }
    let scale = Scale { text: "1".into(), is_inverse: false, shifts: 0 };
    let orders = [Order::Natural; 2];
    let claim = Claim { shape: points.into(), kind: Kind::Complex, orders, support: None, scale };
    let model = |field: &Field, samples: &[Sample]| Transformed {
        samples: formula.apply(field, samples),
        overflow: vec![false],
        exponents: None,
    };
    claim.prove(&model, seed)
}

/// Proves that an architecture computes the frames of a mode, or of those that ask for nothing. `scale`: what results
/// are multiplied by, as the core's documents state it; `seed`: of the primes and the data.
pub fn prove(architecture: &dyn Architecture, mode: Option<&Mode>, scale: String, seed: u64) -> Verdict {
    if architecture.chain().is_some() {
        return Verdict::NotCovered("a chain of operations; each of its transforms alone is".into());
    }
    if let Some(facts) = architecture.product() {
        return product::prove(architecture, &facts, scale, seed);
    }
    let pipeline = mode.map_or(architecture.pipeline(), |mode| architecture.pipeline_of(mode.size));
    let inverse = mode.map_or(pipeline.spec.direction == Direction::Inverse, |mode| mode.inverse);
    let PipelineSpec { shape, kind, orders, ref support, .. } = pipeline.spec;
    let support = support.as_ref().map(|support| &support.positions[..]);
    let scale = Scale { text: scale, is_inverse: inverse, shifts: scale::shifts(pipeline, mode) };
    let claim = Claim { shape, kind, orders, support, scale };
    let model = |field: &Field, samples: &[Sample]| {
        let model = architecture.model(field.into(), mode);
        mode.map_or(model.clone(), |mode| model.asked(mode)).transform(samples)
    };
    match claim.prove(&model, seed) {
        exact @ Verdict::Exact(_) => collision(pipeline).map_or(exact, Verdict::Wrong),
        verdict => verdict,
    }
}

/// Follows the elements of frames through the memories of all permuters. Returns the first one that is not where it has
/// to be.
fn collision(pipeline: &Pipeline) -> Option<String> {
    pipeline.permutations().into_iter().enumerate().find_map(|(number, Permutation { permuter, from, to })| {
        let collision = permuter.collision(&from, &to, pipeline.interval)?;
        Some(format!("permuter {number}: {collision}"))
    })
}
