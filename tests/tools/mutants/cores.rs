//! Small cores of every kind.

use super::subject::Subject;
use fftgen::array::{Array, Edges, Links, Steps, Topology};
use fftgen::format::{Format, Overflow};
use fftgen::formula::{FrameShape, Kind};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::runtime::Runtime;
use fftgen::{Config, Interface};

/// Cores of streams, and arrays with words and with streams at their edges; if `all`, cores of a few units, larger arrays and cores for
/// frames in external memory too, whose testbenches take seconds.
pub fn cores(all: bool) -> Vec<Subject> {
    let streams = streams().into_iter().map(Subject::of_streams);
    let arrays = arrays().into_iter().map(Subject::of_array);
    let small: Vec<Subject> = streams.chain(arrays).collect();
    if !all {
        return small;
    }
    let larger = larger_arrays().into_iter().map(Subject::of_array);
    let others = memories()
        .into_iter()
        .map(Subject::of_memory)
        .chain(of_few_units().into_iter().map(|config| Subject { rare: 33, ..Subject::of_streams(config) }));
    small.into_iter().chain(larger).chain(others).collect()
}

fn shaped(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).expect("a format"))
}

fn memories() -> Vec<Config> {
    vec![
        shaped(&[4, 8], 4, "fixed12"),
        Config { inverse: true, ..shaped(&[3, 2, 6], 1, "e5m4") },
        shaped(&[1024], 2, "fixed33"),
    ]
}

/// Folded cores of one size and of several, sums of products, mirrored pairs, and a convolution.
fn of_few_units() -> Vec<Config> {
    let in_cycles = |cycles, config| Config { cycles: Some(cycles), ..config };
    let sizes = Runtime { sizes: vec![4, 8, 16], ..Runtime::default() };
    vec![
        in_cycles(120, shaped(&[16], 1, "fixed9")),
        in_cycles(120, Config { overflow_mark: Some(true), runtime: sizes, ..shaped(&[16], 1, "fixed8") }),
        in_cycles(4000, Config { interface: Interface::Native, ..shaped(&[12], 1, "fixed8") }),
        in_cycles(4000, shaped(&[13], 1, "e5m6")),
        in_cycles(2700, shaped(&[67], 1, "fixed9")),
    ]
}

fn array(lengths: &[usize], precision: &str, topology: Topology, links: Links) -> Array {
    Array::new(shaped(lengths, 1, precision), topology, links).expect("an array")
}

fn with_streams() -> Links {
    Links { edges: Edges::Streams, ..Links::default() }
}

fn arrays() -> Vec<Array> {
    let line = |links| array(&[4, 4], "fixed12", Topology::Line(2), links);
    vec![line(Links::default()), line(with_streams())]
}

fn larger_arrays() -> Vec<Array> {
    let (mesh, torus) = (Topology::Mesh(2, 2), Topology::Torus(2, 2));
    vec![
        array(&[4, 4, 4], "fixed8", torus, Links { bits: 12, hop: 2, ..Links::default() }),
        array(&[4, 4, 4], "fixed8", mesh, Links { steps: Steps::Overlapped, ..with_streams() }),
    ]
}

fn streams() -> Vec<Config> {
    let config =
        |size, width, precision: &str| Config::new(size, width, Format::parse(precision, false).expect("a format"));
    let float =
        |size, width, precision, datapath| Config { datapath: Some(datapath), ..config(size, width, precision) };
    let fixed = |size, width, precision, scale| Config {
        arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() },
        ..config(size, width, precision)
    };
    let directions = Runtime { direction: true, ..Runtime::default() };
    let wrapped = FixedOptions { scale: Some(Scale::Size), overflow: Some(Overflow::Wrap), ..FixedOptions::default() };
    vec![
        float(8, 2, "fp16", Datapath::Float),
        float(12, 3, "fp16", Datapath::Shared(14)),
        float(8, 2, "e5m6", Datapath::Block(18)),
        config(8, 2, "fixed9").with_block_exponents(),
        Config { interface: Interface::Native, ..fixed(16, 2, "fixed10", Scale::Stage) },
        fixed(12, 1, "fixed8", Scale::None),
        Config { arithmetic: wrapped, ..config(10, 2, "fixed9") },
        Config { kind: Kind::Real, ..fixed(16, 2, "fixed10", Scale::Stage) },
        Config { kind: Kind::Real, inverse: true, ..float(12, 4, "e5m4", Datapath::Float) },
        Config { runtime: directions, ..float(15, 4, "e4m5", Datapath::Float) },
        Config { runtime: Runtime { sizes: vec![4, 6, 12], ..Runtime::default() }, ..config(12, 1, "fixed8") },
        Config { interface: Interface::Native, ..fixed(16, 2, "fixed9", Scale::Chosen) },
        Config { least_memory: true, ..fixed(32, 1, "fixed10", Scale::Stage) },
    ]
}
