//! Chains beside separate cores and beside their definition: `make bench-chains`. Writes the section of BENCHMARKS.md
//! about them.
//!
//! ROWS=filter:spectrogram measures only these; what is known of the others, of the same Verilog, is in target/bench.

#[path = "../report/cache.rs"]
mod cache;
mod measure;
mod rows;
#[path = "../section.rs"]
mod section;
mod table;

use anyhow::Result;
use measure::Lab;
use rows::Row;
use std::path::Path;

/// Where all of it lives.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Headings of the section and of the one after it.
const SECTION: [&str; 2] = ["## Chains", "## Several dimensions, and frames in external memory"];

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let lab = Lab::new()?;
    let rows = Row::read(&Path::new(ROOT).join("benches/chains/rows.yaml"))?;
    let text = table::text(&lab, &rows, &std::env::var("ROWS").unwrap_or_default())?;
    section::write(&format!("{}\n\n{text}\n", SECTION[0]), "chains.md", SECTION[1])
}
