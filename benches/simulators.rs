//! The netlist simulator beside Verilator's built model, on one core at full rate: `make bench`.

use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::package::{self, Vectors};
use fftgen::sim::Simulator;
use fftgen::verify::stimulus;
use fftgen::{Config, Design};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const CYCLES: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo also runs benches as tests; a measurement is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let design = Design::new(Config::new(96, 8, Format::parse("fp32", false)?))?;
    let ours = netlist(&design);
    println!("{}: netlist simulator {ours:.0} cycles/s", design.name);
    let folder = tempfile::tempdir()?;
    let theirs = verilator(&design, folder.path())?;
    println!("{}: Verilator's model {theirs:.0} cycles/s, {:.2} times as fast", design.name, theirs / ours);
    Ok(())
}

fn netlist(design: &Design) -> f64 {
    let mut simulator = Simulator::new(&design.top);
    let input = |name| simulator.input(name).unwrap_or_default();
    let (valid, ready, data) = (input("s_axis_tvalid"), input("m_axis_tready"), input("s_axis_tdata"));
    let samples = stimulus(&design.config.format, design.config.size(), 8, 3);
    simulator.set(valid[0], 1);
    simulator.set(ready[0], 1);
    let start = Instant::now();
    for cycle in 0..CYCLES {
        for (lane, slots) in data.chunks(2).enumerate() {
            let sample = samples[(cycle * design.config.width + lane) % samples.len()];
            simulator.set(slots[0], sample[0].into());
            simulator.set(slots[1], sample[1].into());
        }
        simulator.step();
    }
    CYCLES as f64 / start.elapsed().as_secs_f64()
}

/// Builds the driver of `testbenches/` around the core, optimised, and lets it measure itself.
fn verilator(design: &Design, folder: &Path) -> Result<f64, Box<dyn Error>> {
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    for file in package::files(design, &request, &Verilog) {
        std::fs::write(folder.join(&file.name), &file.contents)?;
    }
    std::fs::write(folder.join("vectors.txt"), Vectors::new(design, 8, 3).for_driver(design))?;
    let source = format!("{}.v", design.name);
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/driver.cpp");
    let built = Command::new("verilator")
        .args(["--cc", "--exe", "--build", "-j", "2", "-O3", "--prefix", "Vtop", "-o", "driver"])
        .args(["-CFLAGS", "-DNATIVE=0", "-MAKEFLAGS", "OPT_FAST=-O3", "--top-module", &design.name, &source, driver])
        .current_dir(folder)
        .output()?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into());
    }
    let cycles = CYCLES.to_string();
    let mut driver = Command::new(folder.join("obj_dir/driver"));
    let run = driver.args(["vectors.txt", "--bench", &cycles]).current_dir(folder).output()?;
    let said = run.stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    let speed = said.split_whitespace().rev().nth(1).ok_or("the driver says its speed last")?;
    Ok(speed.parse()?)
}
