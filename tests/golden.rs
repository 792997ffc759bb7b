//! Hashes of cores of every kind: netlist, printed Verilog, model and plan are what `tests/golden.csv` says.
//!
//! `FFTGEN_BLESS=1 cargo test --test golden` writes the file anew; its difference is part of a review. A change of names or
//! comments changes the column `verilog` alone, a change of what the planner decides `plan` and those that follow from it.

#[path = "support/case.rs"]
mod case;
#[path = "support/hash.rs"]
mod hash;
#[path = "support/structure.rs"]
mod structure;

use case::Entry;
use fftgen::emit::{self, Verilog};
use fftgen::verify::stimulus;
use fftgen::Design;
use hash::Hash;
use rayon::prelude::*;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.csv");
const COLUMNS: [&str; 5] = ["structure", "gates", "verilog", "model", "plan"];
const SEED: u64 = 1;

/// Frames of the model: at least two, and one of each kind that a frame can ask for.
const FRAMES: usize = 2;

/// The core of a row, from its configuration in YAML without braces.
fn design(row: &str) -> Design {
    let entry: Entry = serde_yaml::from_str(&format!("{{ {row} }}")).unwrap_or_else(|error| panic!("{row}: {error}"));
    assert!(!entry.make && !entry.alone, "{row}: a core and no more");
    Design::new(entry.config().unwrap()).unwrap_or_else(|error| panic!("{row}: {error}"))
}

fn hashes(design: &Design) -> [Hash; 5] {
    [
        structure::structure(&design.top),
        structure::gates(&design.top),
        Hash::of(&emit::print(&Verilog, &design.top, "")),
        Hash::of(&results(design)),
        Hash::of(&plan(design)),
    ]
}

/// What the model makes of frames of each kind: words, overflow and exponents.
fn results(design: &Design) -> String {
    let modes = design.modes();
    let modes: Vec<_> = (0..modes.len().max(FRAMES)).map(|frame| modes[frame % modes.len()]).collect();
    let points = modes.iter().map(|mode| mode.points[0]).sum();
    let samples = stimulus(&design.config.format, points, 1, SEED);
    format!("{:x?}", design.transform_modes(&modes, &samples))
}

/// What the planner has decided, in numbers: the formula, the latency of each block, operators, memory, and all scores. Several
/// sizes share a core of which no plan says that.
fn plan(design: &Design) -> String {
    let mut text = format!("{}\n", design.pipeline().spec.formula);
    let modes: Vec<usize> = design.modes().iter().map(|mode| design.latency_of(mode)).collect();
    let units = design.units();
    let operators = [units.adders, units.multipliers, units.constants];
    let bits = design.output_format().bits();
    let words = design.memory_words();
    write!(text, "{modes:?} {operators:?} {words} {bits}").unwrap();
    if !design.has_sizes() {
        let latencies: Vec<usize> = design.pipeline().blocks.iter().map(|block| block.latency()).collect();
        let scores: Vec<[usize; 2]> =
            design.architecture.candidates().iter().map(|plan| [plan.cost.score, plan.cost.luts]).collect();
        write!(text, " {latencies:?} {scores:?}").unwrap();
    }
    text
}

#[test]
fn cores_are_what_they_were() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let rows: Vec<(&str, Vec<&str>)> = text.lines().skip(1).map(parse).collect();
    // `FFTGEN_ROWS=axis` looks at some of the rows while code is rewritten.
    let only = std::env::var("FFTGEN_ROWS").unwrap_or_default();
    let rows: Vec<_> = rows.into_iter().filter(|(row, _)| row.contains(&only)).collect();
    let found: Vec<[Hash; 5]> = rows.par_iter().map(|(row, _)| hashes(&design(row))).collect();
    if std::env::var("FFTGEN_BLESS").is_ok() && only.is_empty() {
        return std::fs::write(FILE, table(&rows, &found)).unwrap();
    }
    let mut changes = String::new();
    for ((row, known), found) in rows.iter().zip(&found) {
        let changed: Vec<&str> = COLUMNS
            .into_iter()
            .zip(known.iter().zip(found))
            .filter(|(_, (known, found))| **known != found.to_string())
            .map(|(column, _)| column)
            .collect();
        if !changed.is_empty() || known.len() != COLUMNS.len() {
            writeln!(changes, "{row}: {}", changed.join(", ")).unwrap();
        }
    }
    assert!(changes.is_empty(), "not as in tests/golden.csv:\n{changes}");
}

/// A row's configuration in quotation marks, and its hashes.
fn parse(line: &str) -> (&str, Vec<&str>) {
    let (row, hashes) = line[1..].split_once('"').unwrap_or_else(|| panic!("no configuration in {line}"));
    (row, hashes.split(',').skip(1).collect())
}

fn table(rows: &[(&str, Vec<&str>)], found: &[[Hash; 5]]) -> String {
    let mut table = format!("configuration,{}\n", COLUMNS.join(","));
    for ((row, _), found) in rows.iter().zip(found) {
        writeln!(table, "\"{row}\",{}", found.map(|hash| hash.to_string()).join(",")).unwrap();
    }
    table
}
