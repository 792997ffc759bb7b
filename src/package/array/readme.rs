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
    /// Number of the last point of a block.
    last: usize,
    /// Words of a frame that each row takes.
    row_words: usize,
    /// Whether elements tell values that are too large.
    overflow: bool,
    /// Clock cycles until all elements have told.
    settling_cycles: usize,
}

/// Writes the README.
pub(super) fn file(label: &Label, array: &Array, (facts, ports): (&Facts, &[Port]), build: &Build) -> File {
    let readme = Readme {
        build,
        language: Language::new(label, ports),
        facts,
        ports,
        shape: array.config.shape.to_string(),
        scale: array.engine.scale(),
        numbers: array.engine.config.number().description(),
        is_volume: array.plan.dimensions == 3,
        last: array.plan.block() - 1,
        row_words: array.plan.row_words(),
        overflow: array.plan.has_overflow(),
        settling_cycles: array.plan.settling_cycles(),
    };
    File::new("README.md", fill(README, &readme))
}
