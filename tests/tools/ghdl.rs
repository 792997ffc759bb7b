//! Cores in VHDL: GHDL plays back the simulation of the netlist, with pauses, and every output in every clock cycle is the same: of
//! every fourth core, and with `FFTGEN_GRID=full` of all.

use crate::support::tools::{has_tool, run};
use rayon::prelude::*;
use std::path::Path;

/// Flags of small cores of all kinds. A tilde stands for a space within a word.
const CORES: [&str; 68] = [
    // Streams: formats, widths, sizes.
    "--size 2 --width 1 --precision fixed4",
    "--size 4 --width 4 --precision fixed16",
    "--size 8 --width 2 --precision q2.14",
    "--size 64 --width 2 --precision fixed16",
    "--size 64 --width 1 --precision fixed24",
    "--size 256 --width 4 --precision fixed12",
    "--size 16 --width 16 --precision fixed10",
    "--size 32 --width 2 --precision fixed64",
    "--size 12 --width 4 --precision e5m6",
    "--size 20 --width 2 --precision fp32",
    "--size 30 --width 3 --precision fp16 --datapath float",
    "--size 16 --width 1 --precision bf16 --subnormals full",
    "--size 8 --width 2 --precision fp64",
    "--size 7 --width 1 --precision fp32",
    "--size 13 --width 2 --precision fixed16",
    "--size 45 --width 1 --precision fixed14",
    "--size 67 --width 1 --precision fixed12",
    "--size 100 --width 2 --precision fixed16",
    // Ports.
    "--size 16 --width 1 --precision fixed10 --interface native",
    "--size 16 --width 2 --precision fixed10 --interface native --scale bfp",
    "--size 16 --width 1 --precision fixed10 --reset aresetn",
    "--size 16 --width 1 --precision fixed10 --reset none",
    "--size 10 --width 4 --precision fixed10 --tkeep",
    "--size 4x6 --width 4 --precision fixed10 --last row --pad rows --tkeep",
    "--size 4x4 --width 1 --precision fixed16 --last row --resync tuser --runtime direction",
    "--size 16 --width 2 --precision fixed10 --input-coding offset --iq-order qi",
    "--size 16 --width 2 --precision fixed10 --channels 3",
    "--size 16 --width 2 --precision fixed10 --stall none",
    // Numbers.
    "--size 16 --width 1 --precision fixed10 --scale bfp",
    "--size 32 --width 2 --precision fixed10 --scale none",
    "--size 32 --width 2 --precision fixed10 --scale runtime",
    "--size 32 --width 2 --precision fixed10 --rounding truncate --overflow wrap",
    "--size 32 --width 2 --precision fixed10 --rounding half-up --mark-overflow",
    "--size 32 --width 2 --precision fixed10 --nodsp",
    // What frames are.
    "--size 16 --width 2 --precision fixed10 --inverse",
    "--size 16 --width 2 --precision fixed10 --runtime direction --scale runtime",
    "--size 32 --width 2 --precision fixed10 --order bit-reversed",
    "--size 32 --width 2 --precision fixed10 --order bit-reversed,natural",
    "--kind rfft --size 16 --width 1 --precision fixed10",
    "--kind irfft --size 16 --width 2 --precision fp16",
    "--kind rfft-pair --size 16 --width 2 --precision fixed10",
    "--size 8x8 --width 2 --precision fixed16",
    "--size 4x4x4 --width 1 --precision fixed10",
    // Folded, and of several sizes.
    "--size 64 --width 1 --precision fixed10 --cycles 700",
    "--size 30 --width 1 --precision fp16 --cycles 900",
    "--size 67 --width 1 --precision fixed12 --cycles 4000",
    "--sizes 8,16 --width 1 --precision fixed10 --runtime direction",
    "--sizes 12,24,48 --width 2 --precision fixed16",
    // Targets, with memories as modules of their own.
    "--size 64 --width 1 --precision fixed16 --target ecp5",
    "--size 64 --width 1 --precision fixed16 --target ice40up",
    "--size 64 --width 2 --precision fixed16 --target asic",
    "--size 64 --width 2 --precision fixed16 --memory-style block",
    // External memory, arrays and products.
    "--size 8x12 --width 2 --precision fixed16 --memory axi",
    "--size 16x16 --width 2 --precision fp16 --memory axi",
    "--size 4x4x4 --array mesh:2x2 --precision fixed10",
    "--size 16x16 --array ring:4 --precision fixed16 --interface axis",
    "--size 8x8 --array torus:2x2 --precision fp16",
    "--size 8 --precision fixed10 --transform dct2",
    "--size 8 --precision fixed10 --matrix load:4",
    "--size 4 --precision fixed16 --points load:64",
    "--size 8 --precision fixed10 --transform dct2 --array line:2",
    "--size 4x8 --precision fixed10 --transform dct2 --array systolic:2x2",
    // Chains.
    "--chain fft~16|power --width 2 --precision fixed12",
    "--chain frame~16~hop~8|window~hann|fft|power|average~4 --width 1 --precision fixed16",
    "--chain fft~16|magnitude --width 1 --precision fp16",
    "--chain ifft~64|prefix~16 --width 1 --precision fixed12",
    "--chain pfb~8~taps~4|fft~8 --width 2 --precision fixed16",
    "--chain fft~16|phase --width 1 --precision fixed12",
];

/// Writes a core in VHDL.
fn written(folder: &Path, flags: &str) -> Result<(), String> {
    let words: Vec<String> = flags.split(' ').map(|word| word.replace('~', " ")).collect();
    let rest = ["--language", "vhdl", "--emit", "testbench", "--no-verify", "--out", ".", "--name", "dft"];
    let words: Vec<&str> = words.iter().map(String::as_str).chain(rest).collect();
    run(folder, env!("CARGO_BIN_EXE_fftgen"), &words).map(drop)
}

/// Simulates a core and returns what GHDL says.
fn simulated(folder: &Path) -> Result<String, String> {
    let said = run(folder, "ghdl", &["-a", "--std=08", "dft.vhd", "dft_tb.vhd"])?;
    match said.is_empty() {
        true => run(folder, "ghdl", &["--elab-run", "--std=08", "dft_tb"]),
        false => Err(said),
    }
}

/// Checks a core.
fn check(flags: &str) -> Result<(), String> {
    let here = tempfile::tempdir().map_err(|error| error.to_string())?;
    written(here.path(), flags)?;
    let said = simulated(here.path())?;
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
    let step = if std::env::var("FFTGEN_GRID").is_ok_and(|grid| grid == "full") { 1 } else { 4 };
    let cores: Vec<&str> = CORES.into_iter().step_by(step).collect();
    let failed = |flags: &&str| check(flags).err().map(|why| format!("{flags}: {why}"));
    let failures: Vec<String> = cores.par_iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{} of {} cores:\n{}", failures.len(), cores.len(), failures.join("\n"));
}

#[test]
fn faults_in_vhdl_are_found() {
    if !has_tool("ghdl") {
        return;
    }
    let here = tempfile::tempdir().expect("a folder");
    written(here.path(), "--size 16 --width 2 --precision fixed10").expect("a core");
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
