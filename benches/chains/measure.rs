//! A core measured by the program, with its AXI4-Stream ports.

use crate::cache::Cache;
use crate::rows::Core;
use crate::ROOT;
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What a core takes.
#[derive(Serialize, Deserialize, Clone, Copy, Default)]
pub struct Figures {
    pub lut: f64,
    pub ff: f64,
    pub dsp: f64,
    /// Block RAMs of 36 kbit.
    pub bram: f64,
    /// Bits of memories.
    pub ram: f64,
    /// Bits of tables.
    pub rom: f64,
    /// Clock cycles from the first beat in to the first beat out, simulated by Verilator.
    pub latency: f64,
    /// Products of real numbers in a clock cycle.
    pub products: f64,
}

impl Figures {
    /// Adds the figures of a core that follows.
    pub fn after(self, other: Self) -> Self {
        Figures {
            lut: self.lut + other.lut,
            ff: self.ff + other.ff,
            dsp: self.dsp + other.dsp,
            bram: self.bram + other.bram,
            ram: self.ram + other.ram,
            rom: self.rom + other.rom,
            latency: self.latency + other.latency,
            products: self.products + other.products,
        }
    }
}

pub struct Lab {
    cache: Cache,
    pub yosys: String,
}

impl Lab {
    pub fn new() -> Result<Self> {
        let smallest = "--size 2 --width 1 --precision fixed8 --json".split(' ').map(String::from);
        let report: Value = serde_json::from_str(&fftgen("synth", &smallest.collect::<Vec<_>>())?)?;
        let yosys = report["yosys"].as_str().context("the version of Yosys")?.to_string();
        Ok(Lab { cache: Cache::new(Path::new(ROOT))?, yosys })
    }

    /// A core's figures: those that are known of its Verilog, else measured if that is wanted.
    pub fn figures(&self, core: &Core, wanted: bool) -> Result<Option<Figures>> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("core").to_str().context("a temporary folder with a plain name")?.to_string();
        let flags = core.flags();
        let run = |command: &str, rest: &[&str]| {
            fftgen(command, &[&flags[..], &rest.iter().map(ToString::to_string).collect::<Vec<_>>()].concat())
        };
        run("generate", &["--no-verify", "--out", &out])?;
        let (manifest, verilog) = emitted(Path::new(&out))?;
        let measure = || {
            let synthesis: Value = serde_json::from_str(&run("synth", &["--json", "--top", "axis"])?)?;
            let measured = |name: &str| synthesis["measured"][name].as_f64().context("a figure of the synthesis");
            let simulated = run("verify", &["--with", "verilator"])?;
            let latency = simulated.split("latency ").nth(1).and_then(|rest| rest.split(' ').next());
            eprintln!("{core}");
            Ok(Figures {
                lut: measured("lut")?,
                ff: measured("ff")?,
                dsp: measured("dsp")?,
                bram: measured("bram")?,
                ram: ram_bits(&manifest),
                rom: manifest["rom_bits"].as_f64().context("bits of tables")?,
                latency: latency.and_then(|cycles| cycles.parse().ok()).with_context(|| simulated.clone())?,
                products: manifest["operators"]["real_multipliers"].as_f64().context("multipliers")?,
            })
        };
        let top = manifest["top"].as_str().context("the name of a core")?;
        self.cache.get(&format!("{top}-chain"), &[&verilog, &self.yosys], wanted, measure)
    }
}

/// The manifest of a core, and its Verilog without the banner.
fn emitted(folder: &Path) -> Result<(Value, String)> {
    let mut files = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let manifest = files.find(|path| path.extension().is_some_and(|extension| extension == "json"));
    let manifest: Value = serde_json::from_slice(&std::fs::read(manifest.context("no manifest")?)?)?;
    let top = manifest["top"].as_str().context("the name of a core")?;
    let verilog = std::fs::read_to_string(folder.join(format!("{top}.v")))?;
    let code = verilog.split_inclusive('\n').skip_while(|line| line.starts_with("//")).collect();
    Ok((manifest, code))
}

/// Bits of all memories of a core.
fn ram_bits(manifest: &Value) -> f64 {
    let all = manifest["memories"].as_array().into_iter().flatten().filter(|memory| memory["kind"] == "ram");
    all.map(|memory| ["words", "bits", "count"].iter().filter_map(|name| memory[name].as_f64()).product::<f64>()).sum()
}

/// What the program prints.
fn fftgen(command: &str, flags: &[String]) -> Result<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_fftgen")).arg(command).args(flags).current_dir(ROOT).output()?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "fftgen {command} {}: {error}", flags.join(" "));
    Ok(String::from_utf8(output.stdout)?)
}
