//! Rung 7: transforms of real data. The step beside the complex transform is its matrix, the reference is near a double precision
//! transform of each frame in both number formats, forward and inverse, and netlists equal the reference.
//!
//! `FFTGEN_GRID=full` simulates more netlists.

mod accuracy;
mod definition;
mod folded;
mod netlists;
mod one_by_one;
mod step;

use crate::support::config;
use fftgen::formula::Kind;
use fftgen::pipeline::Pipeline;
use fftgen::{Config, Design};

fn config(kind: Kind, inverse: bool, size: usize, width: usize, precision: &str) -> Config {
    Config { kind, inverse, ..config::config(size, width, precision) }
}

/// The chosen plan as a pipeline.
fn pipeline(config: &Config) -> Pipeline {
    Design::architecture(config).unwrap().pipeline().clone()
}
