//! Cores in SystemVerilog: no tool has lint, Icarus and Verilator pass the testbench, in Verilator with the assertions about the ports,
//! and Yosys finds what it finds in the Verilog: for every 23rd core, and with `FFTGEN_GRID=full` for all.

use crate::small_cores::{check_all, written};
use crate::support::full::is_full;
use crate::support::tools::{has_tool, make, run};
use std::fs;
use std::path::Path;

const SMALL: &str = "--size 2 --width 1 --precision fixed4";

/// A fault of results while the sink does not take them.
const DATA: &str = "assign m_axis_tdata = ";
const UNSTABLE: &str = "assign m_axis_tdata = {16{~m_axis_tready}} ^ ";

/// Checks that a testbench has passed.
fn passed(said: &str) -> Result<(), String> {
    said.lines().any(|line| line.starts_with("PASS: ")).then_some(()).ok_or(said.into())
}

/// Checks that a tool has no warning.
fn quiet(said: String) -> Result<(), String> {
    said.lines().all(|line| line.starts_with("- ")).then_some(()).ok_or(said)
}

fn check(here: &Path) -> Result<(), String> {
    let sources = ["dft.sv", "dft_tb.sv", "dft_checks.sv"];
    quiet(run(here, "slang", &[&["--std", "1800-2017", "-Weverything"], &sources[..]].concat())?)?;
    quiet(make(here, &["--silent", "lint"])?)?;
    quiet(run(
        here,
        "verilator",
        &["--lint-only", "-Wall", "--assert", "--top-module", "dft", sources[0], sources[2]],
    )?)?;
    // Verilator needs seconds for each of them.
    passed(&make(here, &["--silent", if is_full() { "verilator" } else { "icarus" }])?)
}

#[test]
fn cores_in_systemverilog_equal_the_model() {
    if !["slang", "verilator", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    check_all(23, "systemverilog", check);
}

/// A fault in the core, which the testbench finds, and one in how the core passes its results, which only the assertions see.
#[test]
fn faults_in_systemverilog_are_found() {
    if !["verilator", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    written(here.path(), "systemverilog", SMALL).expect("a core");
    passed(&make(here.path(), &["verilator"]).expect("a core without faults")).expect("a core without faults");
    let sound = fs::read_to_string(here.path().join("dft.sv")).expect("a core");
    for (simulator, right, wrong, finds) in [
        ("icarus", " + {re_added", " - {re_added", "FAIL: "),
        ("icarus", DATA, UNSTABLE, "PASS: "),
        ("verilator", DATA, UNSTABLE, "FAIL: m_axis changes"),
    ] {
        let faulty = sound.replacen(right, wrong, 1);
        assert!(faulty != sound, "{right} is there");
        fs::write(here.path().join("dft.sv"), faulty).expect("a faulty core");
        let said = make(here.path(), &[simulator]).unwrap_or_else(|failed| failed);
        assert!(said.contains(finds), "{simulator}, {wrong}: {said}");
    }
}

#[test]
fn yosys_finds_the_same_in_both_languages() {
    if !has_tool("yosys") {
        return;
    }
    let counts = |language: &str| {
        let here = tempfile::tempdir().expect("a folder");
        written(here.path(), language, &format!("{SMALL} --target generic")).expect("a core");
        make(here.path(), &["synth"]).expect("counts");
        let log = fs::read_to_string(here.path().join("dft_synth.log")).expect("counts");
        log[log.find("Number of cells").expect("counts")..].to_string()
    };
    assert_eq!(counts("systemverilog"), counts("verilog"));
}

/// Files for other tools name the core and the language.
#[test]
fn tools_take_cores_in_systemverilog() {
    if !["fusesoc", "verilator", "cocotb-python", "tclsh"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    let flags = format!("{SMALL} --language systemverilog --emit all --no-verify --out . --name dft");
    let ran = |program: &str, words: &str| {
        run(here.path(), program, &words.split(' ').collect::<Vec<_>>()).unwrap_or_else(|failed| panic!("{failed}"))
    };
    ran(env!("CARGO_BIN_EXE_fftgen"), &flags);
    assert!(ran("cocotb-python", "dft_cocotb.py icarus").contains("PASS=2 FAIL=0"));
    let home = format!("HOME={} fusesoc --cores-root . run", here.path().display());
    ran("env", &format!("{home} --target=lint fftgen:cores:dft"));
    if is_full() {
        assert!(ran("env", &format!("{home} --target=sim --tool=verilator fftgen:cores:dft")).contains("PASS: "));
    }
    let stubs = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/vendor_stubs.tcl");
    let calls = ran("tclsh", &format!("{stubs} vivado dft_synth.tcl"));
    assert!(calls.contains("read_verilog -sv ") && calls.contains("/dft.sv"), "{calls}");
}
