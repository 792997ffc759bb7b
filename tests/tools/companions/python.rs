//! Tools in Python: cocotb, LiteX and Amaranth. With `FFTGEN_GRID=full` on more cores.

use super::cores::Core;
use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, run};
use fftgen::package::Companion;
use std::fs;

/// Passes frames through the core by cocotbext-axi.
fn cocotb(core: &Core, simulator: &str) {
    let here = core.written(&[Companion::Cocotb]);
    let said = run(here.path(), "cocotb-python", &[&format!("{}_cocotb.py", core.name()), simulator]);
    let said = said.unwrap_or_else(|failed| panic!("{}: {failed}", core.name()));
    assert!(said.contains("PASS=2 FAIL=0"), "{}: {said}", core.name());
}

#[test]
fn cocotb_passes_frames_through_every_kind_of_core() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    cocotb(&Core::memory(), "icarus");
    for word in share(["--rows", "--folded", "--aresetn"], 3) {
        cocotb(&Core::stream(word), "icarus");
    }
}

#[test]
fn cocotb_passes_frames_with_words_beside_them() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    for word in share(["--sizes", "--exponents", "--no-reset", "--tkeep", "--real"], 5) {
        cocotb(&Core::stream(word), "icarus");
    }
}

/// Verilator, which `cocotb-python` finds in a version that cocotb takes, with words and marks beside the data.
#[test]
fn cocotb_passes_frames_by_verilator() {
    if !has_tool("cocotb-python") || !is_full() {
        return;
    }
    for word in ["--sizes", "--rows", "--exponents", "--no-reset"] {
        cocotb(&Core::stream(word), "verilator");
    }
    cocotb(&Core::memory(), "verilator");
}

/// Three frames of one's own with their exponents, three through a core of more than 2,000 lines, which Verilator splits into several files, and
/// three in external memory.
#[test]
fn cocotb_passes_data_of_ones_own() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    let program = env!("CARGO_BIN_EXE_fftgen");
    let cores = [
        ("16", 16, 1, "fixed10 --scale bfp", "icarus", 0),
        ("64", 64, 2, "fixed16", "verilator", 2000),
        ("3x4", 12, 2, "fixed9 --memory axi", "icarus", 0),
    ];
    for (size, points, width, flags, simulator, lines) in share(cores, 2) {
        let here = tempfile::tempdir().expect("a temporary folder");
        let core = format!("--size {size} --width {width} --precision {flags} --name own --emit cocotb --license MIT --out . --no-verify");
        run(here.path(), program, &core.split(' ').collect::<Vec<_>>()).unwrap_or_else(|failed| panic!("{failed}"));
        let verilog = fs::read_to_string(here.path().join("own.v")).expect("a core");
        assert!(verilog.lines().count() > lines, "{flags}");
        let data: Vec<String> = (0..3 * points).map(|point| format!("{},-0.{point:03}", point % 2)).collect();
        fs::write(here.path().join("data.csv"), data.join("\n")).expect("data");
        let test = format!("FFTGEN={program} exec cocotb-python own_cocotb.py {simulator} data.csv");
        let said = run(here.path(), "sh", &["-c", &test]).unwrap_or_else(|failed| panic!("{flags}: {failed}"));
        assert!(said.contains("PASS=2 FAIL=0"), "{flags}: {said}");
        let results =
            fs::read_to_string(here.path().join(format!("own_sim_{simulator}/own_out.hex"))).expect("results");
        let beats = results.lines().filter(|line| !line.starts_with("//")).count();
        assert_eq!(beats * width, 3 * points, "{flags}");
    }
}

/// A test that passes nothing would pass everything: a wrong bit in the vectors is found.
#[test]
fn cocotb_finds_a_wrong_bit() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    let core = Core::stream("--fixed10");
    let here = core.written(&[Companion::Cocotb]);
    let path = here.path().join(format!("{}_tb_out.hex", core.name()));
    let text = fs::read_to_string(&path).expect("vectors");
    let last = text.trim_end().len() - 1;
    let turned = if text.as_bytes()[last] == b'0' { "1" } else { "0" };
    fs::write(&path, format!("{}{turned}\n", &text[..last])).expect("vectors");
    let failed = run(here.path(), "cocotb-python", &[&format!("{}_cocotb.py", core.name())]);
    let failed = failed.expect_err("a wrong bit is found");
    assert!(failed.contains("byte 28 differs") || failed.contains(" differs"), "{failed}");
}

/// Wraps the core in a framework, and passes the emitted testbench through the wrapper.
fn wrapped(core: &Core, framework: &str, companion: Companion) {
    let (here, name) = (core.written(&[companion, Companion::Testbench]), core.name());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/testbenches/wrapped.py");
    let said = run(here.path(), "cocotb-python", &[script, framework, name]);
    said.unwrap_or_else(|failed| panic!("{name}: {failed}"));
    if framework == "amaranth" {
        let convert = "read_rtlil wrapped.il; write_verilog wrapped.v";
        run(here.path(), "yosys", &["-q", "-p", convert]).unwrap_or_else(|failed| panic!("{name}: {failed}"));
    }
    let testbench = format!("{name}_tb.v");
    let sources = ["-g2005", "-o", "wrapped.vvp", "shim.v", "inner.v", "wrapped.v", &testbench];
    run(here.path(), "iverilog", &sources).unwrap_or_else(|failed| panic!("{name}: {failed}"));
    let said = run(here.path(), "vvp", &["-n", "wrapped.vvp"]).unwrap_or_else(|failed| panic!("{name}: {failed}"));
    assert!(said.contains("PASS: "), "{name}: {said}");
}

#[test]
fn litex_wraps_a_core() {
    if !["iverilog", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    for word in ["--fixed10", "--aresetn"] {
        wrapped(&Core::stream(word), "litex", Companion::Litex);
    }
}

#[test]
fn amaranth_wraps_a_core() {
    if !["iverilog", "yosys", "cocotb-python"].into_iter().all(has_tool) {
        return;
    }
    for word in ["--sizes", "--exponents"] {
        wrapped(&Core::stream(word), "amaranth", Companion::Amaranth);
    }
}
