//! Rung 6: arrays as files: their testbench in Verilator and Icarus Verilog, and the commands.

mod commands;

use crate::support::cases::cases;
use crate::support::full::{is_full, share};
use crate::support::tools::{has_tool, make, run};
use fftgen::array::{Array, Delivery, Edges, Links, Steps, Topology};
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::matrix::{axes_design, Matrix};
use fftgen::parts::Reset;
use fftgen::{package, Config};
use num_complex::Complex64;
use std::fs;
use std::path::Path;

/// Returns the matrix of a dimension of some points.
type Rule = fn(usize) -> Matrix;

/// Array with blocks of some points.
#[derive(Clone)]
struct Case {
    topology: Topology,
    links: Links,
    config: Config,
    /// Matrices, and the multiply-adds of an element. `None` for a Fourier transform.
    product: Option<(Rule, usize)>,
}

fn case(topology: Topology, block: usize, precision: &str, links: Links) -> Case {
    let axes = topology.axes();
    shaped(topology, &vec![axes[0].length * block; axes.len() + 1], precision, links)
}

/// Array for a frame of some lengths.
fn shaped(topology: Topology, lengths: &[usize], precision: &str, links: Links) -> Case {
    let config = Config::new(FrameShape::new(lengths).unwrap(), 1, Format::parse(precision, false).unwrap());
    Case { topology, links, config, product: None }
}

/// Array for products with a matrix along each dimension.
fn products(case: Case, rule: Rule, macs: usize) -> Case {
    Case { product: Some((rule, macs)), ..case }
}

/// Returns the matrix of nodes at uneven distances.
fn nodes(size: usize) -> Matrix {
    let turns = |node: usize| std::f64::consts::TAU * (node as f64 + 0.2 * (node % 2) as f64) / size as f64;
    Matrix::Nodes { size, nodes: (0..size).map(|node| Complex64::from_polar(1.0, turns(node))).collect() }
}

fn links(bits: u32, hop: usize) -> Links {
    Links { bits, hop, ..Links::default() }
}

fn broadcast(bits: u32, hop: usize) -> Links {
    Links { delivery: Delivery::Broadcast, ..links(bits, hop) }
}

fn overlapped(bits: u32, hop: usize) -> Links {
    Links { steps: Steps::Overlapped, ..links(bits, hop) }
}

fn streams(bits: u32, hop: usize) -> Links {
    Links { edges: Edges::Streams, ..links(bits, hop) }
}

fn mesh(places: usize) -> Topology {
    Topology::Mesh(places, places)
}

fn torus(places: usize) -> Topology {
    Topology::Torus(places, places)
}

fn inverse(case: Case) -> Case {
    Case { config: Config { inverse: true, ..case.config }, ..case }
}

fn real(case: Case) -> Case {
    Case { config: Config { kind: Kind::Real, ..case.config }, ..case }
}

fn with_reset(case: Case, reset: Reset) -> Case {
    Case { config: Config { reset, ..case.config }, ..case }
}

/// Writes the files of an array to a folder.
fn write(case: &Case, folder: &Path) -> Array {
    let (config, topology, links) = (case.config.clone(), case.topology, case.links);
    let array = match case.product {
        None => Array::new(config, topology, links),
        Some((rule, macs)) => {
            let matrices: Vec<Matrix> = config.shape.dimensions().iter().map(|length| rule(*length)).collect();
            axes_design(config, &matrices, macs, topology, links)
        }
    };
    let array = array.unwrap();
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    for file in package::array::files(&array, &request, &Verilog) {
        fs::write(folder.join(&file.name), &file.contents).unwrap();
    }
    array
}

/// Runs targets of the Makefile of an array. The verdict states the clock cycles of the cycle model.
fn passes(case: &Case, targets: &[&str]) {
    let here = tempfile::tempdir().unwrap();
    let array = write(case, here.path());
    let said = make(here.path(), targets).unwrap_or_else(|failed| panic!("{failed}"));
    let cycles = match case.links.edges {
        Edges::Words => format!("transform {} cycles", array.cycles()),
        Edges::Streams => format!("interval {} cycles", array.interval()),
    };
    assert!(said.contains("PASS: ") && said.contains(&cycles), "{}: {said}", array.name);
}

/// Lints an array, and runs its testbench in Verilator.
fn verilator_passes(case: Case) {
    if ["verilator", "make"].into_iter().all(has_tool) {
        passes(&case, &["lint", "verilator"]);
    }
}

/// Runs the testbench of an array in Icarus Verilog.
fn icarus_passes(case: Case) {
    if ["iverilog", "make"].into_iter().all(has_tool) {
        passes(&case, &["icarus"]);
    }
}

cases! {
    /// The emitted testbench passes in Verilator: frames alone, back to back, apart, and after a reset.
    testbenches_in_verilator(verilator_passes) {
        mesh_of_three: (case(mesh(3), 1, "fp16", links(32, 1))),
        torus_of_two: (case(torus(2), 2, "fixed16", links(32, 3))),
    }
}

cases! {
    /// The emitted testbench passes in Icarus Verilog.
    testbenches_in_icarus(icarus_passes) {
        mesh_of_two: (case(mesh(2), 3, "fixed16", links(16, 1))),
        overlapped_mesh: (case(mesh(2), 2, "fixed16", overlapped(32, 1))),
        overlapped_torus: (case(torus(2), 2, "fixed16", overlapped(32, 1))),
        unequal_lengths: (shaped(mesh(2), &[4, 2, 6], "fixed16", links(32, 1))),
        plane: (shaped(torus(2), &[4, 8], "fixed12", links(24, 1))),
        long_frame: (shaped(Topology::Ring(4), &[32], "fixed16", links(32, 1))),
        broadcasting_mesh: (case(mesh(3), 1, "fixed12", broadcast(32, 1))),
        torus_of_four: (with_reset(case(torus(4), 1, "fp16", links(32, 1)), Reset::Aresetn)),
        line_without_reset: (with_reset(case(Topology::Line(4), 2, "fixed16", links(32, 3)), Reset::None)),
        inverse_ring: (inverse(case(Topology::Ring(5), 1, "fp16", links(32, 1)))),
        real_samples: (real(shaped(torus(2), &[4, 2, 8], "fixed16", links(32, 1)))),
        long_real_samples: (real(shaped(Topology::Ring(2), &[16], "fixed16", links(32, 1)))),
        to_real_samples: (inverse(real(shaped(Topology::Ring(3), &[6, 6], "fp16", streams(32, 1))))),
        ring_of_products: (products(shaped(Topology::Ring(2), &[4, 6], "fixed16", links(32, 1)), nodes, 2)),
        mesh_with_streams: (case(mesh(2), 1, "fixed16", streams(20, 1))),
        line_with_streams_without_reset: (with_reset(case(Topology::Line(3), 1, "fixed16", streams(32, 2)), Reset::None)),
    }
}

/// Larger arrays, other formats and links, which take minutes.
#[test]
fn more_testbenches_pass_in_verilator() {
    if !is_full() {
        return;
    }
    for case in [
        case(mesh(3), 2, "fp16", streams(32, 1)),
        real(shaped(mesh(4), &[8, 4, 16], "fp32", links(32, 1))),
        real(shaped(torus(3), &[6, 9, 12], "fixed16", links(32, 3))),
        real(shaped(Topology::Line(8), &[64, 32], "fp16", broadcast(32, 1))),
        inverse(real(shaped(mesh(3), &[6, 12, 6], "fixed16", streams(16, 1)))),
        real(shaped(Topology::Ring(16), &[1024], "fixed16", links(32, 1))),
        real(shaped(mesh(4), &[4096], "fp32", streams(32, 1))),
        inverse(real(shaped(Topology::Line(8), &[1024], "fp32", broadcast(32, 1)))),
        inverse(real(shaped(torus(3), &[648], "fp16", links(32, 3)))),
        inverse(real(shaped(Topology::Ring(4), &[16, 64], "fp32", links(64, 2)))),
        products(case(torus(4), 2, "fp32", links(64, 1)), nodes, 1),
        products(case(torus(3), 3, "fixed16", links(32, 3)), Matrix::Dct2, 3),
        products(case(torus(4), 4, "fixed16", overlapped(32, 1)), Matrix::Dct4, 4),
        products(shaped(mesh(4), &[8, 4, 16], "fp16", links(32, 1)), nodes, 1),
        products(shaped(Topology::Ring(8), &[32, 64], "fp32", links(64, 2)), nodes, 4),
        products(shaped(Topology::Line(5), &[15, 25], "fixed16", broadcast(16, 1)), Matrix::Dct2, 5),
        products(shaped(Topology::Line(3), &[9, 6], "fp32", streams(32, 1)), Matrix::Dct2, 1),
        case(torus(4), 1, "fp32", streams(64, 2)),
        shaped(mesh(4), &[32, 16], "fp32", links(32, 1)),
        shaped(mesh(3), &[18, 9], "fixed16", broadcast(16, 3)),
        shaped(torus(4), &[16, 16], "fixed16", links(32, 1)),
        shaped(torus(3), &[9, 27], "fp16", streams(32, 2)),
        shaped(torus(8), &[64, 64], "fixed16", links(32, 1)),
        inverse(shaped(torus(2), &[24, 12], "fp32", links(64, 1))),
        real(shaped(torus(4), &[16, 32], "fp16", links(32, 1))),
        inverse(real(shaped(mesh(3), &[9, 36], "fixed16", links(32, 1)))),
        products(shaped(torus(4), &[16, 32], "fixed16", links(32, 1)), nodes, 4),
        products(shaped(mesh(3), &[9, 18], "fp32", streams(64, 1)), Matrix::Dct2, 1),
        case(mesh(2), 1, "fp32", links(32, 1)),
        case(mesh(2), 3, "fp16", links(32, 3)),
        case(mesh(3), 2, "fp32", links(64, 1)),
        case(mesh(4), 1, "fp32", links(32, 1)),
        case(mesh(4), 2, "fixed16", links(32, 3)),
        case(mesh(4), 3, "fp16", links(32, 1)),
        case(mesh(5), 1, "fp32", links(32, 3)),
        case(mesh(8), 1, "fp32", links(32, 1)),
        case(mesh(16), 1, "fp16", links(32, 1)),
        case(mesh(3), 2, "fp16", broadcast(32, 3)),
        case(mesh(4), 1, "fp32", broadcast(32, 1)),
        case(mesh(5), 1, "fixed16", broadcast(32, 1)),
        case(mesh(3), 2, "fp32", overlapped(32, 1)),
        case(mesh(4), 3, "fixed16", overlapped(32, 3)),
        case(mesh(4), 2, "fp16", overlapped(16, 1)),
        case(torus(4), 2, "fp16", overlapped(32, 1)),
        case(torus(5), 2, "fixed16", overlapped(16, 3)),
        shaped(mesh(4), &[8, 16, 4], "fp32", links(64, 1)),
        shaped(torus(3), &[12, 3, 9], "fp16", links(32, 3)),
        shaped(mesh(4), &[4096], "fp32", links(32, 1)),
        shaped(torus(3), &[162], "fixed16", links(32, 1)),
        shaped(Topology::Line(8), &[1024], "fp32", links(32, 1)),
        shaped(Topology::Ring(16), &[1024], "fixed16", links(32, 1)),
        case(torus(2), 3, "fp32", links(32, 1)),
        case(torus(3), 1, "fp32", links(64, 1)),
        case(torus(4), 2, "fp16", links(32, 3)),
        case(torus(5), 1, "fixed16", links(32, 1)),
        case(torus(8), 1, "fp32", links(32, 1)),
        case(torus(16), 1, "fixed16", links(32, 1)),
        inverse(case(torus(4), 1, "fp32", links(32, 1))),
        case(Topology::Line(8), 3, "fp32", links(32, 1)),
        case(Topology::Line(16), 1, "fp16", links(32, 3)),
        case(Topology::Line(5), 2, "fixed16", broadcast(16, 3)),
        case(Topology::Ring(8), 2, "fp32", links(32, 3)),
        case(Topology::Ring(5), 3, "fp16", links(32, 1)),
        case(Topology::Ring(16), 1, "fixed16", links(32, 1)),
    ] {
        verilator_passes(case);
    }
}

#[test]
fn testbenches_have_no_lint() {
    if !["verilator", "slang"].into_iter().all(has_tool) {
        return;
    }
    let cases = [
        case(mesh(2), 1, "fp16", links(32, 1)),
        case(Topology::Ring(3), 1, "fixed16", links(13, 2)),
        with_reset(case(Topology::Line(3), 1, "fixed16", broadcast(32, 1)), Reset::None),
        case(mesh(2), 2, "fixed16", overlapped(16, 2)),
        shaped(torus(2), &[4, 8], "fp16", links(32, 1)),
        shaped(Topology::Ring(4), &[32], "fixed16", links(32, 1)),
        inverse(real(shaped(mesh(2), &[4, 2, 4], "fixed12", links(24, 1)))),
        real(shaped(mesh(2), &[64], "fixed12", links(24, 1))),
        inverse(real(shaped(Topology::Ring(2), &[16], "fp16", links(32, 1)))),
        products(shaped(mesh(2), &[2, 4, 6], "fp16", links(32, 1)), nodes, 1),
        products(case(torus(2), 2, "fixed16", overlapped(32, 1)), Matrix::Dct2, 2),
        with_reset(case(torus(2), 1, "fp32", links(32, 1)), Reset::Aresetn),
        case(mesh(2), 1, "fp16", streams(32, 1)),
        with_reset(case(Topology::Ring(3), 1, "fixed16", streams(13, 2)), Reset::None),
        with_reset(case(Topology::Line(2), 1, "fixed8", streams(16, 1)), Reset::Aresetn),
    ];
    for case in share(cases, 2) {
        let here = tempfile::tempdir().unwrap();
        let array = write(&case, here.path());
        let [top, source, testbench] = ["_tb", ".v", "_tb.v"].map(|end| format!("{}{end}", array.name));
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

#[test]
fn testbenches_find_faults() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    let case = case(Topology::Line(3), 1, "fixed16", links(32, 1));
    let fails = |change: &dyn Fn(&Path, &Array), said: &str| {
        let here = tempfile::tempdir().unwrap();
        let array = write(&case, here.path());
        change(here.path(), &array);
        let failed = make(here.path(), &["icarus"]).expect_err("a fault");
        assert!(failed.contains(said), "{failed}");
    };
    let replace = |path: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from} in {}", path.display());
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    };
    let word = |folder: &Path, array: &Array| {
        let path = folder.join(format!("{}_tb_out.hex", array.name));
        let text = fs::read_to_string(&path).unwrap();
        let changed = if text.starts_with('0') { "1" } else { "0" };
        fs::write(path, changed.to_string() + &text[1..]).unwrap();
    };
    fails(&word, "FAIL: frame 0, word 0: got");
    let cycles = |folder: &Path, array: &Array| {
        let promised = format!("TRANSFORM = 32'd{}", array.cycles());
        replace(&folder.join(format!("{}_tb.v", array.name)), &promised, "TRANSFORM = 32'd7");
    };
    fails(&cycles, "clock cycles, expected");
    let overflow = |folder: &Path, array: &Array| {
        let path = folder.join(format!("{}_tb.v", array.name));
        let text = fs::read_to_string(&path).unwrap();
        let place = text.find("'b").expect("bits of overflow") + 2;
        let flipped = if text[place..].starts_with('1') { "0" } else { "1" };
        fs::write(path, text[..place].to_string() + flipped + &text[place + 1..]).unwrap();
    };
    fails(&overflow, "overflow is");
}

#[test]
fn testbenches_of_streams_find_faults() {
    if !["iverilog", "make"].into_iter().all(has_tool) {
        return;
    }
    let case = case(Topology::Line(3), 1, "fixed16", streams(32, 1));
    let fails = |file: &str, from: &str, to: &str, said: &str| {
        let here = tempfile::tempdir().unwrap();
        let array = write(&case, here.path());
        let path = here.path().join(format!("{}{file}", array.name));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} in {}", path.display());
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let failed = make(here.path(), &["icarus"]).expect_err("a fault");
        assert!(failed.contains(said), "{failed}");
    };
    fails("_tb.v", "INTERVAL = 32'd", "INTERVAL = 32'd1", "clock cycles from frame to frame, expected");
    // A queue that drops words, and a frame that starts without room or words.
    fails(".v", "filled + ", "filled - ", "FAIL: ");
    fails(".v", "start = rows_ready & ", "start = ", "FAIL: ");
}
