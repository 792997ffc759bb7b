//! Hashes of cores of every kind: netlist, printed Verilog, model and plan are what `tests/golden.csv` says.
//!
//! `FFTGEN_BLESS=1 cargo test --test golden` writes the file anew, or the rows of `FFTGEN_ROWS`; its difference is part of a review. A change of names or
//! comments changes the column `verilog` alone, a change of what the planner decides `plan` and those that follow from it. A row of flags
//! has no plan.

use super::hash::Hash;
use super::structure;
use crate::support::case::Entry;
use fftgen::emit::{self, Verilog};
use fftgen::program::DescribedCore;
use fftgen::rtl::Module;
use fftgen::verify::stimulus;
use fftgen::Design;
use rayon::prelude::*;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.csv");
const COLUMNS: [&str; 5] = ["structure", "gates", "verilog", "model", "plan"];
const SEED: u64 = 1;

/// Frames of the model: at least two, and one of each kind that a frame can ask for.
const FRAMES: usize = 2;

/// Hashes of the core of a row: a command line of flags, or a configuration in YAML without braces.
fn hashes(row: &str) -> [String; 5] {
    if row.starts_with("--") {
        return described(row);
    }
    let design = design(row);
    let [structure, gates, verilog] = netlist(&design.top);
    [structure, gates, verilog, Hash::of(&results(&design)), Hash::of(&plan(&design))].map(|hash| hash.to_string())
}

/// Hashes of the core that flags describe. There is no model where coefficients come at run time.
fn described(row: &str) -> [String; 5] {
    let flags = row[2..].split(" --").map(|flag| flag.split_once(' ').unwrap_or((flag, "true")));
    let core = DescribedCore::new(flags.map(|(flag, value)| (flag.into(), value.into())))
        .unwrap_or_else(|error| panic!("{row}: {error}"));
    let results = core.frames(None).and_then(|[frame, _]| {
        let samples = stimulus(&frame.format, FRAMES * frame.points / (1 + usize::from(frame.is_real)), 1, SEED);
        let transformed = core.transform(None, &samples)?;
        Ok(format!("{:x?} {:?}", transformed.samples, transformed.overflow))
    });
    let [structure, gates, verilog] = netlist(core.netlist()).map(|hash| hash.to_string());
    [structure, gates, verilog, results.map_or("-".into(), |text| Hash::of(&text).to_string()), "-".into()]
}

fn netlist(top: &Module) -> [Hash; 3] {
    [structure::structure(top), structure::gates(top), Hash::of(&emit::print(&Verilog, top, ""))]
}

/// The core of a configuration.
fn design(row: &str) -> Design {
    let entry: Entry = serde_yaml::from_str(&format!("{{ {row} }}")).unwrap_or_else(|error| panic!("{row}: {error}"));
    assert!(!entry.make, "{row}: a core and no more");
    Design::new(entry.config().unwrap()).unwrap_or_else(|error| panic!("{row}: {error}"))
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
        let scores: Vec<[u64; 2]> =
            design.architecture.candidates().iter().map(|plan| [plan.cost.score, plan.cost.luts as u64]).collect();
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
    let is_chosen = |row: &str| row.contains(&only);
    let found: Vec<Option<[String; 5]>> = rows.par_iter().map(|(row, _)| is_chosen(row).then(|| hashes(row))).collect();
    if std::env::var("FFTGEN_BLESS").is_ok() {
        return std::fs::write(FILE, table(&rows, &found)).unwrap();
    }
    let mut changes = String::new();
    for ((row, known), found) in rows.iter().zip(&found).filter_map(|(row, found)| Some((row, found.as_ref()?))) {
        let changed: Vec<&str> = COLUMNS
            .into_iter()
            .zip(known.iter().zip(found))
            .filter(|(_, (known, found))| *known != found)
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

/// The file with the hashes that were found, and those that are known of the other rows.
fn table(rows: &[(&str, Vec<&str>)], found: &[Option<[String; 5]>]) -> String {
    let mut table = format!("configuration,{}\n", COLUMNS.join(","));
    for ((row, known), found) in rows.iter().zip(found) {
        let hashes = found.as_ref().map_or(known.join(","), |found| found.join(","));
        writeln!(table, "\"{row}\",{hashes}").unwrap();
    }
    table
}
