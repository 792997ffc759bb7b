//! Matrix products: clock cycles by Verilator, resources, and scaling by the exact cycle model.

use crate::transforms;
use anyhow::{bail, Context, Result};
use serde_json::Value;
use std::fmt::Write;
use std::process::Command;

/// Commands of the products that are measured, each with rows, elements and multiply-adds of an element.
const MEASURED: [(&str, [usize; 3]); 20] = [
    ("--size 64 --precision fixed16 --transform dct2", [64, 1, 1]),
    ("--size 64 --precision fixed16 --transform dct2 --macs 8", [64, 1, 8]),
    ("--size 205 --precision fixed16 --transform goertzel:18,20,22,24,31,34,38,42 --macs 2", [8, 1, 2]),
    ("--size 32 --precision fixed16 --transform czt:0,1/97,64 --array line:16 --macs 2", [64, 16, 2]),
    ("--size 64 --precision fp32 --transform czt:0,1/97,64 --array ring:8", [64, 8, 1]),
    ("--size 64 --precision fp32 --transform czt:0,1/97,64 --array ring:16 --macs 2", [64, 16, 2]),
    ("--size 64 --precision fp32 --transform czt:0,1/97,64 --array line:64", [64, 64, 1]),
    ("--size 60 --precision bf16 --transform czt:0,1/97,60 --array ring:5 --macs 3", [60, 5, 3]),
    ("--size 32 --precision fixed16 --matrix load:32 --array line:8", [32, 8, 1]),
    ("--size 32 --precision fp32 --matrix load:32 --array ring:8", [32, 8, 1]),
    ("--size 16x64 --precision fp32 --transform dct2 --array systolic:8x8", [64, 64, 1]),
    ("--size 8x64 --precision fixed16 --transform czt:0,1/97,64 --array systolic:4x4", [64, 16, 1]),
    ("--size 8x64 --precision fixed16 --matrix load:64 --array systolic:4x4", [64, 16, 1]),
    ("--size 64x16 --precision fixed16 --transform dft --array systolic:16x16 --width 16", [16, 256, 1]),
    ("--size 64x64 --precision fixed16 --transform dct2 --array systolic:16x16 --width 16", [64, 256, 1]),
    ("--size 16x64 --precision fp32 --products bf16x3 --transform dct2 --array systolic:4x4", [64, 16, 1]),
    ("--size 64 --precision fp32 --products bf16 --transform dct2 --array ring:8", [64, 8, 1]),
    ("--size 32 --precision fixed16 --points load:32 --array line:4", [32, 4, 1]),
    ("--size 64 --precision fp32 --points load:64 --array line:2", [64, 2, 1]),
    ("--size 64 --precision fp32 --points load:64 --array line:8", [64, 8, 1]),
];

/// Commands of the products that are synthesised, without their ports.
const SYNTHESISED: [&str; 11] = [
    "--size 64 --precision fixed16 --transform dct2 --macs 4",
    "--size 64 --precision fixed16 --transform czt:0,1/97,64 --array line:4",
    "--size 64 --precision fixed16 --transform czt:0,1/97,64 --array ring:4",
    "--size 64 --precision fp32 --transform czt:0,1/97,64 --array line:4",
    "--size 64 --precision fp32 --transform czt:0,1/97,64 --array ring:4",
    "--size 64 --precision fixed16 --matrix load:64 --array line:4",
    "--size 64 --precision fixed16 --points load:64 --array line:4",
    "--size 64 --precision fp32 --points load:64 --array line:4",
    "--size 16x64 --precision fp32 --transform czt:0,1/97,64 --array systolic:2x2",
    "--size 16x64 --precision fp32 --products bf16 --transform czt:0,1/97,64 --array systolic:2x2",
    "--size 16x64 --precision fixed16 --array systolic:8x2",
];

/// Arrays whose clock cycles are compared: dense transforms by products, and fast ones.
const SCALED: [&str; 4] = [
    "--size 8192x8192 --precision fp32 --transform dft --array ring:2..2048",
    "--size 8192x8192 --precision fp32 --transform dft --macs 256 --array torus:4..32",
    "--size 2048x2048x2048 --precision fp32 --transform dft --macs 256 --array torus:4..64",
    "--size 2048x2048x2048 --precision fp32 --array torus:4..64",
];

/// Writes all tables.
pub fn tables() -> Result<String> {
    Ok([measured()?, transforms::table()?, synthesised()?, scaling()?].join("\n"))
}

/// Runs the program with `--json` where it has that.
pub fn program(words: &str) -> Result<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_fftgen")).args(words.split_whitespace()).output()?;
    if !output.status.success() {
        bail!("{words}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Verifies products in Verilator, which states the clock cycles between frames.
fn measured() -> Result<String> {
    let mut text = String::from(
        "Products of frames of N points with a matrix of K rows, on P elements with M multiply-adds each, measured in Verilator by the emitted testbench. A frame takes\n\
         N·K/(P·M) clock cycles, so that all multiply-adds work in all of them. By Horner's rule, for nodes that are loaded, that holds where a multiply-add has as many nodes as a step\n\
         has clock cycles.\n\n\
         | Core | N·K/(P·M) | Measured | Busy | Latency |\n|---|---|---|---|---|\n",
    );
    for (command, [rows, elements, macs]) in MEASURED {
        let facts: Value = serde_json::from_str(&program(&format!("explain {command} --json"))?)?;
        let columns = facts["size"].as_u64().context("a size")? as usize;
        let said = program(&format!("verify {command} --with verilator"))?;
        let figure = |name: &str| -> Result<usize> {
            let rest = said.split(&format!("{name} ")).nth(1).context(said.clone())?;
            Ok(rest.split(' ').next().unwrap_or_default().parse()?)
        };
        let (interval, latency) = (figure("interval")?, figure("latency")?);
        let bound = rows * columns / (elements * macs);
        let busy = 100.0 * bound as f64 / interval as f64;
        writeln!(text, "| `{command}` | {bound} | {interval} | {busy:.0} % | {latency} |")?;
        eprintln!("{command}: {interval} cycles");
    }
    Ok(text)
}

/// Synthesises products.
fn synthesised() -> Result<String> {
    let mut text = String::new();
    for command in SYNTHESISED {
        let facts: Value = serde_json::from_str(&program(&format!("synth {command} --json"))?)?;
        if text.is_empty() {
            text = format!(
                "Resources by {}, UltraScale+, before place and route, without the ports:\n\n\
                 | Core | LUT | FF | DSP | BRAM | Path, ns |\n|---|---|---|---|---|---|\n",
                facts["yosys"].as_str().unwrap_or("Yosys")
            );
        }
        let figure = |name: &str| facts["measured"][name].to_string();
        let [lut, ff, dsp, bram] = ["lut", "ff", "dsp", "bram"].map(figure);
        writeln!(text, "| `{command}` | {lut} | {ff} | {dsp} | {bram} | {} |", facts["path_ns"])?;
        eprintln!("{command}: {lut} LUT");
    }
    Ok(text)
}

/// Compares arrays of several numbers of elements by `explain`.
pub fn scaling() -> Result<String> {
    let mut text = String::from(
        "Arrays of several numbers of elements, computed by the exact cycle model, by `fftgen explain` with these words. Efficiency is that beside the first array of a command;\n\
         where it falls below 0.9 a second row has wider links. Engines and links: share of the clock cycles in which they work.\n\n\
         | Command | Array | Elements | Steps | Link, bits | Cycles | Engines | Links | Efficiency |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for command in SCALED {
        let facts: Value = serde_json::from_str(&program(&format!("explain {command} --json"))?)?;
        let arrays = facts["arrays"].as_array().context("arrays")?;
        for array in arrays {
            for figures in [array, &array["with_wider_links"]].into_iter().filter(|figures| !figures.is_null()) {
                let share = |name: &str| format!("{:.0} %", 100.0 * figures[name].as_f64().unwrap_or_default());
                let [bits, cycles] = ["link_bits", "transform_cycles"].map(|name| &figures[name]);
                let [name, steps] = [&array["array"], &figures["steps"]].map(|word| word.as_str().unwrap_or_default());
                writeln!(
                    text,
                    "| `{command}` | {name} | {} | {steps} | {bits} | {cycles} | {} | {} | {:.3} |",
                    array["elements"],
                    share("engine_share"),
                    share("link_share"),
                    figures["efficiency"].as_f64().unwrap_or_default()
                )?;
            }
        }
    }
    Ok(text)
}
