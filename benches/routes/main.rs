//! Clocks of placed and routed cores beside those of others: `make bench-route`. Writes the section of BENCHMARKS.md about them.
//!
//! `ROUTE_CASES` measures those cores alone whose flags have these words. All other rows of the section stay.

mod measure;
#[path = "../section.rs"]
mod section;

use anyhow::Result;
use measure::Figures;

/// File of the section.
const FILE: &str = "routed.md";

/// Headings of the section and of the one behind it.
const SECTION: [&str; 2] = ["## Placed and routed", "## Several dimensions, and frames in external memory"];

const INTRODUCTION: &str = "\
`make bench-route`: `fftgen synth --route --interface native` with the flags of a row, by Yosys 0.70 and nextpnr 0.11.1, median of the seeds. ECP5 is an ECP5-85k of speed
grade 8. The core stands between shift registers, so that pins do not bound its clock; cells are sites of LUTs after packing, without those of the registers. The cores of
others were measured in the same way.";

/// Head of the table.
const HEAD: &str = "| Core | Seeds | MHz | Cells | DSP | Block RAM |\n|---|---|---|---|---|---|\n";

/// A row of the table.
enum Row {
    /// A core of these flags, with a number of seeds.
    Core(&'static str, usize),
    /// A core of another generator: what it is, and its cells.
    Other(&'static str, [&'static str; 4]),
}

const POINTS_64: &str = "--size 64 --width 1 --precision fixed16 --target ecp5";
const POINTS_256: &str = "--size 256 --width 1 --precision fixed16 --target ecp5";
const POINTS_1024: &str = "--size 1024 --width 1 --precision fixed16 --target ecp5";

const ROWS: &[Row] = &[
    Row::Core(POINTS_64, 3),
    Row::Core("--size 64 --width 1 --precision fixed16 --target ecp5 --stall none", 3),
    Row::Core("--size 64 --width 1 --precision fixed16 --target ecp5 --pipeline high", 3),
    Row::Other("64 points, the core of the default target", ["146", "2,826", "8", "0"]),
    Row::Other("64 points, dblclockfft", ["95", "3,987", "28", "2"]),
    Row::Other("64 points, maia-hdl (truncates, bit-reversed)", ["147", "1,688", "6", "1"]),
    Row::Core(POINTS_256, 3),
    Row::Core("--size 256 --width 1 --precision fixed16 --target ecp5 --pipeline high", 3),
    Row::Other("256 points, the core of the default target", ["144", "3,419", "12", "4"]),
    Row::Other("256 points, dblclockfft", ["88", "5,994", "52", "8"]),
    Row::Core(POINTS_1024, 3),
    Row::Core("--size 1024 --width 1 --precision fixed16 --target ecp5 --pipeline high", 3),
    Row::Other("1024 points, the core of the default target", ["122", "4,666", "16", "8"]),
    Row::Other("1024 points, dblclockfft", ["81", "8,167", "76", "18"]),
    Row::Other("1024 points, maia-hdl (truncates, bit-reversed)", ["138", "3,027", "12", "6"]),
    Row::Core("--size 1024 --width 2 --precision fixed16 --target ecp5", 3),
    Row::Core("--size 64 --width 2 --precision fp32 --target ecp5", 3),
    Row::Core("--size 20 --width 4 --precision fp32 --target ecp5", 3),
    Row::Core("--size 64 --width 1 --precision fixed12 --target ice40up", 1),
    Row::Core("--size 64 --width 1 --precision fixed16 --target gw2a", 1),
];

fn main() -> Result<()> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let wanted = std::env::var("ROUTE_CASES").ok();
    let before = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/report/routed.md"))?;
    let mut table = HEAD.to_string();
    for row in ROWS {
        table += &match row {
            Row::Other(name, cells) => line(name, 3, cells),
            Row::Core(flags, _) if wanted.as_ref().is_some_and(|wanted| !has_words(flags, wanted)) => {
                kept(&before, flags)
            }
            Row::Core(flags, seeds) => line(&format!("`{flags}`"), *seeds, &Figures::of(flags, *seeds)?.cells()),
        };
    }
    section::write(&format!("{}\n\n{INTRODUCTION}\n\n{table}\n", SECTION[0]), FILE, SECTION[1])
}

/// Returns a line of the table.
fn line(name: &str, seeds: usize, cells: &[impl AsRef<str>]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {name} | {seeds} | {} |\n", cells.join(" | "))
}

/// Returns the line of a core in a section, with its end, or nothing if the section has none.
fn kept(section: &str, flags: &str) -> String {
    let begin = format!("| `{flags}` |");
    section.split_inclusive('\n').find(|line| line.starts_with(&begin)).unwrap_or_default().to_string()
}

/// Whether flags have all of some words in a row.
fn has_words(flags: &str, words: &str) -> bool {
    format!("{flags} ").contains(&format!("{} ", words.trim()))
}
