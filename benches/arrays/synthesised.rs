//! An element, synthesised.

use anyhow::{bail, Result};
use std::process::Command;

/// Commands that describe elements.
const ELEMENTS: [&str; 7] = [
    "--size 32x32x32 --precision fp32 --array mesh:4x4",
    "--size 32x32x32 --precision fp32 --array mesh:4x4 --cycles 140",
    "--size 32x32x32 --precision fp32 --array mesh:4x4 --steps overlapped",
    "--size 32x32x32 --precision fp32 --array mesh:4x4 --exchange broadcast",
    "--size 32x32x32 --precision fp32 --array torus:4x4",
    "--size 32x32x64 --kind rfft --precision fp32 --array mesh:4x4",
    "--size 32x32x32 --transform dct2 --precision fp32 --array torus:4x4",
];

/// Writes the table of elements.
pub fn table() -> Result<String> {
    let mut text = String::new();
    for element in ELEMENTS {
        let output = Command::new(env!("CARGO_BIN_EXE_fftgen"))
            .args(["synth", "--top", "element", "--json"])
            .args(element.split(' '))
            .output()?;
        if !output.status.success() {
            bail!("{element}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        if text.is_empty() {
            text = format!(
                "Elements by {}, UltraScale+, before place and route (`fftgen synth --top element`). An element has 64 pencils of 32 points.\n\n\
                 | Element | LUT | FF | DSP | BRAM | Path, ns |\n|---|---|---|---|---|---|\n",
                facts["yosys"].as_str().unwrap_or("Yosys")
            );
        }
        let figure = |name: &str| facts["measured"][name].to_string();
        let [lut, ff, dsp, bram] = ["lut", "ff", "dsp", "bram"].map(figure);
        text += &format!("| `{element}` | {lut} | {ff} | {dsp} | {bram} | {} |\n", facts["path_ns"]);
        eprintln!("{element}: {lut} LUT");
    }
    Ok(text)
}
