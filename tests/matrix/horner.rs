//! Values at nodes that come while the core runs, by Horner's rule: netlists equal the model at the promised clock cycles, and the model equals
//! double precision within a bound that follows from the roundings.

use super::products::{core, horner, line, noise};
use crate::support::cases::cases;
use fftgen::format::{Format, Overflow};
use fftgen::matrix::{horner_design, Elements, HornerPlan, LoadedNodes, Matrix, Planned};
use fftgen::model::Sample;
use fftgen::number::Scale;
use fftgen::rng::Rng;
use fftgen::verify::check;
use fftgen::{Config, Design};
use num_complex::Complex64;
use std::f64::consts::PI;
use std::sync::Arc;

/// Passes frames at full rate and with stalls. A frame takes the slots of its nodes, or those of a step where nodes are fewer.
fn equals_model([nodes, points]: [usize; 2], precision: &str, elements: Elements) {
    let design = horner(&LoadedNodes::Any(nodes), points, precision, elements);
    let step = design.architecture.product().unwrap().step_cycles.unwrap();
    let own = nodes / (elements.count() * elements.macs);
    let measured = check(&design, 24, |_| {}).unwrap();
    assert_eq!(measured.interval, points * own.max(step), "{}", design.name);
    assert_eq!(measured.latency, design.latency(), "{}", design.name);
}

cases! {
    lines_equal_the_model(equals_model) {
        one_node: ([1, 6], "fixed12", line(1, 1, 1)),
        one_point: ([12, 1], "fixed12", line(1, 1, 1)),
        nodes_hide_a_step: ([20, 8], "fixed12", line(1, 1, 1)),
        as_many_nodes_as_cycles: ([7, 8], "fixed12", line(1, 1, 1)),
        a_step_longer_than_nodes: ([6, 9], "fixed16", line(1, 2, 1)),
        a_node_to_a_mac: ([8, 8], "fixed16", line(4, 2, 1)),
        more_nodes_than_points: ([60, 5], "fixed16", line(2, 2, 1)),
        no_power_of_two: ([39, 13], "fixed10", line(3, 1, 2)),
        longer_hops: ([24, 10], "fixed10", line(3, 2, 3)),
        many_elements: ([32, 33], "fixed8", line(16, 1, 1)),
        several_blocks: ([20, 100], "fixed24", line(2, 1, 1)),
        long_words: ([12, 6], "fixed40", line(1, 1, 1)),
        floats: ([32, 10], "fp32", line(2, 1, 1)),
        floats_stretched: ([8, 10], "fp32", line(2, 2, 1)),
        short_floats: ([24, 17], "fp16", line(2, 1, 2)),
        short_floats_of_range: ([12, 9], "bf16", line(1, 1, 1)),
        doubles: ([40, 6], "fp64", line(2, 1, 1)),
    }
}

/// Core whose factors lie outside of the unit circle, so that sums grow beyond their words.
fn growing(points: usize, elements: Elements, change: impl FnOnce(&mut Config)) -> Design {
    let mut config = Config::new(points, 1, Format::parse("fixed12", false).unwrap());
    change(&mut config);
    let mut plan = HornerPlan::new(&config, &LoadedNodes::Any(8), elements).unwrap();
    let largest = 0x7f << (plan.product.coefficients.format.bits() - 8);
    let words = plan.product.coefficients.words.all().iter().enumerate();
    let words = words.map(|(node, word)| if node % 2 == 0 { [largest; 2] } else { *word }).collect();
    plan.product.coefficients = Arc::new(plan.product.coefficients.with_words(words));
    Planned::Horner(plan).design(config)
}

#[test]
fn sums_beyond_their_words_saturate_or_wrap_and_are_reported() {
    for overflow in [Overflow::Saturate, Overflow::Wrap] {
        let design = growing(12, line(2, 1, 1), |config| config.arithmetic.overflow = Some(overflow));
        let samples = noise(&design, [1, 12]);
        assert!(design.model().transform(&samples).overflow[0], "{}", design.name);
        check(&design, 24, |_| {}).unwrap();
    }
}

/// Returns the maximum error of a value: of the factor, the steps and the result. `norms`: sizes of the points times powers of the factor.
fn bound(design: &Design, norms: &[f64]) -> f64 {
    let (points, gain) = (norms.len() as f64, norms.iter().sum::<f64>());
    let facts = design.architecture.product().unwrap();
    match design.config.format {
        Format::Float(float) => {
            let unit = 0.5f64.powi(float.fraction as i32 + 1);
            let factor = unit * 0.5f64.powi((facts.coefficient_bits - float.bits()) as i32);
            // A product of complex numbers is off by less than 5^(1/2) units, the sum after it by one.
            points * (2f64.sqrt() * factor + (1.0 + 5f64.sqrt()) * unit) * gain * (1.0 + points * 4.0 * unit)
        }
        Format::Fixed(fixed) => {
            let factor = 0.5f64.powi(facts.coefficient_fraction.unwrap() + 1) * 2f64.sqrt();
            let place = 0.5f64.powi(fixed.fraction as i32);
            let scale: f64 = design.scale().split('/').nth(1).map_or(1.0, |by| by.parse().unwrap());
            let guard = scale / 4.0 / points.log2().ceil().exp2();
            (points * factor * gain + (points * guard + scale) * place / 2f64.sqrt()) * (1.0 + points * 2.0 * factor)
        }
    }
}

/// Nodes at uneven places on the unit circle, and beyond it.
fn nodes(count: usize) -> Vec<Complex64> {
    let mut rng = Rng::new(9);
    (0..count).map(|n| Complex64::from_polar(1.0 + 0.1 * rng.real().abs() * (n % 2) as f64, PI * rng.real())).collect()
}

fn values_are_accurate(precision: &str, points: usize, change: fn(&mut Config)) {
    let nodes = nodes(24);
    let mut config = Config::new(points, 1, Format::parse(precision, false).unwrap());
    change(&mut config);
    let design = horner_design(config, &LoadedNodes::Given(nodes.clone().into()), line(2, 1, 1)).unwrap();
    let format = design.config.format;
    let value = |[re, im]: &Sample| Complex64::new(format.to_f64(*re), format.to_f64(*im));
    let scale: f64 = design.scale().split('/').nth(1).map_or(1.0, |by| by.parse().unwrap());
    let samples = noise(&design, [1, points]);
    for (node, result) in nodes.iter().zip(design.transform(&samples)) {
        let products: Vec<Complex64> =
            samples.iter().enumerate().map(|(n, point)| value(point) * node.powi(-(n as i32))).collect();
        let wanted: Complex64 = products.iter().sum();
        let norms: Vec<f64> = products.iter().map(|product| product.norm()).collect();
        let (error, bound) = ((scale * value(&result) - wanted).norm(), bound(&design, &norms));
        assert!(error <= bound, "{}, {node}: off by {error:e}, bound {bound:e}", design.name);
    }
}

cases! {
    values_equal_double_precision(values_are_accurate) {
        fixed: ("fixed16", 20, |_| {}),
        fixed_of_many_points: ("fixed16", 1000, |_| {}),
        fixed_of_fewer_shifts: ("fixed24", 60, |config| config.arithmetic.scale = Some(Scale::Shifts(vec![4]))),
        fixed_of_spare_range: ("fixed18", 64, |config| config.arithmetic.scale = Some(Scale::Spare)),
        short_floats: ("fp16", 20, |_| {}),
        floats: ("fp32", 20, |_| {}),
        floats_of_many_points: ("fp32", 1000, |_| {}),
    }
}

/// A node that a file lists has the value that the same node has when it is loaded.
#[test]
fn loaded_nodes_have_the_values_of_nodes_in_a_file() {
    let (nodes, points): (Arc<[Complex64]>, usize) = (nodes(24).into(), 30);
    let loaded = horner(&LoadedNodes::Given(nodes.clone()), points, "fp64", line(1, 1, 1));
    let listed = core(&Matrix::Nodes { size: points, nodes }, "fp64", line(1, 1, 1));
    let samples = noise(&loaded, [1, points]);
    let value = |[re, im]: Sample| Complex64::new(f64::from_bits(re), f64::from_bits(im));
    for (loaded, listed) in loaded.transform(&samples).into_iter().zip(listed.transform(&samples)) {
        assert!((value(loaded) - value(listed)).norm() < 1e-13, "{} {}", value(loaded), value(listed));
    }
}

#[test]
fn nodes_that_fixed_point_cannot_hold_are_refused() {
    let refused = |node: f64, precision: &str| {
        let config = Config::new(8, 1, Format::parse(precision, false).unwrap());
        let nodes = LoadedNodes::Given(vec![Complex64::new(1.0, 0.0), Complex64::new(0.0, node)].into());
        HornerPlan::new(&config, &nodes, Elements::default()).err().map(|error| error.to_string())
    };
    assert!(refused(0.9, "fixed16").unwrap().contains("node 1 (nodes count from 0) is within the unit circle"));
    assert_eq!([refused(1.0, "fixed16"), refused(1.0 - 1e-8, "fixed16"), refused(0.9, "fp32")], [None, None, None]);
    assert!(refused(1e-6, "fp16").unwrap().contains("beyond the range of fp16"));
}
