//! Small cores of all kinds, and what is tried on them in a language.

use crate::support::full::is_full;
use crate::support::tools::run;
use rayon::prelude::*;
use std::path::Path;

/// Flags of small cores of all kinds. A tilde stands for a space within a word.
const CORES: [&str; 75] = [
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
    "--size 30 --width 2 --precision fixed16 --protect ecc",
    "--size 16 --width 2 --precision fp64 --protect parity --interface native",
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
    "--chain fft~8|stack~4|window~hann~across|fft~across|magnitude|cfar~1~1~2 --width 1 --precision fixed12",
    "--chain fft~16|magnitude --width 1 --precision fp16",
    "--chain ifft~64|prefix~16 --width 1 --precision fixed12",
    "--chain pfb~8~taps~4|fft~8 --width 2 --precision fixed16",
    "--chain fft~16|phase --width 1 --precision fixed12",
    // Every fourth core is tried at each push: two of these.
    "--chain frame~16|window~load:hann|fft|power|threshold~load:0.01 --width 1 --precision fixed10",
    "--chain fft~8|times~load:taps:0.5,0.25j|ifft --width 2 --precision fixed10",
    "--chain real|frame~16|cfar~1~2~load:2 --width 1 --precision fixed10 --interface native",
    "--chain frame~8|window~load:sine|fft|magnitude --width 2 --precision fp16",
];

/// Writes a core as `dft` in a language, with its testbench and a makefile.
pub fn written(folder: &Path, language: &str, flags: &str) -> Result<(), String> {
    emitted(folder, language, flags, "testbench,makefile")
}

/// Writes a core as `dft` in a language, with files of some kinds.
pub fn emitted(folder: &Path, language: &str, flags: &str, kinds: &str) -> Result<(), String> {
    let words: Vec<String> = flags.split(' ').map(|word| word.replace('~', " ")).collect();
    let rest = ["--emit", kinds, "--no-verify", "--out", ".", "--name", "dft", "--language", language];
    let words: Vec<&str> = words.iter().map(String::as_str).chain(rest).collect();
    run(folder, env!("CARGO_BIN_EXE_fftgen"), &words).map(drop)
}

/// Writes every `step`-th core, and with `FFTGEN_GRID=full` all, each to a folder that `check` is called with, and the test fails where
/// one of these calls fails.
pub fn check_all(step: usize, language: &str, check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let cores: Vec<&str> = CORES.into_iter().step_by(if is_full() { 1 } else { step }).collect();
    let one = |flags: &str| {
        let here = tempfile::tempdir().map_err(|error| error.to_string())?;
        written(here.path(), language, flags)?;
        check(here.path())
    };
    let failed = |flags: &&str| one(flags).err().map(|why| format!("{flags}: {why}"));
    let failures: Vec<String> = cores.par_iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{} of {} cores:\n{}", failures.len(), cores.len(), failures.join("\n"));
}
