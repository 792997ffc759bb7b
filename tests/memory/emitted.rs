//! Rung 6: cores for frames in external memory as files: their testbench in Verilator and Icarus Verilog, their ports beside a memory of
//! somebody else, and the commands.

use crate::support::cases::cases;
use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, make, run};
use fftgen::emit::Verilog;
use fftgen::external::{check, External};
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::parts::Reset;
use fftgen::{package, Config, Error};
use std::fs;
use std::path::Path;

pub fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

/// Writes the files of a core to a folder.
pub fn write(core: &External, folder: &Path) {
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    for file in package::external::files(core, &request, &Verilog) {
        fs::write(folder.join(&file.name), &file.contents).unwrap();
    }
}

/// Runs a target of the Makefile of a core, and returns what it prints.
fn made(config: Config, targets: &[&str]) -> String {
    let here = tempfile::tempdir().unwrap();
    write(&External::new(config).unwrap(), here.path());
    make(here.path(), targets).unwrap_or_else(|failed| panic!("{failed}"))
}

/// Lints a core, and runs its testbench in Verilator.
fn verilator_passes(config: Config) {
    if ["verilator", "make"].into_iter().all(has_tool) {
        assert!(made(config, &["lint", "verilator"]).contains("PASS: "));
    }
}

cases! {
    /// The emitted testbench passes in Verilator: registers, faults, frames elsewhere and in place, random latency and pauses.
    testbenches_in_verilator(verilator_passes) {
        square: (config(&[16, 24], 4, "fixed16")),
        odd: (config(&[7, 15], 2, "fp16")),
        three_dimensions: (Config { reset: Reset::Aresetn, ..config(&[4, 6, 8], 1, "fp32") }),
        one_dimension: (config(&[4096], 4, "fp32")),
    }
}

/// Larger frames and other formats, which take minutes.
#[test]
fn more_testbenches_pass_in_verilator() {
    if !is_full() {
        return;
    }
    let inverse = |config: Config| Config { inverse: true, ..config };
    for config in [
        config(&[256, 256], 4, "fixed16"),
        config(&[64, 64, 64], 4, "fp16"),
        inverse(config(&[7, 10], 2, "fixed18")),
        config(&[1, 16], 2, "fixed16"),
        config(&[16, 1], 4, "fixed8"),
        config(&[8, 8], 2, "fp64"),
        Config { reset: Reset::None, ..config(&[4, 300], 16, "fixed12") },
        config(&[2, 3, 2, 9], 2, "bf16"),
        inverse(config(&[1 << 14], 4, "fixed16")),
        config(&[3 << 13], 8, "fixed16"),
        config(&[1 << 18], 4, "fixed18"),
    ] {
        verilator_passes(config);
    }
}

#[test]
fn testbenches_pass_in_icarus() {
    if ["iverilog", "make"].into_iter().all(has_tool) {
        assert!(made(config(&[3, 7], 2, "fixed12"), &["icarus"]).contains("PASS: "));
    }
}

#[test]
fn testbenches_have_no_lint() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    for config in share([config(&[6, 13], 4, "fp16"), config(&[4096], 2, "fp32")], 2) {
        let here = tempfile::tempdir().unwrap();
        let core = External::new(config).unwrap();
        write(&core, here.path());
        let [top, source, testbench] = ["_tb", ".v", "_tb.v"].map(|end| format!("{}{end}", core.name));
        for ending in ["-DFAIL_BY_FATAL", "-DFAIL_BY_STOP"] {
            let lint = ["--lint-only", "-Wall", "--timing", ending, "--top-module", &top, &source, &testbench];
            let slang = ["--std", "1364-2005", "-Weverything", ending, &source, &testbench];
            for (tool, flags) in [("verilator", lint.as_slice()), ("slang", slang.as_slice())] {
                let said = run(here.path(), tool, flags).unwrap_or_else(|failed| panic!("{failed}"));
                assert!(said.lines().all(|line| line.starts_with("- ")), "{tool} {ending}: {said}");
            }
        }
    }
}

/// Replaces a text that a file has once.
fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {}", path.display());
    fs::write(path, text.replace(from, to)).unwrap();
}

#[test]
fn testbenches_find_faults() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    let core = External::new(config(&[4, 8], 4, "fixed16")).unwrap();
    let fails = |change: &dyn Fn(&Path, &str), said: &str| {
        let here = tempfile::tempdir().unwrap();
        write(&core, here.path());
        change(here.path(), &core.name);
        let failed = make(here.path(), &["icarus"]).expect_err("a fault");
        assert!(failed.contains(said), "{failed}");
    };
    let digest = |folder: &Path, name: &str| {
        let path = folder.join(format!("{name}_tb_out.hex"));
        let text = fs::read_to_string(&path).unwrap();
        let changed = if text.starts_with('0') { "1" } else { "0" };
        fs::write(path, changed.to_string() + &text[1..]).unwrap();
    };
    fails(&digest, "FAIL: phase 2, frame 0, row 0: digest");
    let last = |folder: &Path, name: &str| {
        replace(&folder.join(format!("{name}.v")), "assign m_axi_arburst = 2'h1;", "assign m_axi_arburst = 2'h0;");
    };
    fails(&last, "FAIL: phase 2: a burst of type 0");
    let stuck = |folder: &Path, name: &str| {
        replace(&folder.join(format!("{name}.v")), "assign m_axi_bready = 1'h1;", "assign m_axi_bready = 1'h0;");
    };
    fails(&stuck, "FAIL: phase 2: no transfer in 20000 clock cycles");
}

#[test]
fn self_checks_cover_whole_frames_or_their_beginnings() {
    for lengths in [&[16, 24][..], &[4096]] {
        let core = External::new(config(lengths, 4, "fp32")).unwrap();
        let all: usize = core.plan.passes.iter().map(|pass| pass.write.bursts()).sum();
        let whole = check(&core, u64::MAX).unwrap();
        assert_eq!((whole.frames, whole.bursts), (3, 3 * all));
        let part = check(&core, whole.cycles / 3).unwrap();
        assert!(part.frames == 0 && part.bursts < all / 2, "{part:?}");
        let part = check(&core, whole.cycles - 20).unwrap();
        assert!(part.frames == 0 && part.bursts > all / 2 && part.bursts < all, "{part:?}");
    }
}

/// A model of the inverse transform beside a netlist of the forward one.
#[test]
fn self_checks_find_a_difference() {
    let [mut core, inverse] =
        [false, true].map(|inverse| External::new(Config { inverse, ..config(&[16, 24], 4, "fp32") }).unwrap());
    core.engines = inverse.engines;
    for cycles in [u64::MAX, 600] {
        let found = check(&core, cycles);
        assert!(matches!(found, Err(Error::Mismatch(_))), "{found:?}");
    }
}
