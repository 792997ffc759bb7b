//! Runs the program on a core: `generate` for its files, `verify` with Verilator for its latency, `synth` for what it takes.

use crate::cache::Cache;
use crate::published::Core;
use crate::ROOT;
use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What is known of a core.
pub struct Figures {
    /// Cycles, simulated, of the core without its AXI wrapper; with it where there are several sizes, of the largest.
    pub latency: usize,
    /// The same of the plan for least latency, which only floating point is asked for.
    pub least_latency: Option<usize>,
    /// kB of data in permuters.
    pub memory: f64,
    pub synthesis: Synthesis,
    pub sizes: Vec<Size>,
}

/// What `fftgen synth --json` prints, as far as it serves here.
#[derive(Serialize, Deserialize)]
pub struct Synthesis {
    pub estimated: Option<Estimate>,
    pub measured: Resources,
    pub path_ns: Option<f64>,
    pub slowest: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Estimate {
    pub lut: Option<usize>,
}

#[derive(Serialize, Deserialize)]
pub struct Resources {
    pub lut: usize,
    pub lutram: usize,
    pub srl: usize,
    pub ff: usize,
    pub dsp: usize,
    pub bram: f64,
}

/// What is needed of the files of a core.
struct Emitted {
    /// Without the banner.
    verilog: String,
    manifest: Manifest,
}

#[derive(Deserialize)]
struct Manifest {
    top: String,
    component_bits: usize,
    memory_words: usize,
    #[serde(default)]
    sizes: Vec<Size>,
}

/// One of several sizes, and the cycles from its first point in to its first point out.
#[derive(Deserialize, Clone, Copy)]
pub struct Size {
    pub points: usize,
    pub latency_cycles: usize,
}

pub struct Lab {
    pub cache: Cache,
    yosys: String,
}

impl Lab {
    pub fn new() -> Result<Self> {
        let command = std::env::var("YOSYS").unwrap_or_else(|_| "yosys".into());
        let words = if Path::new(&command).is_file() { vec![&*command] } else { command.split_whitespace().collect() };
        let (program, arguments) = words.split_first().context("YOSYS is empty; unset it")?;
        let output = Command::new(program).args(arguments).arg("-V").output();
        let output = output.with_context(|| format!("cannot run {command}; make tools installs it"))?;
        let yosys = String::from_utf8_lossy(&output.stdout).trim().to_string();
        Ok(Lab { cache: Cache::new(Path::new(ROOT))?, yosys })
    }

    /// The version of Yosys.
    pub fn version(&self) -> String {
        self.yosys.split(" (").next().unwrap_or_default().to_string()
    }

    /// A core's figures: measured if that is wanted, else those that are known.
    pub fn core(&self, core: &Core, wanted: bool) -> Result<Option<Figures>> {
        let emitted = Emitted::new(core, &[])?;
        let flags: &[&str] = if core.has_sizes() { &[] } else { &["--interface", "native"] };
        let name = format!("{}-latency", emitted.manifest.top);
        let simulated = || latency(core, &[flags, &["--with", "verilator"]].concat());
        let latency = self.cache.get(&name, &[&emitted.verilog], wanted, simulated)?;
        let least_latency = match Core::fp32(core.size, core.width) == *core {
            true => self.least_latency(core, wanted)?,
            false => None,
        };
        let synthesis = self.synthesis(core, "core", &emitted, wanted)?;
        let Manifest { component_bits, memory_words, sizes, .. } = emitted.manifest;
        let memory = (2 * component_bits * memory_words) as f64 / 8000.0;
        let figures = |(latency, synthesis)| Figures { latency, least_latency, memory, synthesis, sizes };
        Ok(latency.zip(synthesis).map(figures))
    }

    /// Of the plan for least latency, whose netlists are large, by the program's own simulator.
    fn least_latency(&self, core: &Core, wanted: bool) -> Result<Option<usize>> {
        let emitted = Emitted::new(core, &["--optimize", "latency"])?;
        let name = format!("{}-least-latency", emitted.manifest.top);
        let simulated = || latency(core, &["--interface", "native", "--optimize", "latency"]);
        self.cache.get(&name, &[&emitted.verilog], wanted, simulated)
    }

    /// The figures of one module of a core.
    pub fn operator(&self, core: &Core, module: &str, wanted: bool) -> Result<Option<Synthesis>> {
        self.synthesis(core, module, &Emitted::new(core, &[])?, wanted)
    }

    fn synthesis(&self, core: &Core, module: &str, emitted: &Emitted, wanted: bool) -> Result<Option<Synthesis>> {
        let name = format!("{}-{module}", emitted.manifest.top);
        self.cache.get(&name, &[&emitted.verilog, &self.yosys], wanted, || {
            Ok(serde_json::from_str(&fftgen("synth", core, &["--json", "--top", module])?)?)
        })
    }
}

impl Emitted {
    fn new(core: &Core, flags: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("core");
        let out = out.to_str().context("a temporary folder with a plain name")?;
        fftgen("generate", core, &[flags, &["--no-verify", "--out", out]].concat())?;
        let mut files = std::fs::read_dir(out)?.flatten().map(|entry| entry.path());
        let manifest = files.find(|path| path.extension().is_some_and(|extension| extension == "json"));
        let manifest: Manifest = serde_json::from_slice(&std::fs::read(manifest.context("no manifest")?)?)?;
        let verilog = std::fs::read_to_string(Path::new(out).join(format!("{}.v", manifest.top)))?;
        let banner: usize = verilog.split_inclusive('\n').take_while(|line| line.starts_with("//")).map(str::len).sum();
        Ok(Emitted { verilog: verilog[banner..].to_string(), manifest })
    }
}

/// The latency, simulated.
fn latency(core: &Core, flags: &[&str]) -> Result<usize> {
    let said = fftgen("verify", core, flags)?;
    let number = said.split("latency ").nth(1).and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).with_context(|| format!("no latency in {said:?}"))
}

/// What the program prints.
pub fn fftgen(command: &str, core: &Core, rest: &[&str]) -> Result<String> {
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    program.arg(command).args(core.flags()).args(rest).current_dir(ROOT);
    let output = program.output()?;
    if !output.status.success() {
        bail!("fftgen {command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    if command != "generate" {
        eprintln!("{core} {command} {}: {:.0} s", rest.join(" "), start.elapsed().as_secs_f64());
    }
    Ok(String::from_utf8(output.stdout)?)
}
