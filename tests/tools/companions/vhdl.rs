//! Wrappers in VHDL of every kind of core: GHDL analyses and elaborates them, and the emitted testbench passes its frames through the
//! Verilog that GHDL makes of them: of every third core, and with `FFTGEN_GRID=full` of all.

use crate::support::full::share;
use crate::support::tools::has_tool;
use crate::support::tools::run;
use std::path::Path;

/// Flags of small cores: of all kinds, and with all ports that there are.
const CORES: [&str; 17] = [
    "--size 12 --width 4 --precision e5m6",
    "--size 16 --width 1 --precision fixed10 --interface native",
    "--size 16 --width 1 --precision fixed10 --reset aresetn",
    "--size 16 --width 1 --precision fixed10 --reset none",
    "--size 64 --width 1 --precision fixed10 --cycles 700",
    "--size 16 --width 1 --precision fixed10 --scale bfp",
    "--size 16 --width 2 --precision fixed10 --runtime direction --scale runtime",
    "--sizes 8,16 --width 1 --precision fixed10 --runtime direction",
    "--kind rfft --size 16 --width 1 --precision fixed10",
    "--size 10 --width 4 --precision fixed10 --tkeep",
    "--size 4x6 --width 4 --precision fixed10 --last row --pad rows --tkeep",
    "--size 8x12 --width 2 --precision fixed16 --memory axi",
    "--size 4x4x4 --array mesh:2x2 --precision fixed10",
    "--size 8 --precision fixed10 --transform dct2",
    "--size 8 --precision fixed10 --matrix load:4",
    "--size 8 --precision fixed10 --transform dct2 --array line:2",
    "--size 4x8 --precision fixed10 --transform dct2 --array systolic:2x2",
];

/// Runs a tool and returns what it has printed.
fn ran(folder: &Path, program: &str, arguments: &[&str]) -> String {
    run(folder, program, arguments).unwrap_or_else(|failed| panic!("{failed}"))
}

/// The module of an entity in the Verilog that GHDL prints, without the empty module of its component.
fn synthesised(folder: &Path, entity: &str) -> String {
    let printed = ran(folder, "ghdl", &["--synth", "--std=08", "--out=verilog", "-Wno-binding", entity]);
    let module = printed.find(&format!("module {entity}\n")).unwrap_or_else(|| panic!("{entity}: {printed}"));
    printed[module..].into()
}

#[test]
fn testbenches_pass_through_wrappers_in_vhdl() {
    if !["ghdl", "iverilog"].into_iter().all(has_tool) {
        return;
    }
    for flags in share(CORES, 5) {
        let here = tempfile::tempdir().expect("a folder");
        let flags: Vec<&str> =
            flags.split(' ').chain("--no-verify --emit vhdl,testbench --out . --name dft".split(' ')).collect();
        ran(here.path(), env!("CARGO_BIN_EXE_fftgen"), &flags);
        for standard in ["--std=93", "--std=08"] {
            let said = ran(here.path(), "ghdl", &["-a", standard, "-Werror=unused", "dft.vhd"]);
            assert!(said.is_empty(), "{said}");
            ran(here.path(), "ghdl", &["-e", standard, "dft_vhdl"]);
        }
        std::fs::write(here.path().join("wrapper.v"), synthesised(here.path(), "dft_vhdl")).expect("a wrapper");
        let testbench = std::fs::read_to_string(here.path().join("dft_tb.v")).expect("a testbench");
        assert_eq!(testbench.matches("\n  dft ").count(), 1, "{flags:?}");
        std::fs::write(here.path().join("dft_tb.v"), testbench.replace("\n  dft ", "\n  dft_vhdl "))
            .expect("a testbench");
        let sources = ["-g2005", "-s", "dft_tb", "-o", "dft.vvp", "dft_tb.v", "wrapper.v", "dft.v"];
        let said = ran(here.path(), "iverilog", &sources);
        assert!(said.is_empty(), "{flags:?}: {said}");
        let said = ran(here.path(), "vvp", &["-n", "dft.vvp"]);
        assert!(said.contains("PASS: "), "{flags:?}: {said}");
    }
}
