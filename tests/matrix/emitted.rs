//! Files of matrix products in Verilator and Icarus Verilog: the emitted testbench, with gaps, resets and frames in a row.

use super::chirps::chirps;
use super::longer;
use super::products::{array, array_of_parts, core, core_of_parts, horner, line, random, ring};
use super::steps::steps;
use crate::support::cases::cases;
use crate::support::full::is_full;
use crate::support::tools::{has_tool, make, run, write};
use fftgen::array::Topology;
use fftgen::matrix::{design, Elements, LoadedNodes, Matrix};
use fftgen::number::ProductRule::{Bf16, Bf16x3, Bf16x6, Whole};
use fftgen::parts::Reset;
use fftgen::{Config, Design, Interface};

/// Core of a matrix with another reset or interface.
fn other(matrix: &Matrix, elements: Elements, change: impl FnOnce(Config) -> Config) -> Design {
    let config = core(matrix, "fixed12", elements).config;
    design(change(Config { name: None, ..config }), matrix, elements).unwrap()
}

fn passes(design: &Design, targets: &[&str]) {
    let here = tempfile::tempdir().unwrap();
    write(design, here.path()).unwrap();
    let said = make(here.path(), targets).unwrap_or_else(|failed| panic!("{failed}"));
    let interval = format!("interval {} cycles", design.interval());
    assert!(said.contains("PASS: ") && said.contains(&interval), "{}: {said}", design.name);
}

fn verilator_passes(design: Design) {
    if ["verilator", "make"].into_iter().all(has_tool) {
        passes(&design, &["lint", "verilator"]);
    }
}

fn icarus_passes(design: Design) {
    if ["iverilog", "make"].into_iter().all(has_tool) {
        passes(&design, &["icarus"]);
    }
}

cases! {
    testbenches_in_verilator(verilator_passes) {
        line_of_fixed: (core(&random(12, 8, false), "fixed16", line(3, 2, 1))),
        steps_of_fixed: (steps([3, 36], "fixed12", Whole, [6, 2], false)),
        convolution: (chirps([2, 7], "fixed12", Whole, [4, 2], (true, None))),
        loaded_line: (core(&Matrix::Loaded { rows: 8, columns: 6 }, "fixed12", line(2, 2, 1))),
        loaded_nodes: (horner(&LoadedNodes::Any(18), 6, "fixed12", line(2, 1, 1))),
    }
}

cases! {
    testbenches_in_icarus(icarus_passes) {
        one_element: (core(&Matrix::Dct2(8), "fixed16", line(1, 1, 1))),
        ring_of_floats: (core(&random(16, 12, false), "fp16", ring(4, 2, 1))),
        systolic_floats: (array(&random(8, 8, false), 4, "fp16", [4, 2])),
        floats: (core(&random(8, 12, true), "fp16", line(2, 2, 2))),
        ring_of_powers: (core(&Matrix::Uniform { size: 36, inverse: false, by: 1 }, "fp32", ring(2, 1, 2))),
        longer_words: (longer::core(&Matrix::Loaded { rows: 4, columns: 6 }, "fp16", 13, line(2, 1, 1))),
        loaded_ring: (core(&Matrix::Loaded { rows: 8, columns: 8 }, "fp16", ring(4, 1, 1))),
        systolic: (array(&random(6, 6, false), 3, "fixed12", [3, 2])),
        loaded_systolic: (array(&Matrix::Loaded { rows: 4, columns: 4 }, 2, "fixed12", [2, 2])),
        steps_of_floats: (steps([2, 24], "fp16", Whole, [6, 3], true)),
        convolution_of_floats: (chirps([2, 5], "fp16", Whole, [3, 3], (false, None))),
        parts: (core_of_parts(&random(4, 4, false), Bf16x3, line(2, 1, 1))),
        loaded_nodes_of_floats: (horner(&LoadedNodes::Any(8), 5, "fp16", line(2, 2, 2))),
        without_ports: (other(&random(6, 9, false), line(2, 1, 1), |config| Config { interface: Interface::Native, ..config })),
        without_reset: (other(&random(6, 8, false), ring(2, 1, 1), |config| Config { reset: Reset::None, ..config })),
        loaded_without_reset: (other(&Matrix::Loaded { rows: 4, columns: 5 }, line(2, 1, 1), |config| Config {
            reset: Reset::None,
            ..config
        })),
        resynchronized: (other(&random(6, 8, false), line(3, 1, 1), |config| Config {
            resync: true,
            reset: Reset::Aresetn,
            ..config
        })),
    }
}

/// Larger matrices and other formats, which take minutes.
#[test]
fn more_testbenches_pass_in_verilator() {
    if !is_full() {
        return;
    }
    let cube = |topology: Topology, macs: usize| Elements { topology, macs, hop: 1 };
    for design in [
        core(&random(64, 64, false), "fp32", cube(Topology::Ring(8), 1)),
        core(&random(64, 64, false), "fp32", cube(Topology::Line(8), 2)),
        core(&random(60, 60, false), "fixed16", cube(Topology::Ring(5), 1)),
        core(&random(32, 64, false), "fixed18", cube(Topology::Ring(16), 1)),
        core(&random(128, 64, true), "bf16", cube(Topology::Line(16), 2)),
        core(&random(24, 205, false), "fp32", cube(Topology::Line(3), 8)),
        core(&random(16, 16, false), "fp64", cube(Topology::Line(2), 1)),
        core(&Matrix::Loaded { rows: 32, columns: 32 }, "fp32", cube(Topology::Ring(8), 1)),
        core(&Matrix::Loaded { rows: 24, columns: 40 }, "fixed16", line(4, 3, 3)),
        core(&Matrix::Dct4(32), "fixed24", ring(8, 2, 1)),
        horner(&LoadedNodes::Any(64), 64, "fp32", line(4, 1, 1)),
        horner(&LoadedNodes::Any(48), 60, "fixed16", line(4, 3, 3)),
        horner(&LoadedNodes::Any(32), 40, "fixed24", line(16, 1, 1)),
        horner(&LoadedNodes::Any(30), 17, "fp64", line(1, 1, 1)),
        array(&random(64, 64, false), 16, "fp32", [8, 8]),
        array(&random(24, 32, false), 8, "fixed16", [4, 6]),
        array(&Matrix::Loaded { rows: 32, columns: 32 }, 8, "fp32", [8, 4]),
        array_of_parts(&random(16, 16, false), 8, Bf16x6, [4, 4]),
        core_of_parts(&random(16, 16, false), Bf16x3, ring(4, 1, 1)),
        steps([16, 64], "fp32", Whole, [8, 4], false),
        steps([8, 256], "fixed16", Whole, [16, 4], true),
        steps([4, 60], "fp16", Whole, [5, 5], false),
        steps([4, 64], "fp32", Bf16, [8, 2], false),
        chirps([8, 31], "fp32", Whole, [8, 8], (false, None)),
        chirps([4, 127], "fixed16", Whole, [16, 4], (true, None)),
        chirps([2, 97], "fp16", Whole, [6, 6], (false, None)),
        chirps([4, 23], "fp32", Bf16x3, [8, 2], (true, None)),
        chirps([3, 50], "fixed12", Whole, [4, 3], (false, None)),
    ] {
        verilator_passes(design);
    }
}

#[test]
fn files_have_no_lint() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    for design in [
        core(&random(6, 16, false), "fp16", line(2, 3, 1)),
        core(&Matrix::Uniform { size: 64, inverse: false, by: 1 }, "fixed12", line(1, 1, 1)),
        core(&Matrix::Uniform { size: 60, inverse: true, by: 1 }, "fixed12", ring(2, 1, 1)),
        core(&random(1, 1, false), "fixed12", line(1, 1, 1)),
        core(&random(3, 3, true), "fixed12", line(1, 3, 1)),
        core(&Matrix::Loaded { rows: 4, columns: 6 }, "fixed12", ring(2, 2, 1)),
        horner(&LoadedNodes::Any(6), 4, "fixed12", line(2, 1, 1)),
        horner(&LoadedNodes::Any(1), 1, "fp16", line(1, 1, 1)),
        horner(&LoadedNodes::Any(40), 3, "fixed12", line(1, 2, 1)),
        chirps([2, 7], "fixed12", Whole, [4, 2], (false, None)),
        chirps([1, 11], "fp16", Whole, [3, 3], (true, None)),
        array(&random(4, 6, false), 3, "fixed12", [2, 2]),
        array(&random(4, 4, true), 4, "fp16", [2, 2]),
        array(&Matrix::Loaded { rows: 4, columns: 4 }, 2, "fixed12", [2, 2]),
        array_of_parts(&random(4, 4, false), 4, Bf16x6, [2, 2]),
        steps([2, 12], "fixed12", Whole, [4, 3], false),
        steps([1, 8], "fp16", Whole, [2, 2], false),
        steps([3, 5], "fixed12", Whole, [6, 2], false),
        core(&Matrix::Loaded { rows: 4, columns: 3 }, "fp16", line(2, 1, 1)),
    ] {
        let here = tempfile::tempdir().unwrap();
        write(&design, here.path()).unwrap();
        let [top, source, testbench] = ["_tb", ".v", "_tb.v"].map(|end| format!("{}{end}", design.name));
        let lint = ["--lint-only", "-Wall", "--timing", "-DFAIL_BY_FATAL", "--top-module", &top, &source, &testbench];
        let slang = ["--std", "1364-2005", "-Weverything", "-DFAIL_BY_FATAL", &source, &testbench];
        for (tool, flags) in [("verilator", lint.as_slice()), ("slang", slang.as_slice())] {
            let said = run(here.path(), tool, flags).unwrap_or_else(|failed| panic!("{failed}"));
            assert!(said.lines().all(|line| line.starts_with("- ")), "{tool}, {}: {said}", design.name);
        }
    }
}
