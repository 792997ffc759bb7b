//! `fftgen explain`: the plan, and the plans it was chosen from; of several sizes, what they share; of frames in
//! memory, the passes; of arrays, the steps; of matrix products, the elements.

mod array;
mod chain;
mod facts;
mod folded;
mod folded_sizes;
mod form;
pub mod ir;
mod memory;
mod noise;
mod operators;
mod pieces;
mod product;
mod scaling;
mod text;
mod ways;

pub use array::ArrayFacts;
pub use chain::ChainExplained;
pub use facts::{Facts, Size};
pub use folded::FoldedFacts;
pub use folded_sizes::FoldedSizesFacts;
pub use form::Form;
pub use ir::Ir;
pub use memory::MemoryFacts;
pub use noise::Noise;
pub use product::ProductExplained;
pub use scaling::{Figures, ScaledArray, ScalingFacts, EFFICIENT};
pub use ways::ways;

use super::job::Job;
use super::progress::Progress;
use fftgen::package::schema;
use serde_json::Value;

/// Returns the schemas of what is printed for programs, one for each kind of core.
pub fn schemas() -> Vec<Value> {
    vec![
        schema::<Facts>(),
        schema::<FoldedFacts>(),
        schema::<FoldedSizesFacts>(),
        schema::<ArrayFacts>(),
        schema::<ScalingFacts>(),
        schema::<MemoryFacts>(),
        schema::<ChainExplained>(),
        schema::<ProductExplained>(),
    ]
}

pub fn run(job: &Job, form: Form) -> anyhow::Result<String> {
    let _progress = Progress::spinner("planning");
    let text = job.kind.explain(&job.config, form)?;
    Ok(match (&job.findings, form) {
        (Some(findings), Form::Text | Form::AllText) => format!("{findings}\n{text}"),
        _ => text,
    })
}
