//! Runs the program on a core: `verify` with Verilator for its latency, `synth` for what it takes.

use crate::cache::Cache;
use crate::published::Core;
use crate::ROOT;
use anyhow::{bail, Context, Result};
use fftgen::format::Format;
use fftgen::stream::schedule::Goal;
use fftgen::{Config, Design};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What is known of a core.
pub struct Figures {
    /// Cycles, simulated, of the core without its AXI shell.
    pub latency: usize,
    /// The same of the plan for least latency.
    pub least_latency: usize,
    /// kB of data in permuters.
    pub memory: f64,
    pub synthesis: Synthesis,
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
    pub lut: usize,
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

pub struct Lab {
    cache: Cache,
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
    pub fn core(&self, core: Core, wanted: bool) -> Result<Option<Figures>> {
        let (design, verilog) = build(core, Goal::Balanced)?;
        let latency = self.latency(core, Goal::Balanced, wanted)?;
        let least = self.latency(core, Goal::Latency, wanted)?;
        let synthesis = self.synthesis(&design, core, "core", &verilog, wanted)?;
        let bits = 2 * design.config.format.bits() as usize * design.program().memory_words();
        let figures = |((latency, least_latency), synthesis)| Figures {
            latency,
            least_latency,
            memory: bits as f64 / 8000.0,
            synthesis,
        };
        Ok(latency.zip(least).zip(synthesis).map(figures))
    }

    /// Of the default plan by its testbench under Verilator; of the plan for least latency, whose netlists are large,
    /// by the program's own simulator.
    fn latency(&self, core: Core, goal: Goal, wanted: bool) -> Result<Option<usize>> {
        let (design, verilog) = build(core, goal)?;
        let (name, flags): (&str, &[&str]) = match goal {
            Goal::Balanced => ("latency", &["--with", "verilator"]),
            _ => ("least-latency", &["--optimize", "latency"]),
        };
        self.cache.get(&format!("{}-{name}", design.name), &[&verilog], wanted, || latency(core, flags))
    }

    /// The figures of one module of a core.
    pub fn operator(&self, core: Core, module: &str, wanted: bool) -> Result<Option<Synthesis>> {
        let (design, verilog) = build(core, Goal::Balanced)?;
        self.synthesis(&design, core, module, &verilog, wanted)
    }

    fn synthesis(
        &self,
        design: &Design,
        core: Core,
        module: &str,
        verilog: &str,
        wanted: bool,
    ) -> Result<Option<Synthesis>> {
        let name = format!("{}-{module}", design.name);
        self.cache.get(&name, &[verilog, &self.yosys], wanted, || {
            Ok(serde_json::from_str(&fftgen("synth", core, &["--json", "--top", module])?)?)
        })
    }
}

fn build(core: Core, goal: Goal) -> Result<(Design, String)> {
    let design = Design::new(Config { goal, ..Config::new(core.size, core.width, Format::parse("fp32", false)?) })?;
    let verilog = fftgen::verilog::print(&design.top, "");
    Ok((design, verilog))
}

/// The core's latency, simulated.
fn latency(core: Core, flags: &[&str]) -> Result<usize> {
    let said = fftgen("verify", core, &[&["--interface", "native"], flags].concat())?;
    let number = said.split("latency ").nth(1).and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).with_context(|| format!("no latency in {said:?}"))
}

/// What the program prints.
fn fftgen(command: &str, core: Core, rest: &[&str]) -> Result<String> {
    let start = Instant::now();
    let (size, width) = (core.size.to_string(), core.width.to_string());
    let mut program = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    program.args([command, "--size", &size, "--width", &width, "--precision", "fp32"]).args(rest).current_dir(ROOT);
    let output = program.output()?;
    if !output.status.success() {
        bail!("fftgen {command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    eprintln!("{core} {command} {}: {:.0} s", rest.join(" "), start.elapsed().as_secs_f64());
    Ok(String::from_utf8(output.stdout)?)
}
