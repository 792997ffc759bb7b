//! Every architecture proves its sizes, and every kind of core is covered.

use crate::support::config::config;
use crate::support::full::is_full;
use fftgen::array::{Array, Links, Topology};
use fftgen::external::External;
use fftgen::format::Format;
use fftgen::formula::Kind;
use fftgen::matrix::{axes_design, transform_plans};
use fftgen::matrix::{Cells, Elements, HornerPlan, LoadedNodes, Matrix, Planned, ProductPlan, Ratio, SystolicPlan};
use fftgen::number::Datapath;
use fftgen::proof::Verdict;
use fftgen::{Config, Design};
use num_complex::Complex64;
use rayon::prelude::*;

/// Seed of all primes.
const SEED: u64 = 1;

/// The largest size that is proved.
const LARGEST: usize = 1000;

/// Number of sizes that are proved at each push: cubes, from the number of the way on.
const CUBES: usize = 7;

/// A way to build a core of a size. `None` if there is no such core.
type Way = (&'static str, fn(usize) -> Config);

/// Ways to build cores of one size.
const WAYS: [Way; 8] = [
    ("streaming, fixed point", |size| config(size, 1 + size % 4, "fixed16")),
    ("streaming, words that share exponents", |size| config(size, 1 + size % 3, "fp32")),
    ("streaming inverse, operators of floating point", |size| Config {
        inverse: true,
        datapath: Some(Datapath::Float),
        ..config(size, 1, "fp16")
    }),
    ("streaming, block floating point", |size| config(size, 2, "fixed12").with_block_exponents()),
    ("real samples", |size| Config { kind: Kind::Real, inverse: size % 4 == 2, ..config(2 * size, 2, "fixed16") }),
    ("folded", |size| Config { cycles: Some(20 * size), ..config(size, 1, "fixed16") }),
    ("folded inverse of floats", |size| Config { cycles: Some(30 * size), inverse: true, ..config(size, 1, "fp32") }),
    ("one multiplier", |size| Config { cycles: Some(4 * size * size + 200), ..config(size, 1, "fixed16") }),
];

/// Holds a verdict to be a proof.
fn hold(what: &str, verdict: Verdict) {
    assert!(matches!(verdict, Verdict::Exact(_)), "{what}: {verdict}");
}

#[test]
fn sizes_are_exact_in_each_architecture() {
    let sizes = |way: usize| -> Vec<usize> {
        match is_full() {
            true => (1..=LARGEST).collect(),
            false => (0..CUBES).map(|root| 1 + way + root.pow(3)).collect(),
        }
    };
    let all = (0..WAYS.len()).flat_map(|way| sizes(way).into_iter().map(move |size| (way, size)));
    let all: Vec<(usize, usize)> = all.collect();
    let cores = all.into_par_iter().map(|(way, size)| {
        let (name, config) = WAYS[way];
        let config = config(size);
        let Ok(architecture) = Design::architecture(&config) else { return 0 };
        hold(&format!("{name}, {size} points: {}", architecture.plan()), config.prove(&*architecture, SEED));
        1
    });
    let cores: usize = cores.sum();
    assert!(cores >= 45, "{cores} cores");
}

/// Frames that choose their size, their direction or their shifts.
#[test]
fn frames_that_choose_are_exact() {
    let sizes = |sizes: &[usize], direction: bool, precision: &str, cycles: Option<usize>| {
        let largest = sizes[sizes.len() - 1];
        let mut config = Config { cycles, ..config(largest, 1, precision) };
        config.runtime.sizes = sizes.to_vec();
        config.runtime.direction = direction;
        config
    };
    let mut directions = Config { cycles: Some(3000), ..config(67, 1, "fp32") };
    directions.runtime.direction = true;
    let mut shifts = config(64, 1, "fixed16");
    shifts.arithmetic.scale = Some(fftgen::number::Scale::Chosen);
    for config in [
        sizes(&[8, 16, 64], false, "fixed16", None),
        sizes(&[12, 60], true, "fp32", None),
        sizes(&[4, 6, 10], false, "fixed16", Some(2000)),
        directions,
        shifts,
    ] {
        let design = Design::new(config).unwrap();
        hold(&design.name, design.prove(SEED));
    }
}

#[test]
fn dimensions_channels_and_supports_are_exact() {
    let shape = |lengths: &[usize]| fftgen::formula::FrameShape::new(lengths).unwrap();
    let format = |word: &str| Format::parse(word, false).unwrap();
    for config in [
        Config::new(shape(&[8, 6]), 2, format("fixed16")),
        Config { kind: Kind::Real, ..Config::new(shape(&[6, 8]), 2, format("fp32")) },
        Config { kind: Kind::RealPair, inverse: true, ..Config::new(shape(&[6, 5]), 1, format("fixed16")) },
        Config { inverse: true, ..Config::new(shape(&[4, 6]).with_channels(3), 1, format("fp32")) },
    ] {
        let design = Design::new(config).unwrap();
        hold(&design.name, design.prove(SEED));
    }
}

#[test]
fn arrays_and_frames_in_memory_are_exact() {
    let format = |word: &str| Format::parse(word, false).unwrap();
    let array = |config: Config, topology| Array::new(config, topology, Links::default()).unwrap().prove(SEED);
    hold("line", array(Config::new([4, 6], 1, format("fixed16")), Topology::Line(2)));
    hold("long frames", array(Config { inverse: true, ..Config::new(64, 1, format("fp32")) }, Topology::Line(2)));
    let real = Config { kind: Kind::Real, ..Config::new(64, 1, format("fixed16")) };
    hold("real samples", array(real.clone(), Topology::Line(2)));
    hold("to real samples", array(Config { inverse: true, ..real }, Topology::Line(2)));
    for config in [Config::new([16, 8], 4, format("fixed16")), Config::new(4096, 4, format("fp32"))] {
        let core = External::new(config).unwrap();
        hold(&core.name, core.prove(SEED));
    }
    let matrices = [Matrix::Dct2(4), Matrix::Dct4(6)];
    let along = Config::new([4, 6], 1, format("fixed16"));
    let products = axes_design(along, &matrices, 1, Topology::Ring(2), Links::default()).unwrap();
    hold("products along dimensions", products.prove(SEED));
}

#[test]
fn products_are_exact() {
    let format = |word: &str| Format::parse(word, false).unwrap();
    let chirp = Matrix::Chirp {
        size: 12,
        start: Ratio { numerator: -1, denominator: 100 },
        step: Ratio { numerator: 1, denominator: 64 },
        count: 9,
    };
    let nodes: Vec<Complex64> = vec![Complex64::new(0.5, 0.25), Complex64::new(1.0, -1.0)];
    let matrices = [
        Matrix::Dct2(8),
        Matrix::Dct4(7),
        Matrix::Bins { size: 12, bins: vec![1, 5, 11] },
        Matrix::Uniform { size: 6, inverse: true, by: 6 },
        chirp,
        Matrix::Nodes { size: 5, nodes: nodes.clone().into() },
        Matrix::Entries { columns: 2, entries: nodes.into() },
        Matrix::Loaded { rows: 3, columns: 4 },
    ];
    for (matrix, precision) in matrices.iter().flat_map(|matrix| ["fixed16", "fp32"].map(|word| (matrix, word))) {
        let config = Config::new(matrix.columns(), 1, format(precision));
        let Ok(plan) = ProductPlan::new(&config, matrix, Elements::default()) else { continue };
        hold(matrix.word(), config.prove(&*Planned::Elements(plan).architecture(&config), SEED));
    }
    for precision in ["fixed16", "fp32"] {
        let config = Config::new(8, 1, format(precision));
        let plan = HornerPlan::new(&config, &LoadedNodes::Any(4), Elements::default()).unwrap();
        hold("horner", config.prove(&*Planned::Horner(plan).architecture(&config), SEED));
        let cells = Cells { rows: 4, columns: 4 };
        let config = Config::new([4, 8], 1, format(precision));
        let plan = SystolicPlan::new(&config, &Matrix::Dct2(8), Cells { rows: 4, columns: 2 }).unwrap();
        hold("cells", config.prove(&*Planned::Cells(plan).architecture(&config), SEED));
        for (size, inverse) in [(16, false), (16, true), (13, false), (13, true)] {
            let config = Config::new([4, size], 1, format(precision));
            for plan in transform_plans(&config, inverse, cells).unwrap() {
                hold(&format!("{size} points on cells"), config.prove(&*plan.architecture(&config), SEED));
            }
        }
    }
}
