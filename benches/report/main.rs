//! Measures cores beside what others have published, and writes BENCHMARKS.md and its plots: `make bench`.
//!
//! ROWS=20,2:96,8:operators measures only these again; what is known of the others is kept in target/bench.

mod cache;
mod document;
mod measure;
mod plots;
mod published;
mod tables;

use anyhow::{Context, Result};
use measure::{Figures, Lab};
use published::{Core, Published};
use std::collections::BTreeMap;
use std::path::Path;

/// Where all of it lives.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What is known of each core, and of each operator by its module.
pub struct Known {
    pub cores: BTreeMap<Core, Figures>,
    pub operators: BTreeMap<String, measure::Synthesis>,
    /// The Yosys of it all.
    pub yosys: String,
}

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let published = Published::read(&Path::new(ROOT).join("benches/published.yaml"))?;
    let rows = std::env::var("ROWS").unwrap_or_default();
    let wanted = |row: &str| rows.is_empty() || rows.split(':').any(|wanted| wanted == row);
    let lab = Lab::new()?;
    let mut known = Known { cores: BTreeMap::new(), operators: BTreeMap::new(), yosys: lab.version() };
    for core in published.all_cores() {
        let found = lab.core(core, wanted(&core.to_string())).with_context(|| core.to_string())?;
        known.cores.extend(found.map(|figures| (core, figures)));
    }
    for operator in &published.operators {
        let found = lab.operator(operator.core, &operator.module, wanted("operators"))?;
        known.operators.extend(found.map(|synthesis| (operator.module.clone(), synthesis)));
    }
    plots::draw(&published, &known)?;
    document::write(&published, &known)
}
