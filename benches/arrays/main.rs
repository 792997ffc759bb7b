//! Clock cycles of arrays beside what others have published, and arrays measured in Verilator: `make bench-arrays`. Writes the section of
//! BENCHMARKS.md about arrays.
//!
//! `ARRAYS_CASES` measures those arrays alone whose names have these words, and `ARRAYS_PART=products` the matrix products alone. Both write
//! nothing.

mod computed;
mod measured;
mod products;
mod synthesised;

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Headings of the section and of the one behind it.
const SECTION: [&str; 2] = ["## Arrays of elements", "## The program"];

const INTRODUCTION: &str = "\
`make bench-arrays`. Clock cycles of the transform of a frame that is in the elements. Those of arrays up to 16x16 elements are measured in Verilator by the
emitted testbench, which compares every bit with the model; all others are computed by the cycle model, which equals the measured ones. A
register a hop. Published figures of a wafer (wsFFT, one element a pencil) are those of programs on processors, and include no loading either.";

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    if let Ok(words) = std::env::var("ARRAYS_CASES") {
        print!("{}", measured::table(&words)?);
        return Ok(());
    }
    if std::env::var("ARRAYS_PART").as_deref() == Ok("products") {
        print!("{}", products::tables()?);
        return Ok(());
    }
    let parts = [computed::tables()?, measured::table("")?, synthesised::table()?, products::tables()?];
    let section = format!("{}\n\n{INTRODUCTION}\n\n{}\n", SECTION[0], parts.join("\n"));
    fs::write(Path::new(ROOT).join("benches/report/arrays.md"), &section)?;
    replace_section(&section)
}

/// Replaces the section about arrays, or adds it ahead of the section behind it.
fn replace_section(section: &str) -> Result<()> {
    let path = Path::new(ROOT).join("BENCHMARKS.md");
    let text = fs::read_to_string(&path)?;
    let end = text.find(SECTION[1]).context("BENCHMARKS.md has a section about the program")?;
    let begin = text.find(SECTION[0]).unwrap_or(end);
    fs::write(path, format!("{}{section}{}", &text[..begin], &text[end..]))?;
    Ok(())
}
