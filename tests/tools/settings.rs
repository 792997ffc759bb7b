//! Rung 6: registers change settings of chains between frames, in Icarus Verilog and in Verilator, and faults in how they do
//! are found.

use crate::support::full::share;
use crate::support::tools::{has_tool, make, run, write};
use fftgen::arch::ports::Stall;
use fftgen::chain::Chain;
use fftgen::format::Format;
use fftgen::parts::Reset;
use fftgen::{Config, Design, Interface};
use rayon::prelude::*;
use std::path::Path;

/// Chains with settings, the samples of a beat, their format, and what is special in the ports.
const CHAINS: [(&str, usize, &str, &str); 7] = [
    ("frame 16 hop 8 | window load:hann | fft | power | threshold load:0.01", 1, "fixed12", ""),
    ("fft 12 | times load:taps:0.5,0.25-0.5j,0.125j | ifft", 3, "fixed10", ""),
    ("fft 16 order reversed | times load:taps:0.5,0.25 | power fixed40 | threshold load:0.01", 2, "fixed10", "native"),
    ("buffer | frame 16 | window load:sine | fft | power | average 4 | cfar 1 2 load:2", 1, "fixed10", "aresetn"),
    ("real | frame 36 | window load:hamming", 3, "fixed10", "no stalls"),
    ("frame 8 | window load:sine | stack 4 | window load:hann across | fft across | magnitude", 1, "fp16", ""),
    ("real | frame 16 hop 8 | rfft | times load:taps:0.5,-0.25 | irfft | crop 8..16", 2, "fp16", "native"),
];

fn design((text, width, precision, special): (&str, usize, &str, &str)) -> Design {
    let usual = Config::new(1, width, Format::parse(precision, false).expect("a format"));
    let config = match special {
        "native" => Config { interface: Interface::Native, ..usual },
        "aresetn" => Config { reset: Reset::Aresetn, ..usual },
        "no stalls" => Config { stall: Stall::None, ..usual },
        _ => usual,
    };
    Chain::new(&config, text).unwrap_or_else(|error| panic!("{text}: {error}")).design()
}

/// Simulates the testbench that changes settings by Verilator.
fn by_verilator(name: &str, here: &Path) -> Result<String, String> {
    let [core, bench, top] = [format!("{name}.v"), format!("{name}_settings_tb.v"), format!("{name}_settings_tb")];
    let flags =
        ["--binary", "--timing", "-j", "2", "--Mdir", "o", "-o", "settings", "--top-module", &top, &core, &bench];
    run(here, "verilator", &flags)?;
    run(here, "o/settings", &[])
}

#[test]
fn registers_change_settings_in_icarus() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    share(CHAINS, 2).par_bridge().for_each(|chain| {
        let (here, design) = (tempfile::tempdir().expect("a folder"), design(chain));
        write(&design, here.path()).expect("files are written");
        for target in ["settings", "icarus"] {
            let said = make(here.path(), &[target]).unwrap_or_else(|failed| panic!("{chain:?}: {failed}"));
            assert!(said.contains("PASS: "), "{chain:?}: {said}");
        }
    });
}

#[test]
fn verify_runs_the_testbench_that_changes_settings() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    let (text, width, precision, _) = CHAINS[4];
    let width = width.to_string();
    let core = ["verify", "--chain", text, "--width", &width, "--precision", precision];
    let arguments = [&core[..], &["--with", "icarus", "--verbose"]].concat();
    let said = run(Path::new("."), env!("CARGO_BIN_EXE_fftgen"), &arguments).expect("the core is right");
    assert!(said.contains(" commits"), "{said}");
}

#[test]
fn registers_change_settings_in_verilator() {
    if !has_tool("verilator") {
        return;
    }
    share(&CHAINS[..4], 4).par_bridge().for_each(|chain| {
        let (here, design) = (tempfile::tempdir().expect("a folder"), design(*chain));
        write(&design, here.path()).expect("files are written");
        let said = by_verilator(&design.name, here.path()).unwrap_or_else(|failed| panic!("{chain:?}: {failed}"));
        assert!(said.contains("PASS: 12 frames, 3 commits"), "{chain:?}: {said}");
        let (name, file) = (&design.name, format!("{}.v", design.name));
        run(here.path(), "verilator", &["--lint-only", "-Wall", "--top-module", name, &file])
            .unwrap_or_else(|failed| panic!("{chain:?}: {failed}"));
    });
}

/// A bank that is not exchanged, a write that nothing refuses, frames that end no commit, and a word that does not wait for
/// the clock enable.
#[test]
fn faults_of_registers_are_found() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    let (here, design) = (tempfile::tempdir().expect("a folder"), design(CHAINS[0]));
    write(&design, here.path()).expect("files are written");
    let file = here.path().join(format!("{}.v", design.name));
    let sound = std::fs::read_to_string(&file).expect("a core");
    for (right, wrong) in [
        ("bank ^ switch", "bank & switch"),
        ("(to_table & is_free)", "(to_table & to_table)"),
        ("passes <= begins_first", "passes <= begins"),
        ("enable ? read_address : held_address", "read_address"),
    ] {
        let faulty = sound.replacen(right, wrong, 1);
        assert_ne!(faulty, sound, "{right} is there");
        std::fs::write(&file, faulty).expect("a faulty core");
        assert!(make(here.path(), &["settings"]).is_err(), "{wrong}");
    }
}
