//! Steps with delayed feedback: the first ones or all, of radix 2, 3 and 5, near and far.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::format::Format;
use fftgen::formula::rules::cooley_tukey;
use fftgen::formula::{default_kernel, Direction, Formula, Kernel, Kind, Order};
use fftgen::model::{Model, Sample};
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::{Padding, Pipeline, PipelineSpec};
use fftgen::rtl::retime::Profile;
use fftgen::schedule::ScheduleCache;
use fftgen::verify::stimulus;
use fftgen::Config;

fn has_feedback(config: Config) {
    let (design, _) = verify(config, 5);
    assert!(design.pipeline().spec.feedback > 0, "{}", design.plan());
}

fn in_floating_point(size: usize, width: usize) {
    for (inverse, profile) in [(false, Profile::Mid), (true, Profile::Low), (false, Profile::High)] {
        let pipeline = profile.into();
        has_feedback(Config { least_memory: true, inverse, pipeline, ..config(size, width, "e5m4") });
    }
}

cases! {
    floating_point_with_feedback_equals_the_model(in_floating_point) {
        n32_w1: (32, 1),
        n64_w1: (64, 1),
        n64_w2: (64, 2),
        n96_w3: (96, 3),
        n256_w8: (256, 8),
        n512_w2: (512, 2),
    }
}

fn in_fixed_point(size: usize, width: usize, scale: Scale) {
    for (inverse, profile) in [(false, Profile::Mid), (true, Profile::High)] {
        let arithmetic = FixedOptions { scale: Some(scale.clone()), ..FixedOptions::default() };
        has_feedback(Config { arithmetic, inverse, pipeline: profile.into(), ..config(size, width, "fixed10") });
    }
}

cases! {
    /// Words grow on the way, and the last step is the one that may overflow.
    fixed_point_with_feedback_equals_the_model(in_fixed_point) {
        n64_w1_stage: (64, 1, Scale::Stage),
        n64_w2_none: (64, 2, Scale::None),
        n256_w2_root: (256, 2, Scale::Root),
        n1024_w1_stage: (1024, 1, Scale::Stage),
    }
}

fn of_radices(radices: &[usize], width: usize) {
    let kernels = Some(radices.iter().copied().map(default_kernel).collect());
    let size = radices.iter().product();
    verify(Config { kernels, least_memory: true, ..config(size, width, "fp16") }, 5);
}

cases! {
    radices_in_any_order_equal_the_model(of_radices) {
        r2_2_w1: (&[2, 2], 1),
        r2_3_2_w1: (&[2, 3, 2], 1),
        r4_2_3_2_w2: (&[4, 2, 3, 2], 2),
        r2_2_2_2_2_w4: (&[2, 2, 2, 2, 2], 4),
        r5_5_5_w1: (&[5, 5, 5], 1),
    }
}

fn two() -> Formula {
    Formula::from(Kernel::direct(2))
}

fn four() -> Formula {
    cooley_tukey(two(), two())
}

/// Compares values: the sign of zero may differ.
fn keeps_values(formula: Formula) {
    let (format, size) = (Format::parse("e6m9", false).unwrap(), formula.size_in());
    let schedules = ScheduleCache::new(Config::new(64, 2, format).schedule_model());
    let samples: Vec<_> = [3, 4].into_iter().flat_map(|seed| stimulus(&format, size, 1, seed)).collect();
    let transform = |feedback| {
        let spec = PipelineSpec {
            formula: formula.clone(),
            shape: size.into(),
            kind: Kind::Complex,
            feedback,
            separate_octant_stage: true,
            width: 4,
            padding: Padding::Frame,
            orders: [Order::Natural; 2],
            halvings: 0,
            direction: Direction::Forward,
            support: None,
        };
        let pipeline = Pipeline::new(&spec, &schedules);
        let results = Model::new(&pipeline, format).run(&samples);
        (pipeline.spec.feedback, results)
    };
    let ((none, plain), (some, fed_back)) = (transform(0), transform(usize::MAX));
    assert!(none == 0 && some > 1);
    let values = |samples: &[Sample]| samples.iter().flatten().map(|&x| format.to_f64(x)).collect::<Vec<_>>();
    assert_eq!(values(&plain), values(&fed_back));
}

cases! {
    feedback_changes_no_value(keeps_values) {
        radices_of_two: (cooley_tukey(four(), cooley_tukey(four(), four()))),
        radices_of_three_five_and_two:
            (cooley_tukey(Kernel::winograd(3), cooley_tukey(Kernel::winograd(5), four()))),
    }
}
