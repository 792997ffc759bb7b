//! Small cores of every kind.

use fftgen::format::{Format, Overflow};
use fftgen::formula::Kind;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::runtime::Runtime;
use fftgen::{Config, Interface};

pub fn cores() -> Vec<Config> {
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
