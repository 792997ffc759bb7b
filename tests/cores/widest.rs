//! Words of 60 bits and more, in every kind of core: its self-check passes, or it is refused with a reason.

use crate::support::program::program;
use fftgen::rng::Rng;

/// Formats whose words are long.
const FORMATS: [&str; 8] = ["fixed60", "fixed62", "fixed63", "fixed64", "q8.56", "q60.4", "fp64", "e11m40"];

/// Cores of all kinds, where `#` stands for a number from 2 to 6.
const CORES: [&str; 16] = [
    "--size # --width 2",
    "--size 4x# --width 1",
    "--size 16 --width 1 --kind rfft",
    "--size 12 --width 1 --kind irfft-pair",
    "--sizes 4,8,12 --width 1",
    "--sizes 4,8 --width 1 --cycles 301",
    "--size 26 --width 1 --cycles 73#",
    "--size 16 --width 1 --cycles #00",
    "--size 16 --width 1 --cycles #00 --kind rfft",
    "--size 8x8 --array systolic:#x2",
    "--size 2x7 --array systolic:4x#",
    "--size 4x8 --array systolic:2x2 --transform dct2",
    "--size 12 --transform dct4 --macs #",
    "--size 8 --matrix load:4",
    "--size 4x4 --array ring:2",
    "--size 4x4 --width 1 --memory axi",
];

/// Flags of fixed point and of floating point, of which a core has one.
const FLAGS: [&[&str]; 2] = [
    &[
        "",
        "",
        "--scale none",
        "--scale stage+1",
        "--scale bfp",
        "--scale 1/n",
        "--overflow wrap",
        "--twiddle-bits 50",
        "--protect parity",
        "--protect ecc",
    ],
    &["", "", "--subnormals full", "--datapath float", "--datapath bfp40", "--protect parity", "--protect ecc"],
];

/// Exit codes of a refusal.
const REFUSED: [i32; 2] = [2, 3];

/// Generates a core with its self-check. Returns whether there is one.
fn has_core(line: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("generate {line} --emit none --quiet --out core");
    let output = program(folder.path(), &line).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(code) if REFUSED.contains(&code) && message.contains("error: ") => false,
        _ => panic!("fftgen {line}\n{message}"),
    }
}

/// What has failed.
#[test]
fn long_words_that_failed_pass_or_are_refused() {
    assert!(has_core("--array systolic:2x2 --size 8x8 --precision fixed63"));
    assert!(has_core("--array systolic:2x2 --size 8x8 --precision fixed64"));
    assert!(has_core("--sizes 4,8 --width 1 --cycles 301 --precision fixed64"));
    assert!(!has_core("--size 26 --width 1 --cycles 732 --precision fixed64 --scale none"));
}

/// Number of cores that are tried: `FFTGEN_CONFIGURATIONS`, or a few.
#[test]
fn cores_of_all_kinds_pass_at_their_longest_words() {
    let count = std::env::var("FFTGEN_CONFIGURATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(CORES.len());
    let mut rng = Rng::new(64);
    let mut pick = |count: usize| rng.below(count as u64) as usize;
    let mut built = 0;
    for number in 0..count {
        let core = CORES[number % CORES.len()].replace('#', &(2 + pick(5)).to_string());
        let format = FORMATS[pick(FORMATS.len())];
        let flags = FLAGS[usize::from(!format.starts_with(['f', 'q']) || format == "fp64")];
        let line = format!("{core} --precision {format} {}", flags[pick(flags.len())]);
        built += usize::from(has_core(&line));
    }
    assert!(built > count / 4, "{built} of {count}");
}
