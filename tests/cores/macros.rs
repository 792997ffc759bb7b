//! Memories of standard cells: modules of their own, which read at the clock edge, whatever the architecture.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::array::{Array, Links, Topology};
use fftgen::emit;
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::matrix::{self, Cells, Elements, Matrix};
use fftgen::package::{self, File, Request};
use fftgen::rtl::{Instance, Module, NetInfo, Op};
use fftgen::runtime::Runtime;
use fftgen::synth::Target;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use std::collections::BTreeSet;

/// Lines of `text` that read or write the array of a memory outside a process of a clock, and lines that declare one in
/// a module that is no memory.
fn wrong_lines(text: &str) -> Vec<&str> {
    let (mut arrays, mut module, mut in_process, mut wrong) = (Vec::new(), "", false, Vec::new());
    for line in text.lines() {
        let words = line.trim().trim_end_matches(';');
        if let Some(name) = line.strip_prefix("module ") {
            (arrays, module, in_process) = (Vec::new(), name, false);
        } else if words.starts_with("always @(posedge clk)") {
            in_process = true;
        } else if words == "end" || words == "endmodule" {
            in_process = false;
        } else if let Some((declared, _)) = words.split_once(" [0:") {
            arrays.push(format!("{}[", declared.split_whitespace().last().unwrap_or_default()));
            if !module.contains("_ram_1r1w_") {
                wrong.push(line);
            }
        } else if !in_process && arrays.iter().any(|array| line.contains(array.as_str())) {
            wrong.push(line);
        }
    }
    wrong
}

fn text(top: &Module) -> String {
    emit::print(&Verilog, top, "")
}

fn with_sizes(sizes: Vec<usize>, config: Config) -> Config {
    Config { runtime: Runtime { sizes, ..Runtime::default() }, ..config }
}

fn on_standard_cells(config: Config) -> Config {
    config.on(Target::parse("asic").unwrap())
}

#[test]
fn a_read_outside_of_a_process_is_found() {
    let module =
        "module a_ram_1r1w_4x2 (\n  reg [1:0] words [0:3];\n  always @(posedge clk)\n    if (ce) begin\n      \
                  word <= words[at];\n    end\n";
    assert!(wrong_lines(module).is_empty());
    assert_eq!(wrong_lines(&format!("{module}  assign y = words[at];\n")), ["  assign y = words[at];"]);
    assert_eq!(wrong_lines(&module.replace("_ram_1r1w_", "_")), ["  reg [1:0] words [0:3];"]);
    let xcup = Design::new(config(64, 2, "fixed16")).unwrap();
    assert!(!wrong_lines(&text(&xcup.top)).is_empty(), "the default target has memories in LUTs");
}

/// Words and bits of the smallest table that is a memory.
const MIN_TABLE: [usize; 2] = [33, 1024];

/// Names of the modules inside a module that have long tables and are no memories.
fn tables_outside(module: &Module) -> Vec<String> {
    let is_long = |net: &NetInfo| match &net.op {
        Op::Rom { table, .. } => table.len() >= MIN_TABLE[0] && table.len() * net.width as usize >= MIN_TABLE[1],
        _ => false,
    };
    let own = module.memory.is_none() && module.nets.iter().any(is_long);
    let inside = module.instances.iter().flat_map(|instance| tables_outside(&instance.module));
    own.then(|| module.name.clone()).into_iter().chain(inside).collect()
}

/// A netlist has memories, each of which is a module that reads at the clock edge.
fn has_macros_alone(top: &Module) {
    let printed = text(top);
    assert_eq!(wrong_lines(&printed), Vec::<&str>::new());
    assert_eq!(tables_outside(top), Vec::<String>::new());
    let is_macro = |line: &str| line.starts_with("module ") && (line.contains("_1r1w_") || line.contains("_rom"));
    assert!(printed.lines().any(is_macro), "{} has no memory", top.name);
}

/// Names of the modules inside a module that are memories.
fn memories(module: &Module) -> BTreeSet<String> {
    let of_instance = |instance: &Instance| match instance.module.memory {
        Some(_) => BTreeSet::from([instance.module.name.clone()]),
        None => memories(&instance.module),
    };
    module.instances.iter().flat_map(of_instance).collect()
}

/// A manifest among the files lists the memories of a netlist, and their ports.
fn manifest_lists(files: &[File], top: &Module) {
    let manifest = files.iter().find(|file| file.name == format!("{}.json", top.name)).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest.contents).unwrap();
    let tables = manifest["memories"].as_array().unwrap();
    let listed: BTreeSet<String> = tables.iter().map(|table| table["module"].as_str().unwrap().into()).collect();
    assert_eq!(listed, memories(top));
    for table in tables {
        assert!(table["ports"].as_array().is_some_and(|ports| ports.len() >= 3), "{table}");
        assert!(table["read_cycles"].as_u64() > Some(0), "{table}");
    }
}

fn request() -> Request {
    Request { command: "fftgen".into(), license: "0BSD".into(), library: None }
}

/// A core has memories that are modules, which the manifest lists.
fn lists_macros(design: &Design) {
    has_macros_alone(&design.top);
    manifest_lists(&package::files(design, &request(), &Verilog), &design.top);
}

/// A core equals its model, and its memories are modules that the manifest lists.
fn has_macros(config: Config) {
    let config = on_standard_cells(config);
    lists_macros(&Design::new(config.clone()).unwrap());
    verify(config, 2);
}

#[test]
fn memories_of_matrix_products_are_modules() {
    let matrix = Matrix::Dct2(48);
    let elements = Elements { topology: Topology::Line(2), macs: 1, hop: 1 };
    let design = matrix::design(on_standard_cells(config(48, 1, "fixed16")), &matrix, elements).unwrap();
    lists_macros(&design);
    check(&design, 2, |_| {}).unwrap();
    let frames = FrameShape::new(&[4, 64]).unwrap();
    let frames = on_standard_cells(Config::new(frames, 1, Format::parse("fixed16", false).unwrap()));
    let design = matrix::systolic_design(frames, &Matrix::Dct2(64), Cells { rows: 4, columns: 2 }).unwrap();
    lists_macros(&design);
    check(&design, 2, |_| {}).unwrap();
}

#[test]
fn memories_of_arrays_are_modules() {
    let frames = Config::new([8, 8, 8], 1, Format::parse("fp16", false).unwrap());
    let array = Array::new(on_standard_cells(frames), Topology::Mesh(2, 2), Links::default()).unwrap();
    has_macros_alone(&array.top);
    manifest_lists(&package::array::files(&array, &request(), &Verilog), &array.top);
}

cases! {
    memories_are_modules_of_one_behaviour(has_macros) {
        fixed_point: (config(128, 1, "fixed16")),
        lanes: (Config { interface: Interface::Native, ..config(256, 2, "fixed12") }),
        floating_point: (config(96, 1, "fp16")),
        real_data: (Config { kind: Kind::Real, ..config(512, 2, "fixed12") }),
        block_floating_point: (config(128, 2, "fixed16").with_block_exponents()),
        several_sizes: (with_sizes(vec![32, 64], config(64, 1, "fixed12"))),
        long_sizes: (with_sizes(vec![256, 512], config(512, 1, "fixed12"))),
        sizes_of_several_primes: (with_sizes(vec![36, 48, 60], config(60, 1, "fixed12"))),
        folded: (Config { cycles: Some(600), ..config(64, 1, "fixed12") }),
        folded_long: (Config { cycles: Some(9000), ..config(512, 1, "fixed16") }),
        folded_floating_point: (Config { cycles: Some(3000), ..config(240, 1, "fp16") }),
        folded_sizes: (Config { cycles: Some(4000), ..with_sizes(vec![60, 120, 240], config(240, 1, "fixed16")) }),
    }
}
