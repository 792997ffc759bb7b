//! Matrix products: clock cycles by Verilator, resources, and scaling by the exact cycle model.

use crate::transforms;
use anyhow::{bail, Context, Result};
use fftgen::array::Topology;
use fftgen::format::Format;
use fftgen::matrix::{Elements, ProductPlan};
use fftgen::Config;
use serde_json::Value;
use std::fmt::Write;
use std::process::Command;

/// Commands of the products that are measured, each with rows, elements and multiply-adds of an element.
const MEASURED: [(&str, [usize; 3]); 18] = [
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

/// Multiply-adds of dense transforms whose scaling is computed.
const ELEMENTS: [usize; 11] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

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

/// Computes how dense transforms of two and three dimensions scale: a frame for each row along each dimension.
fn scaling() -> Result<String> {
    let mut text = String::from(
        "Dense transforms of fp32 by products on a ring with a multiply-add an element, computed by the exact cycle model: along each dimension all rows pass the ring one behind\n\
         the other, and the next dimension begins when the last result has left. The transposition between dimensions is that of the memory around the ring.\n\n\
         | Elements | 8192 x 8192, cycles | Efficiency | 2048 x 2048 x 2048, cycles | Efficiency |\n|---|---|---|---|---|\n",
    );
    for elements in ELEMENTS {
        let cases = [(8192usize, 2), (2048, 3)].map(|(length, dimensions)| cycles(length, dimensions, elements));
        let [square, cube] = cases;
        let (square, cube) = (square?, cube?);
        writeln!(text, "| {elements} | {} | {:.2} % | {} | {:.2} % |", square.0, square.1, cube.0, cube.1)?;
    }
    Ok(text)
}

/// Computes the clock cycles of a dense transform, and the share of them in which all multiply-adds work.
fn cycles(length: usize, dimensions: usize, elements: usize) -> Result<(u128, f64)> {
    let config = Config::new(length, 1, Format::parse("fp32", false)?);
    let topology = match elements {
        // A ring has two points an element.
        elements if elements < length => Topology::Ring(elements),
        elements => Topology::Line(elements),
    };
    let plan = ProductPlan::for_size(&config, length, Elements { topology, ..Elements::default() })?;
    let timing = plan.timing();
    let frames = (length as u128).pow(dimensions as u32 - 1);
    // The last frame of a dimension leaves its latency and its results behind the start of the first.
    let dimension = (frames - 1) * timing.interval as u128 + (timing.latency + timing.beats[1]) as u128;
    let all = dimensions as u128 * dimension;
    let work = dimensions as u128 * frames * timing.interval as u128;
    Ok((all, 100.0 * work as f64 / all as f64))
}
