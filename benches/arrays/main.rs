//! Clock cycles of arrays beside what others have published, and arrays measured in Verilator: `make bench-arrays`. Writes the section of
//! BENCHMARKS.md about arrays.
//!
//! `ARRAYS_CASES` measures those arrays alone whose names have these words, and `ARRAYS_PART` makes one part: `computed`, `measured`, `synthesised`,
//! `products`, `transforms` on systolic arrays, or `scaling`. Both write nothing.

mod computed;
mod measured;
mod products;
#[path = "../section.rs"]
mod section;
mod synthesised;
mod transforms;

use anyhow::{Context, Result};

/// Headings of the section and of the one behind it.
const SECTION: [&str; 2] = ["## Arrays of elements", "## The program"];

const INTRODUCTION: &str = "\
`make bench-arrays`. Clock cycles of the transform of a frame that is in the elements. Those of arrays up to 16x16 elements are measured in Verilator by the
emitted testbench, which compares every bit with the model; all others are computed by the cycle model, which equals the measured ones. A
register a hop. Published figures of a wafer (wsFFT, one element a pencil) are those of programs on processors, and include no loading either.";

/// Function that writes a part of the section.
type Part = fn() -> Result<String>;

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    if let Ok(words) = std::env::var("ARRAYS_CASES") {
        print!("{}", measured::table(&words)?);
        return Ok(());
    }
    let parts: [(&str, Part); 6] = [
        ("computed", computed::tables),
        ("measured", || measured::table("")),
        ("synthesised", synthesised::table),
        ("products", products::tables),
        ("transforms", transforms::table),
        ("scaling", products::scaling),
    ];
    if let Ok(name) = std::env::var("ARRAYS_PART") {
        let (_, part) = parts.iter().find(|(known, _)| *known == name).context("ARRAYS_PART names no part")?;
        print!("{}", part()?);
        return Ok(());
    }
    // Transforms and scaling are among the products.
    let parts = parts[..4].iter().map(|(_, part)| part()).collect::<Result<Vec<_>>>()?;
    let section = format!("{}\n\n{INTRODUCTION}\n\n{}\n", SECTION[0], parts.join("\n"));
    section::write(&section, "arrays.md", SECTION[1])
}
