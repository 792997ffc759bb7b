//! The emitted testbench, started in each way that users have: the exit code says how the simulation has gone.

mod fusesoc;
mod runners;

use crate::support::full::share;
use crate::support::tools::{has_tool, run, write};
use fftgen::format::Format;
use fftgen::{Config, Design};
use runners::RUNNERS;
use std::fs;
use std::path::Path;

const NAME: &str = "dft5_w2_e4m3";
const TOP: &str = "dft5_w2_e4m3_tb";
const CORE: &str = "dft5_w2_e4m3.v";
const TESTBENCH: &str = "dft5_w2_e4m3_tb.v";
const VECTORS: &str = "dft5_w2_e4m3_tb_out.hex";

/// The files of a small core.
fn prepared(folder: &Path) {
    let format = Format::parse("e4m3", false).expect("a format");
    write(&Design::new(Config::new(5, 2, format)).expect("a design"), folder).expect("files");
}

/// Replaces a text that a file has once.
fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert_eq!(text.matches(from).count(), 1, "{from} in {}", path.display());
    fs::write(path, text.replace(from, to)).expect("a file");
}

/// Turns a bit of the last word.
fn corrupt(folder: &Path) {
    let path = folder.join(VECTORS);
    let mut bytes = fs::read(&path).expect("the vectors");
    let last = bytes.len() - 2;
    bytes[last] = if bytes[last] == b'0' { b'1' } else { b'0' };
    fs::write(path, bytes).expect("the vectors");
}

/// Runs the testbench of a folder in each way, and expects a failure with a text in what is printed.
fn assert_fails(folder: &Path, said: &str) {
    for way in share(RUNNERS, 5) {
        let failed = match (way.run)(folder) {
            Err(failed) => failed,
            Ok(text) => panic!("{}: exit code 0:\n{text}", way.name),
        };
        assert!(failed.contains(said), "{}:\n{failed}", way.name);
    }
}

#[test]
fn a_failed_simulation_ends_with_an_exit_code() {
    if !["verilator", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a temporary folder");
    prepared(here.path());
    for way in share(RUNNERS, 5) {
        let text = (way.run)(here.path()).unwrap_or_else(|failed| panic!("{}: {failed}", way.name));
        assert!(text.contains("PASS: "), "{}:\n{text}", way.name);
    }
    corrupt(here.path());
    assert_fails(here.path(), "FAIL: frame ");
}

#[test]
fn a_simulation_without_results_ends_with_an_exit_code() {
    if !["verilator", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a temporary folder");
    prepared(here.path());
    replace(&here.path().join(CORE), ".in_valid(s_axis_tvalid)", ".in_valid(1'b0)");
    assert_fails(here.path(), "FAIL: timeout in phase 0: ");
}

#[test]
fn the_makefile_goes_by_exit_codes() {
    let here = tempfile::tempdir().expect("a temporary folder");
    prepared(here.path());
    let makefile = fs::read_to_string(here.path().join(format!("{NAME}.mk"))).expect("a makefile");
    assert!(!makefile.contains("grep") && !makefile.contains("tee icarus.log"), "{makefile}");
}

/// Verilator as the makefile and FuseSoC call it, where it says how compiled headers are included, and where it does not.
#[test]
fn compiled_headers_are_included() {
    let here = tempfile::tempdir().expect("a temporary folder");
    let folder = here.path().display();
    prepared(here.path());
    fusesoc::write_sources(here.path());
    let stub =
        format!("#!/bin/sh\ncase $1 in --getenv) echo {folder};; *) echo \"$@\" > {folder}/called; exit 1;; esac\n");
    fs::write(here.path().join("verilator"), stub).expect("a stub");
    run(here.path(), "chmod", &["+x", "verilator"]).expect("a program");
    fs::create_dir(here.path().join("include")).expect("a folder");
    let path = format!("PATH={folder}:{}", std::env::var("PATH").expect("a path"));
    for (said, wanted) in [("", true), ("-include-pch", false)] {
        fs::write(here.path().join("include/verilated.mk"), format!("CFG_CXXFLAGS_PCH_I = {said}\n")).expect("rules");
        for arguments in [["sources.mk", "binary"], [&format!("{NAME}.mk"), "verilator"]] {
            let make = ["-u", "VERILATOR_ROOT", &path, "make", "-f"];
            run(here.path(), "env", &[&make[..], &arguments].concat()).expect_err("a stub");
            let called = fs::read_to_string(here.path().join("called")).expect("a call");
            assert_eq!(called.contains("CFG_CXXFLAGS_PCH_I=-include"), wanted, "{arguments:?}: {called}");
            assert!(called.contains("--output-split 200000") && called.contains("OPT_FAST=-O0"), "{called}");
            fs::remove_file(here.path().join("called")).expect("a call");
        }
    }
}

/// Core and testbench together, with each of the two endings.
#[test]
fn testbenches_have_no_lint() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    let here = tempfile::tempdir().expect("a temporary folder");
    prepared(here.path());
    for ending in ["-DFAIL_BY_FATAL", "-DFAIL_BY_STOP"] {
        let lint = ["--lint-only", "-Wall", "--timing", ending, "--top-module", TOP, CORE, TESTBENCH];
        let slang = ["--std", "1364-2005", "-Weverything", ending, CORE, TESTBENCH];
        for (tool, flags) in [("verilator", lint.as_slice()), ("slang", slang.as_slice())] {
            let said = run(here.path(), tool, flags).unwrap_or_else(|failed| panic!("{failed}"));
            assert!(said.lines().all(|line| line.starts_with("- ")), "{tool} {ending}: {said}");
        }
    }
}
