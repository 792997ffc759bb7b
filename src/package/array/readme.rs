//! The README of an array.

use super::facts::Facts;
use crate::array::Array;
use crate::package::build::{Build, Language};
use crate::package::file::File;
use crate::package::label::Label;
use crate::package::ports::Port;
use crate::package::template::fill;
use serde::Serialize;

const README: &str = include_str!("../../../templates/array_README.md.hbs");

#[derive(Serialize)]
struct Readme<'a> {
    build: &'a Build<'a>,
    language: Language,
    #[serde(flatten)]
    facts: &'a Facts,
    ports: &'a [Port],
    shape: String,
    /// Factor of the sum along each dimension.
    scale: String,
    numbers: String,
    /// Whether a frame has three dimensions.
    is_volume: bool,
    /// Points of each dimension in an element while the dimension is spread, and the number of the last one.
    blocks: Vec<[usize; 2]>,
    /// Words of a frame that each row takes.
    row_words: usize,
    /// Whether elements tell values that are too large.
    overflow: bool,
    /// Clock cycles until all elements have told.
    settling_cycles: usize,
}

/// Writes the README.
pub(super) fn file(label: &Label, array: &Array, (facts, ports): (&Facts, &[Port]), build: &Build) -> File {
    let plan = &array.plan;
    let mut rounds: Vec<usize> = (0..plan.rounds.len()).collect();
    rounds.sort_by_key(|round| plan.dimension(*round));
    let blocks = rounds.into_iter().map(|round| plan.blocks()[round]).map(|block| [block, block - 1]).collect();
    let readme = Readme {
        build,
        language: Language::new(label, ports),
        facts,
        ports,
        shape: array.config.shape.to_string(),
        scale: array.scale(),
        numbers: array.engines[0].config.number().description(),
        is_volume: array.plan.has_columns(),
        blocks,
        row_words: array.plan.row_words(),
        overflow: array.plan.has_overflow(),
        settling_cycles: array.plan.settling_cycles(),
    };
    File::new("README.md", fill(README, &readme))
}
