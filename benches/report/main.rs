//! Measures cores beside what others have published, and writes BENCHMARKS.md and its plots: `make bench`.
//!
//! ROWS=20,2:1024,2,fixed16:operators:noise:accuracy measures only these again; what is known of the others is kept in target/bench.

mod accuracy;
mod cache;
mod document;
mod fixed;
mod measure;
mod noise;
mod plots;
mod published;
mod tables;

use anyhow::Result;
use measure::{Figures, Lab};
use published::{Core, Published};
use std::collections::BTreeMap;
use std::path::Path;

/// Where all of it lives.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The row of ROWS that stands for all operators.
const OPERATORS: &str = "operators";

/// The one that stands for all measurements of noise.
const NOISE: &str = "noise";

/// The one that stands for all measurements of errors in floating point.
const ACCURACY: &str = "accuracy";

/// What is known of each core, and of each operator by its module.
pub struct Known {
    pub cores: BTreeMap<Core, Figures>,
    pub operators: BTreeMap<String, measure::Synthesis>,
    pub noise: BTreeMap<Core, noise::Noise>,
    pub accuracy: BTreeMap<Core, accuracy::Errors>,
    /// The Yosys of it all.
    pub yosys: String,
}

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let published = Published::read(&Path::new(ROOT).join("benches/published.yaml"))?;
    let wanted = Wanted::new(&published)?;
    let lab = Lab::new()?;
    let mut known = Known::new(lab.version());
    let mut failures = Vec::new();
    for core in published.all_cores() {
        match lab.core(&core, wanted.has(&core.to_string())) {
            Ok(found) => known.cores.extend(found.map(|figures| (core, figures))),
            Err(error) => failures.push(format!("{core}: {error:#}")),
        }
    }
    for operator in &published.operators {
        match lab.operator(&operator.core, &operator.module, wanted.has(OPERATORS)) {
            Ok(found) => known.operators.extend(found.map(|synthesis| (operator.module.clone(), synthesis))),
            Err(error) => failures.push(format!("{}: {error:#}", operator.name)),
        }
    }
    for (column, &size) in published.fixed.noise.measurements() {
        let core = column.core(size);
        match lab.noise(&core, wanted.has(NOISE)) {
            Ok(found) => known.noise.extend(found.map(|noise| (core, noise))),
            Err(error) => failures.push(format!("noise of {core}: {error:#}")),
        }
    }
    for core in published.accuracy.cores() {
        match lab.accuracy(&core, wanted.has(ACCURACY)) {
            Ok(found) => known.accuracy.extend(found.map(|errors| (core, errors))),
            Err(error) => failures.push(format!("accuracy of {core}: {error:#}")),
        }
    }
    plots::draw(&published, &known)?;
    document::write(&published, &known)?;
    anyhow::ensure!(failures.is_empty(), "not measured:\n{}", failures.join("\n"));
    Ok(())
}

impl Known {
    fn new(yosys: String) -> Self {
        let (cores, operators, noise, accuracy) = Default::default();
        Known { cores, operators, noise, accuracy, yosys }
    }
}

/// The rows to be measured, by the variable ROWS; all without it.
struct Wanted {
    rows: Vec<String>,
}

impl Wanted {
    fn new(published: &Published) -> Result<Self> {
        let variable = std::env::var("ROWS").unwrap_or_default();
        let rows: Vec<String> = variable.split(':').filter(|row| !row.is_empty()).map(String::from).collect();
        let cores = published.all_cores().into_iter().map(|core| core.to_string());
        let known: Vec<String> = cores.chain([OPERATORS, NOISE, ACCURACY].map(String::from)).collect();
        for row in &rows {
            anyhow::ensure!(known.contains(row), "ROWS: there is no row {row}; rows are {}", known.join(":"));
        }
        Ok(Wanted { rows })
    }

    fn has(&self, row: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|wanted| wanted == row)
    }
}
