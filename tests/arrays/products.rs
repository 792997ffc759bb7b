//! Products with a matrix along each dimension: netlist, cycle model and model agree, and the model is the product.

use crate::netlist::{array_equals_models, links, overlapped, shaped, streamed_frames_equal_model};
use crate::support::cases::cases;
use fftgen::array::{check, Array, Edges, Links, Topology};
use fftgen::format::Format;
use fftgen::matrix::{axes_design, design, Elements, Matrix};
use fftgen::number::{Datapath, Scale};
use fftgen::rng::Rng;
use fftgen::{Config, Error};
use num_complex::Complex64;
use std::f64::consts::PI;

/// Returns the matrix of a dimension of some points.
type Rule = fn(usize) -> Matrix;

/// Returns complex entries at random.
fn random(points: usize) -> Matrix {
    let mut rng = Rng::new(points as u64);
    let entries: Vec<Complex64> = (0..points * points).map(|_| Complex64::new(rng.real(), rng.real())).collect();
    Matrix::Entries { columns: points, entries: entries.into() }
}

/// Returns nodes near the unit circle, at uneven distances.
fn nodes(points: usize) -> Matrix {
    let node = |k: usize| {
        Complex64::from_polar(1.0 + 0.01 * (k % 3) as f64, 2.0 * PI * (k as f64 + 0.3 / (k + 1) as f64) / points as f64)
    };
    Matrix::Nodes { size: points, nodes: (0..points).map(node).collect() }
}

fn dft(size: usize) -> Matrix {
    Matrix::Uniform { size, inverse: false, by: 1 }
}

fn array(topology: Topology, lengths: &[usize], precision: &str, (rule, macs): (Rule, usize), links: Links) -> Array {
    let matrices: Vec<Matrix> = lengths.iter().map(|length| rule(*length)).collect();
    axes_design(shaped(lengths, precision), &matrices, macs, topology, links).unwrap()
}

fn netlist_equals_models(topology: Topology, lengths: &[usize], precision: &str, product: (Rule, usize), links: Links) {
    array_equals_models(&array(topology, lengths, precision, product, links));
}

fn streams_equal_model(topology: Topology, lengths: &[usize], precision: &str, product: (Rule, usize), links: Links) {
    let links = Links { edges: Edges::Streams, ..links };
    streamed_frames_equal_model(&array(topology, lengths, precision, product, links));
}

fn mesh(places: usize) -> Topology {
    Topology::Mesh(places, places)
}

fn torus(places: usize) -> Topology {
    Topology::Torus(places, places)
}

cases! {
    /// The netlist has the bits of the model and takes the cycles of the cycle model.
    products(netlist_equals_models) {
        line: (Topology::Line(3), &[6, 3], "fixed16", (random, 1), links(32, 1)),
        line_of_floats: (Topology::Line(4), &[4, 8], "fp16", (nodes, 1), links(32, 3)),
        ring: (Topology::Ring(4), &[8, 12], "fixed16", (Matrix::Dct2, 2), links(32, 1)),
        ring_of_floats: (Topology::Ring(5), &[5, 15], "fp32", (random, 1), links(64, 2)),
        mesh_of_two: (mesh(2), &[4, 2, 6], "fixed16", (random, 2), links(16, 1)),
        mesh_of_three: (mesh(3), &[6, 3, 9], "fp16", (nodes, 1), links(32, 1)),
        mesh_of_four: (mesh(4), &[4, 4, 4], "fp32", (Matrix::Dct4, 1), links(32, 1)),
        torus_of_two: (torus(2), &[6, 6, 6], "fp32", (nodes, 1), links(64, 1)),
        torus_of_three: (torus(3), &[9, 3, 6], "fixed12", (random, 3), links(24, 2)),
        torus_of_four: (torus(4), &[8, 8, 8], "fixed16", (dft, 8), links(32, 1)),
        plane: (mesh(2), &[8, 4], "fixed16", (random, 2), links(32, 1)),
        plane_of_three: (torus(3), &[9, 18], "fp16", (nodes, 1), links(32, 2)),
        plane_of_four: (torus(4), &[16, 16], "fixed16", (Matrix::Dct2, 4), links(32, 1)),
        overlapped_mesh: (mesh(2), &[6, 6, 6], "fixed16", (nodes, 2), overlapped(32, 1)),
        overlapped_torus: (torus(2), &[4, 4, 4], "fp16", (Matrix::Dct2, 1), overlapped(32, 1)),
    }
}

cases! {
    /// Rows with streams equal the model.
    streamed_products(streams_equal_model) {
        ring_of_three: (Topology::Ring(3), &[3, 6], "fixed16", (random, 3), links(32, 1)),
        mesh_of_two: (mesh(2), &[2, 4, 2], "fp16", (nodes, 1), links(32, 1)),
    }
}

/// Multiplies points by the matrices of a rule along each dimension, in double precision.
fn multiply(points: &mut [Complex64], lengths: &[usize], rule: Rule) {
    for (dimension, length) in lengths.iter().enumerate() {
        let stride: usize = lengths[dimension + 1..].iter().product();
        let matrix = rule(*length);
        let entry = |value: &fftgen::exact::Real| value.to_f64();
        let rows: Vec<Vec<Complex64>> = (0..*length)
            .map(|row| matrix.row(row).iter().map(|value| Complex64::new(entry(&value.re), entry(&value.im))).collect())
            .collect();
        for start in (0..points.len()).filter(|start| start / stride % length == 0) {
            let pencil: Vec<Complex64> = (0..*length).map(|point| points[start + point * stride]).collect();
            for (row, coefficients) in rows.iter().enumerate() {
                points[start + row * stride] = coefficients.iter().zip(&pencil).map(|(a, b)| a * b).sum();
            }
        }
    }
}

/// Holds the model against double precision. `units`: bound of the error in units of the last place of the largest result.
fn model_is_the_product(topology: Topology, lengths: &[usize], precision: &str, rule: Rule, units: f64) {
    let array = array(topology, lengths, precision, (rule, 1), Links::default());
    let (format, mut rng) = (array.config.format, Rng::new(3));
    let frame: Vec<[u64; 2]> =
        (0..array.config.points()).map(|_| [0; 2].map(|_: u64| format.from_f64(1.3 * (rng.real() - 0.5)))).collect();
    let number = |sample: &[u64; 2]| Complex64::new(format.to_f64(sample[0]), format.to_f64(sample[1]));
    let mut exact: Vec<Complex64> = frame.iter().map(number).collect();
    multiply(&mut exact, lengths, rule);
    let scales: Vec<f64> = array
        .plan
        .scale()
        .split(", ")
        .map(|scale| scale.split('/').nth(1).map_or(1.0, |by| by.parse().unwrap()))
        .collect();
    let all = if scales.len() == 1 { scales[0].powi(lengths.len() as i32) } else { scales.iter().product() };
    let place = match format {
        Format::Float(float) => {
            exact.iter().map(|value| value.norm()).fold(0.0, f64::max) * 0.5f64.powi(float.fraction as i32)
        }
        Format::Fixed(fixed) => all * 0.5f64.powi(fixed.fraction as i32),
    };
    let found = array.transform(&frame);
    let wrong = found.iter().zip(&exact).map(|(found, exact)| (all * number(found) - exact).norm()).fold(0.0, f64::max);
    assert!(wrong <= units * place, "{}: {:.3} units", array.name, wrong / place);
    assert!(wrong > 0.0, "{}: results are rounded", array.name);
}

cases! {
    /// The model is the product in double precision.
    models_of_products(model_is_the_product) {
        uneven_nodes: (torus(2), &[4, 6, 8], "fp32", nodes, 8.0),
        cosines: (Topology::Ring(4), &[16, 16], "fp32", Matrix::Dct2, 8.0),
        fixed_cosines: (Topology::Line(4), &[16, 8], "fixed16", Matrix::Dct2, 2.0),
        fixed_nodes: (mesh(3), &[6, 9, 3], "fixed16", nodes, 2.0),
        fixed_entries: (Topology::Ring(3), &[12, 9], "fixed24", random, 2.0),
    }
}

/// Results are those of cores for products with the matrices, bit for bit, the last dimension first.
#[test]
fn results_are_those_of_cores_for_products() {
    let lengths = [4, 6, 2];
    let array = array(mesh(2), &lengths, "fp16", (random, 1), Links::default());
    let mut rng = Rng::new(9);
    let mut points: Vec<[u64; 2]> =
        (0..48).map(|_| [0; 2].map(|_: u64| array.config.format.from_f64(rng.real()))).collect();
    let found = array.transform(&points);
    for dimension in [2, 0, 1] {
        let stride: usize = lengths[dimension + 1..].iter().product();
        let core =
            design(shaped(&lengths[dimension..=dimension], "fp16"), &random(lengths[dimension]), Elements::default())
                .unwrap();
        for start in (0..48).filter(|start| start / stride % lengths[dimension] == 0) {
            let places: Vec<usize> = (0..lengths[dimension]).map(|point| start + point * stride).collect();
            let pencil: Vec<[u64; 2]> = places.iter().map(|place| points[*place]).collect();
            places.iter().zip(core.transform(&pencil)).for_each(|(place, result)| points[*place] = result);
        }
    }
    assert_eq!(found, points);
}

/// A transform is n·n/M clock cycles for each pencil, and its latency and exchanges.
#[test]
fn cycles_are_those_of_the_products() {
    let array = array(torus(2), &[8, 8, 8], "fixed16", (dft, 4), links(32, 1));
    let engine = &array.plan.engines[0];
    assert_eq!((array.engines.len(), engine.interval), (1, 8 * 8 / 4));
    let round = engine.latency + 1 + (16 - 1) * engine.interval + 8;
    let exchange = array.plan.exchange().slots() + 2;
    assert_eq!(array.cycles(), 3 * round + 2 * exchange);
    // One engine for each matrix.
    let lengths = [4, 8, 4];
    assert_eq!(self::array(mesh(2), &lengths, "fixed16", (dft, 1), Links::default()).engines.len(), 2);
}

#[test]
fn self_checks_compare_products() {
    let array = array(Topology::Ring(2), &[4, 4], "fixed16", (Matrix::Dct2, 1), Links::default());
    assert_eq!(check(&array, usize::MAX).unwrap().frames, 2);
}

/// Scales that products know: by the gain of the matrix, by a bit more, and by some bits.
#[test]
fn scales_are_those_of_products() {
    for (scale, factor) in [(Scale::Stage, "1/8"), (Scale::Spare, "1/16"), (Scale::Shifts(vec![5]), "1/32")] {
        let mut config = shaped(&[8, 8], "fixed16");
        config.arithmetic.scale = Some(scale);
        let matrices = [dft(8), dft(8)];
        let array = axes_design(config, &matrices, 2, Topology::Ring(2), Links::default()).unwrap();
        assert_eq!(array.plan.scale(), factor);
        array_equals_models(&array);
    }
}

/// Engines compute in words of a longer fraction, where these are asked for.
#[test]
fn engines_have_longer_words() {
    let config = Config { datapath: Datapath::from_word("e5m14"), ..shaped(&[4, 6], "fp16") };
    let array = axes_design(config, &[random(4), random(6)], 1, Topology::Ring(2), Links::default()).unwrap();
    assert!(array.plan.engines[0].architecture.plan().contains("in e5m14"), "{}", array.name);
    array_equals_models(&array);
}

/// What does not work is refused with what works.
#[test]
fn messages_name_what_works() {
    let refusal = |config: Config, matrices: &[Matrix], macs: usize, topology: Topology| {
        let refused: Result<Array, Error> = axes_design(config, matrices, macs, topology, Links::default());
        refused.err().unwrap().to_string()
    };
    let plain = |lengths: &[usize]| shaped(lengths, "fixed16");
    let ring = Topology::Ring(2);
    for (said, wanted) in [
        (refusal(plain(&[4, 4]), &[dft(4)], 1, ring), "2 dimensions"),
        (refusal(plain(&[4, 4]), &[dft(4), dft(8)], 1, ring), "along dimension 2 of 4 points"),
        (refusal(plain(&[4, 4]), &[dft(4), Matrix::Loaded { rows: 4, columns: 4 }], 1, ring), "give files"),
        (refusal(plain(&[4, 4]), &[dft(4), dft(4)], 3, ring), "try --macs 2"),
        (refusal(plain(&[4, 6]), &[dft(4), dft(6)], 1, mesh(2)), "try --size 4x8, or --array ring:2"),
        (refusal(plain(&[4]), &[dft(4)], 1, mesh(2)), "2 or 3 dimensions; try --size 4x4x4"),
        (refusal(plain(&[4]), &[dft(4)], 1, ring), "2 dimensions; try --size 4x4"),
        (refusal(plain(&[4, 5]), &[dft(4), dft(5)], 1, ring), "try --size 4x6"),
        (refusal(Config { inverse: true, ..plain(&[4, 4]) }, &[dft(4), dft(4)], 1, ring), "leave --inverse out"),
        (
            refusal(Config { cycles: Some(9), ..plain(&[4, 4]) }, &[dft(4), dft(4)], 1, ring),
            "leave --cycles and --rate out",
        ),
    ] {
        assert!(said.contains(wanted), "{wanted} in {said}");
    }
}
