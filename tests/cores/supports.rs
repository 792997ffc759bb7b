//! Rung 5: frames of which only some points may differ from zero, or of which only some are wanted: the netlist equals
//! the model with stalls, and the model is the transform of the frame with zeros filled in.

use crate::support::cases::cases;
use crate::support::verify::verify;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Order, Support};
use fftgen::model::Model;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::pipeline::{Pipeline, PipelineSpec};
use fftgen::rng::Rng;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::schedule::{Goal, ScheduleCache};
use fftgen::{Config, Design, Interface};
use num_complex::Complex64;
use oracle::transform_dimensions;

fn config(lengths: &[usize], width: usize, precision: &str, support: Support) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config { support: Some(support), ..Config::new(shape, width, Format::parse(precision, false).unwrap()) }
}

fn sphere(radius: f64) -> Support {
    Support::Sphere(radius)
}

fn first(lengths: &[usize]) -> Support {
    Support::Box(FrameShape::new(lengths).expect("a length"))
}

fn points(positions: &[usize]) -> Support {
    Support::List(positions.iter().map(|&position| vec![position]).collect())
}

/// About a third of all points.
fn scattered(samples: usize) -> Support {
    let mut rng = Rng::new(samples as u64);
    points(&(0..samples).filter(|_| rng.one_in(3)).collect::<Vec<_>>())
}

fn inverse(config: Config) -> Config {
    Config { inverse: true, ..config }
}

fn scaled(scale: Scale, config: Config) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config }
}

/// Bits: self-check with stalls.
fn netlist_equals_model(config: Config) {
    verify(config, 6);
}

cases! {
    /// The simulated netlist has the bits, the latency and the interval of the model.
    netlists_of_supports(netlist_equals_model) {
        first_points: (config(&[16], 1, "fixed12", first(&[5]))),
        first_points_of_a_wide_core: (config(&[64], 4, "fp16", first(&[16]))),
        points_near_zero: (config(&[32], 2, "fixed12", sphere(4.0))),
        points_near_zero_of_an_odd_length: (config(&[15], 2, "e5m6", sphere(2.5))),
        one_point: (config(&[20], 1, "fp16", points(&[7]))),
        all_points: (config(&[12], 4, "fixed10", first(&[12]))),
        some_points: (config(&[60], 3, "fixed12", scattered(60))),
        some_points_of_a_prime: (config(&[13], 2, "fp16", points(&[1, 4, 5, 11]))),
        some_points_of_a_convolution: (config(&[67], 1, "bf16", points(&[0, 3, 66]))),
        the_only_point: (config(&[1], 1, "e4m3", first(&[1]))),
        disc: (config(&[16, 16], 4, "fixed16", sphere(4.0))),
        disc_in_floating_point: (config(&[16, 16], 2, "fp32", sphere(4.0))),
        disc_operator_by_operator: (Config {
            datapath: Some(Datapath::Float),
            ..config(&[16, 8], 2, "fp16", sphere(3.0))
        }),
        disc_in_blocks: (Config { datapath: Some(Datapath::Block(18)), ..config(&[8, 16], 2, "fp16", sphere(3.0)) }),
        disc_with_an_exponent: (config(&[12, 10], 2, "fixed12", sphere(3.0)).with_block_exponents()),
        corner: (config(&[12, 20], 4, "fixed12", first(&[3, 7]))),
        corner_of_odd_lengths: (config(&[9, 7], 2, "fp16", first(&[4, 3]))),
        rows: (config(&[8, 8], 3, "fixed10", first(&[2, 8]))),
        columns: (config(&[8, 8], 2, "fixed10", first(&[8, 2]))),
        list_of_two_dimensions: (config(&[6, 10], 2, "e5m6", scattered(60))),
        ball: (config(&[8, 8, 8], 4, "fixed16", sphere(2.0))),
        ball_in_floating_point: (config(&[8, 8, 8], 2, "fp16", sphere(2.0))),
        ball_of_odd_lengths: (config(&[5, 6, 7], 3, "fixed12", sphere(2.0))),
        ball_of_one_row: (config(&[1, 16, 4], 2, "fixed12", sphere(2.0))),
        cuboid: (config(&[4, 6, 10], 7, "fixed10", first(&[2, 3, 5]))),
        four_dimensions: (config(&[4, 3, 4, 5], 2, "fixed12", sphere(1.5))),
        unscaled: (scaled(Scale::None, config(&[8, 12], 2, "fixed12", sphere(2.0)))),
        scaled_by_size: (scaled(Scale::Size, config(&[6, 10], 2, "fixed12", sphere(2.0)))),
        scaled_by_its_root: (scaled(Scale::Root, config(&[8, 8], 2, "fixed12", sphere(2.0)))),
        shifts_of_each_frame: (scaled(Scale::Chosen, config(&[8, 6], 2, "fixed12", first(&[4, 4])))),
        native: (Config { interface: Interface::Native, ..config(&[8, 16], 2, "fp16", sphere(3.0)) }),
        native_inverse: (inverse(Config { interface: Interface::Native, ..config(&[8, 16], 2, "fixed12", sphere(3.0)) })),
        least_memory: (Config { least_memory: true, ..config(&[16, 8], 1, "fp16", sphere(3.0)) }),
        least_latency: (Config { goal: Goal::Latency, ..config(&[16, 8], 2, "fixed12", sphere(3.0)) }),
        least_area: (Config { goal: Goal::Area, ..config(&[16, 8], 2, "fp16", sphere(3.0)) }),
        multipliers_of_luts: (Config { multiplier: MultiplierStyle::Lut, ..config(&[16, 8], 2, "fixed12", sphere(3.0)) }),
        tkeep: (Config { tkeep: true, ..config(&[5, 5], 3, "fixed12", first(&[3, 3])) }),
        frames_by_tlast: (Config { resync: true, ..config(&[6, 6], 4, "fixed12", first(&[3, 3])) }),
        reversed_output: (Config {
            orders: [Order::Natural, Order::Reversed],
            ..config(&[16, 16], 4, "fixed12", sphere(4.0))
        }),
        inverse_first_points: (inverse(config(&[32], 2, "fixed12", first(&[9])))),
        inverse_some_points: (inverse(config(&[60], 3, "fp16", scattered(60)))),
        inverse_of_a_convolution: (inverse(config(&[67], 1, "bf16", points(&[0, 3, 66])))),
        inverse_disc: (inverse(config(&[16, 16], 4, "fixed16", sphere(4.0)))),
        inverse_disc_with_an_exponent: (inverse(config(&[12, 10], 2, "fixed12", sphere(3.0)).with_block_exponents())),
        inverse_disc_in_blocks: (inverse(Config {
            datapath: Some(Datapath::Block(18)),
            ..config(&[8, 16], 2, "fp16", sphere(3.0))
        })),
        inverse_ball: (inverse(config(&[8, 8, 8], 4, "fp32", sphere(2.0)))),
        inverse_ball_of_odd_lengths: (inverse(config(&[5, 6, 7], 3, "fixed12", sphere(2.0)))),
        inverse_one_point: (inverse(config(&[8, 4], 1, "fixed10", points(&[11])))),
        inverse_tkeep: (inverse(Config { tkeep: true, ..config(&[5, 5], 3, "fixed12", first(&[3, 3])) })),
        inverse_frames_by_tlast: (inverse(Config { resync: true, ..config(&[6, 6], 4, "fixed12", first(&[3, 3])) })),
        inverse_reversed_input: (inverse(Config {
            orders: [Order::Reversed, Order::Natural],
            ..config(&[16, 8], 4, "fixed12", sphere(3.0))
        })),
    }
}

/// Values of noise, as words and as numbers.
fn noise(format: &Format, count: usize) -> (Vec<[u64; 2]>, Vec<Complex64>) {
    let mut rng = Rng::new(count as u64);
    let words: Vec<[u64; 2]> = (0..count).map(|_| [0; 2].map(|_: u64| format.from_f64(rng.real() - 0.5))).collect();
    let values = words.iter().map(|&[re, im]| Complex64::new(format.to_f64(re), format.to_f64(im))).collect();
    (words, values)
}

/// Error of the model in fp32 against double precision, relative to the results, in the L2 norm.
fn error(config: Config) -> f64 {
    let (lengths, size) = (config.shape.dimensions().to_vec(), config.size());
    let positions = config.support_positions().expect("a support that suits");
    let (words, values) = noise(&config.format, config.frame_points()[0]);
    let mut exact = vec![Complex64::default(); size];
    match config.inverse {
        false => positions.iter().zip(&values).for_each(|(&position, value)| exact[position] = *value),
        // The inverse is the transform with real and imaginary parts exchanged.
        true => exact.iter_mut().zip(&values).for_each(|(exact, value)| *exact = Complex64::new(value.im, value.re)),
    }
    transform_dimensions(&mut exact, &lengths);
    if config.inverse {
        let back = |&position: &usize| Complex64::new(exact[position].im, exact[position].re) / size as f64;
        exact = positions.iter().map(back).collect();
    }
    let format = config.format;
    let found = Design::new(config).unwrap().transform(&words);
    assert_eq!(found.len(), exact.len());
    let difference = |(found, exact): (&[u64; 2], &Complex64)| {
        (Complex64::new(format.to_f64(found[0]), format.to_f64(found[1])) - exact).norm_sqr()
    };
    let wrong: f64 = found.iter().zip(&exact).map(difference).sum();
    (wrong / exact.iter().map(Complex64::norm_sqr).sum::<f64>()).sqrt()
}

/// Holds the model of fp32 against twice the bound of one dimension, 0.5 u √log2 N, in both directions.
fn model_is_the_transform(lengths: &[usize], width: usize, support: Support) {
    let size: usize = lengths.iter().product();
    let bound = ((size as f64).log2() + 2.0).sqrt() * 2f64.powi(-24);
    for inverse in [false, true] {
        let found = error(Config { inverse, ..config(lengths, width, "fp32", support.clone()) });
        assert!(found <= bound, "{lengths:?}: {:.2} u, not {:.2} u", found * 2f64.powi(24), bound * 2f64.powi(24));
    }
}

cases! {
    /// The model is the transform of the frame with zeros filled in, and with the inverse the points that are wanted.
    models_of_supports(model_is_the_transform) {
        first_points: (&[64], 4, first(&[16])),
        some_points: (&[60], 3, scattered(60)),
        one_point: (&[20], 1, points(&[7])),
        disc: (&[16, 16], 4, sphere(4.0)),
        corner_of_odd_lengths: (&[9, 7], 2, first(&[4, 3])),
        list_of_two_dimensions: (&[6, 10], 2, scattered(60)),
        ball: (&[8, 8, 8], 4, sphere(2.0)),
        ball_of_odd_lengths: (&[5, 6, 7], 3, sphere(2.0)),
        four_dimensions: (&[4, 3, 4, 5], 2, sphere(1.5)),
    }
}

/// Of one formula, the steps that are left have the results of all steps: no element that is left out is anything but
/// zero.
fn left_out_groups_change_no_value(lengths: &[usize], support: Support) {
    let config = Config { datapath: Some(Datapath::Float), ..config(lengths, 2, "e6m9", support) };
    let (format, positions) = (config.format, config.support_positions().expect("a support that suits"));
    let (words, _) = noise(&format, positions.len());
    let mut filled = vec![[0; 2]; config.size()];
    positions.iter().zip(&words).for_each(|(&position, word)| filled[position] = *word);
    let schedules = ScheduleCache::new(config.schedule_model());
    // The sign of zero may differ.
    let values = |spec: &PipelineSpec, samples: &[[u64; 2]]| -> Vec<f64> {
        let results = Model::new(&Pipeline::new(spec, &schedules), format).run(samples);
        results.concat().iter().map(|&word| format.to_f64(word)).collect()
    };
    for plan in Design::plans(&config).unwrap() {
        let few = plan.pipeline.spec;
        let all = PipelineSpec { support: None, ..few.clone() };
        assert_eq!(values(&few, &words), values(&all, &filled), "{}", few.formula);
    }
}

cases! {
    /// Steps without groups of zeros have the values of all steps.
    steps_of_supports(left_out_groups_change_no_value) {
        ball: (&[8, 8, 8], sphere(2.0)),
        list_of_two_dimensions: (&[12, 10], scattered(120)),
        first_points: (&[64], first(&[9])),
    }
}
