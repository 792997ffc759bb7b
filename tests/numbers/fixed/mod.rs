//! Rung 7: fixed point. The reference is near a double precision FFT, and nothing overflows where nothing may.
//!
//! `FFTGEN_GRID=full` measures large sizes of block floating point as well.

mod blocks;
mod measure;
mod ranges;
mod ratios;
mod rounding;
mod words;

use crate::support::config;
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::Pipeline;
use fftgen::{Config, Design};

fn config(size: usize, width: usize, precision: &str, scale: Scale) -> Config {
    let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
    Config { arithmetic, ..config::config(size, width, precision) }
}

/// The chosen plan as a pipeline.
fn pipeline(config: &Config) -> Pipeline {
    Design::plans(config).unwrap().swap_remove(0).pipeline
}
