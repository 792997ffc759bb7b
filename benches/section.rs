//! Sections of BENCHMARKS.md that a program of their own measures.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Writes a section to `benches/report/file`, which `make bench` takes it from, and in place of the section in BENCHMARKS.md, or ahead of the section
/// with the heading `behind` if there is none.
pub fn write(section: &str, file: &str, behind: &str) -> Result<()> {
    fs::write(Path::new(ROOT).join("benches/report").join(file), section)?;
    let heading = section.lines().next().context("a section has a heading")?;
    let path = Path::new(ROOT).join("BENCHMARKS.md");
    let text = fs::read_to_string(&path)?;
    let end = text.find(behind).with_context(|| format!("BENCHMARKS.md has no {behind}"))?;
    let begin = text.find(heading).unwrap_or(end);
    fs::write(path, format!("{}{section}{}", &text[..begin], &text[end..]))?;
    Ok(())
}
