//! Transforms on systolic arrays: ways, clock cycles by Verilator, and errors, beside published ones.

use super::products::program;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fmt::Write;

/// Arrays, each with whether it is measured in Verilator, and the published errors of the same size, without and with compensation.
const CASES: [(&str, bool, &str); 14] = [
    ("--size 16x64 --precision fp32 --array systolic:8x2", true, "–"),
    ("--size 16x64 --precision fixed16 --array systolic:8x8", true, "–"),
    ("--size 8x256 --precision fp32 --array systolic:16x2", true, "1.41e-6, 1.92e-7"),
    ("--size 8x256 --precision fp32 --products bf16x3 --array systolic:16x2", true, "1.41e-6, 1.92e-7"),
    ("--size 8x256 --precision fp32 --products bf16x6 --array systolic:16x2", false, "1.41e-6, 1.92e-7"),
    ("--size 8x256 --precision fp32 --datapath e8m27 --array systolic:16x2", true, "1.41e-6, 1.92e-7"),
    ("--size 8x512 --precision fp32 --array systolic:8x8", false, "2.15e-6, 2.69e-7"),
    ("--size 8x512 --precision fp32 --datapath e8m27 --array systolic:8x8", false, "2.15e-6, 2.69e-7"),
    ("--size 8x1024 --precision fp32 --array systolic:32x4", false, "2.04e-6, 3.02e-7"),
    ("--size 8x1024 --precision fp32 --datapath e8m27 --array systolic:32x4", false, "2.04e-6, 3.02e-7"),
    ("--size 4x4096 --precision fp32 --array systolic:16x16", false, "3.60e-6, 4.55e-7"),
    ("--size 4x4096 --precision fp32 --datapath e8m27 --array systolic:16x16", false, "3.60e-6, 4.55e-7"),
    ("--size 4x127 --precision fp32 --array systolic:16x2", true, "–"),
    ("--size 4x2039 --precision fp32 --datapath e8m27 --array systolic:16x16", false, "–"),
];

/// Writes the table.
pub fn table() -> Result<String> {
    let mut text = String::from(
        "Transforms of batches on systolic arrays: the chosen way, its clock cycles a frame by the cycle model and in Verilator, those of the cells alone, the share of the multiply-adds that\n\
         work, and errors of noise by the model, relative to the results in the mean of squares, and the largest one beside the largest result. Published: trnfft on the tensor engine of a processor, fast and compensated.\n\n\
         | Array | Way | Cycles | Measured | At the cells | Busy | Real multipliers | Error, L2 | Largest | Published | Whole matrix, cycles | Streaming core: cycles, multipliers, error |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (command, is_measured, published) in CASES {
        let facts: Value = serde_json::from_str(&program(&format!("explain {command} --json"))?)?;
        let ways = facts["ways"].as_array().context("ways")?;
        let batch = facts["product"]["batch"].as_f64().context("a batch")?;
        let found = |word: &str| ways.iter().find(|way| way["way"] == word);
        let number = |way: Option<&Value>, key: &str| {
            way.and_then(|way| way[key].as_f64()).map_or("–".into(), |value| format!("{value:.0}"))
        };
        let error = |way: Option<&Value>, place: usize| {
            way.and_then(|way| way["error"][place].as_f64()).map_or("–".into(), |error| format!("{error:.1e}"))
        };
        let measured = match is_measured {
            true => {
                let said = program(&format!("verify {command} --with verilator"))?;
                let rest = said.split("interval ").nth(1).context(said.clone())?;
                let cycles: f64 = rest.split(' ').next().unwrap_or_default().parse()?;
                format!("{:.1}", cycles / batch)
            }
            false => "–".into(),
        };
        let (first, streaming) = (ways.first(), found("streaming core"));
        let way = first.and_then(|way| way["way"].as_str()).unwrap_or_default();
        let busy = 100.0 * facts["product"]["utilisation"].as_f64().unwrap_or_default();
        let cycles = first.and_then(|way| way["cycles_per_frame"].as_f64()).unwrap_or_default();
        writeln!(
            text,
            "| `{command}` | {way} | {cycles:.1} | {measured} | {} | {busy:.0} % | {} | {} | {} | {published} | {} | {}, {}, {} |",
            number(first, "cell_cycles_per_frame"),
            number(first, "real_multipliers"),
            error(first, 0),
            error(first, 1),
            number(found("whole matrix"), "cycles_per_frame"),
            number(streaming, "cycles_per_frame"),
            number(streaming, "real_multipliers"),
            error(streaming, 0),
        )?;
        eprintln!("{command}: {cycles} cycles");
    }
    Ok(text)
}
