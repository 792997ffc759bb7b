//! BENCHMARKS.md: its template filled.

use crate::accuracy;
use crate::fixed::Section;
use crate::published::Published;
use crate::tables::{self, Detail, Line, Miss, Table};
use crate::{Known, ROOT};
use anyhow::Result;
use handlebars::{no_escape, Handlebars};
use serde::Serialize;
use std::path::Path;

const TEMPLATE: &str = include_str!("BENCHMARKS.md.hbs");

const ACCURACY: &str = include_str!("accuracy.md.hbs");

const FIXED: &str = include_str!("fixed.md.hbs");

/// What is measured by hand, slow frames, frames of several dimensions and the program; and what other programs measure: routed cores, chains and
/// arrays.
const PROGRAM: &str = concat!(
    include_str!("rates.md"),
    include_str!("routed.md"),
    include_str!("chains.md"),
    include_str!("dimensions.md"),
    include_str!("arrays.md"),
    include_str!("program.md")
);

#[derive(Serialize)]
struct Document<'a> {
    yosys: &'a str,
    path: f64,
    sweep: usize,
    sources: Vec<Source<'a>>,
    tables: Vec<Table>,
    operators: Vec<Line>,
    details: Vec<Detail>,
    misses: Vec<Miss>,
    accuracy: accuracy::Section,
    fixed: Section,
    program: &'a str,
}

#[derive(Serialize)]
struct Source<'a> {
    name: &'a str,
    text: &'a str,
}

pub fn write(published: &Published, known: &Known) -> Result<()> {
    let sources = published.sources.iter().map(|(name, text)| Source { name, text: text.trim() });
    let document = Document {
        yosys: &known.yosys,
        path: published.path,
        sweep: published.sweep.size,
        sources: sources.collect(),
        tables: tables::figures(published, known),
        operators: tables::operators(published, known),
        details: tables::details(published, known),
        misses: tables::misses(published, known),
        accuracy: accuracy::Section::new(published, known),
        fixed: Section::new(published, known),
        program: PROGRAM,
    };
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.register_partial("accuracy", ACCURACY)?;
    registry.register_partial("fixed", FIXED)?;
    let text = registry.render_template(TEMPLATE, &document)?;
    Ok(std::fs::write(Path::new(ROOT).join("BENCHMARKS.md"), text)?)
}
