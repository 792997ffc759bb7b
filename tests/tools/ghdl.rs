//! Cores in VHDL: GHDL plays back the simulation of the netlist, with pauses, and every output in every clock cycle is the same: of
//! every fourth core, and with `FFTGEN_GRID=full` of all.

use crate::small_cores::{check_all, written};
use crate::support::tools::{has_tool, run};
use std::path::Path;

/// Simulates a core and returns what GHDL says.
fn simulated(folder: &Path) -> Result<String, String> {
    let said = run(folder, "ghdl", &["-a", "--std=08", "dft.vhd", "dft_tb.vhd"])?;
    match said.is_empty() {
        true => run(folder, "ghdl", &["--elab-run", "--std=08", "dft_tb"]),
        false => Err(said),
    }
}

/// Checks a core.
fn check(here: &Path) -> Result<(), String> {
    let said = simulated(here)?;
    let is_played = said.lines().filter_map(|line| line.strip_prefix("PASS: ")).any(|rest| !rest.starts_with("0 "));
    if is_played {
        Ok(())
    } else {
        Err(said)
    }
}

#[test]
fn cores_in_vhdl_equal_their_netlists() {
    if !has_tool("ghdl") {
        return;
    }
    check_all(8, "vhdl", check);
}

#[test]
fn faults_in_vhdl_are_found() {
    if !has_tool("ghdl") {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    written(here.path(), "vhdl", "--size 16 --width 2 --precision fixed10").expect("a core");
    let sound = std::fs::read_to_string(here.path().join("dft.vhd")).expect("a core");
    let begin = sound.find("end package body").expect("the functions of words");
    for (right, wrong) in [
        ("when moves = '1'", "when moves = '0'"),
        (" + ", " - "),
        ("<= not ", "<= "),
        ("in_valid and in_ready", "in_valid or in_ready"),
    ] {
        let faulty = sound[..begin].to_string() + &sound[begin..].replacen(right, wrong, 1);
        assert_ne!(faulty, sound, "{right} is there");
        std::fs::write(here.path().join("dft.vhd"), faulty).expect("a faulty core");
        let said = simulated(here.path()).expect_err(right);
        assert!(said.contains("FAIL: cycle "), "{right}: {said}");
    }
}
