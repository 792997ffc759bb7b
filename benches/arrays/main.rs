//! Clock cycles of arrays beside what others have published, and arrays measured in Verilator: `make bench-arrays`. Writes the section of
//! BENCHMARKS.md about arrays.
//!
//! `ARRAYS_CASES` measures those arrays alone whose names have these words, and `ARRAYS_PART=products` the matrix products alone, and
//! `ARRAYS_PART=transforms` the transforms on systolic arrays. They write nothing.

mod computed;
mod measured;
mod products;
#[path = "../section.rs"]
mod section;
mod synthesised;
mod transforms;

use anyhow::Result;

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
    if std::env::var("ARRAYS_PART").as_deref() == Ok("transforms") {
        print!("{}", transforms::table()?);
        return Ok(());
    }
    let parts = [computed::tables()?, measured::table("")?, synthesised::table()?, products::tables()?];
    let section = format!("{}\n\n{INTRODUCTION}\n\n{}\n", SECTION[0], parts.join("\n"));
    section::write(&section, "arrays.md", SECTION[1])
}
