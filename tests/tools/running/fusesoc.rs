//! FuseSoC where it is installed; elsewhere the commands that it runs for the core's target `sim`.

use super::{CORE, NAME, TESTBENCH, TOP};
use crate::support::tools::run;
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is read of a core file.
#[derive(Deserialize)]
struct CoreFile {
    name: String,
    targets: Targets,
}

#[derive(Deserialize)]
struct Targets {
    sim: Sim,
}

#[derive(Deserialize)]
struct Sim {
    toplevel: String,
    tools: Tools,
}

#[derive(Deserialize)]
struct Tools {
    icarus: Icarus,
    verilator: Verilator,
}

#[derive(Deserialize)]
struct Icarus {
    iverilog_options: Vec<String>,
}

#[derive(Deserialize)]
struct Verilator {
    mode: String,
    verilator_options: Vec<String>,
}

/// Simulates with Icarus Verilog.
pub fn icarus(folder: &Path) -> Result<String, String> {
    let file = core_file(folder);
    if is_installed() {
        return fusesoc(folder, &file, "icarus");
    }
    fs::write(folder.join("sources.scr"), format!("{CORE}\n{TESTBENCH}\n")).map_err(|error| error.to_string())?;
    let top = format!("-s{}", file.targets.sim.toplevel);
    let options = file.targets.sim.tools.icarus.iverilog_options;
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    run(folder, "iverilog", &[&[&top, "-c", "sources.scr", "-o", NAME], options.as_slice()].concat())?;
    run(folder, "vvp", &["-n", "-M.", "-l", "icarus.log", NAME, "-fst"])
}

/// Simulates with Verilator; builds the simulation where that was not done before.
pub fn verilator(folder: &Path) -> Result<String, String> {
    let file = core_file(folder);
    if is_installed() {
        return fusesoc(folder, &file, "verilator");
    }
    let program = format!("./V{TOP}");
    if !folder.join(&program).exists() {
        write_sources(folder);
        run(folder, "make", &["-f", "sources.mk"])?;
    }
    run(folder, &folder.join(program).display().to_string(), &[])
}

/// Writes what FuseSoC writes of a core for Verilator: a list of sources, and a makefile with the options.
pub fn write_sources(folder: &Path) {
    let Sim { toplevel, tools, .. } = core_file(folder).targets.sim;
    let arguments = format!("--Mdir .\n{CORE}\n{TESTBENCH}\n--top-module {toplevel}\n--exe\n");
    let Verilator { mode, verilator_options } = tools.verilator;
    let options = verilator_options.join(" ");
    let makefile = format!("OPTIONS := {options}\n\nbinary:\n\tverilator --{mode} -f sources.vc $(OPTIONS)\n");
    for (name, text) in [("sources.vc", arguments), ("sources.mk", makefile)] {
        fs::write(folder.join(name), text).expect("a file is written");
    }
}

fn core_file(folder: &Path) -> CoreFile {
    let text = fs::read_to_string(folder.join(format!("{NAME}.core"))).expect("a core file");
    let (head, yaml) = text.split_once('\n').expect("lines");
    assert_eq!(head, "CAPI=2:");
    serde_yaml::from_str(yaml).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn is_installed() -> bool {
    Command::new("fusesoc").arg("--version").output().is_ok()
}

/// Runs it with its settings and its products in the core's folder.
fn fusesoc(folder: &Path, file: &CoreFile, tool: &str) -> Result<String, String> {
    let (home, tool) = (format!("HOME={}", folder.display()), format!("--tool={tool}"));
    run(folder, "env", &[&home, "fusesoc", "--cores-root", ".", "run", "--target=sim", &tool, &file.name])
}
