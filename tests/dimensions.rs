//! Rung 5: frames of two to four dimensions: the netlist equals the model with stalls, and the model is the transform along every
//! dimension.

#[path = "support/cases.rs"]
mod cases;
#[path = "support/verify.rs"]
mod verify;

use cases::cases;
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::number::{FixedOptions, Scale};
use fftgen::rng::Rng;
use fftgen::runtime::Runtime;
use fftgen::{Config, Design, Error, Interface};
use rustfft::{num_complex::Complex64, FftPlanner};
use verify::verify;

fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths.to_vec()).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

fn scaled(scale: Scale, config: Config) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config }
}

/// Bits: self-check with stalls.
fn netlist_equals_model(config: Config) {
    verify(config, 6);
}

cases! {
    /// The simulated netlist has the bits and the latency of the model.
    netlists_of_several_dimensions(netlist_equals_model) {
        two_by_two: (config(&[2, 2], 1, "fp16")),
        rows_of_twelve: (config(&[20, 12], 4, "fp32")),
        columns_of_twelve: (config(&[12, 20], 1, "fp16")),
        rows_that_fill_no_beat: (config(&[5, 7], 3, "fixed12")),
        primes: (config(&[7, 11], 2, "fp16")),
        a_prime_of_a_convolution: (config(&[2, 67], 1, "bf16")),
        one_row: (config(&[1, 16], 2, "fixed10")),
        one_column: (config(&[16, 1], 2, "fixed10")),
        one_point: (config(&[1, 1], 1, "e4m3")),
        odd_by_even: (config(&[9, 8], 2, "e5m6")),
        wide_rows: (config(&[4, 32], 16, "fixed16")),
        wider_than_a_row: (config(&[16, 4], 8, "fixed16")),
        narrow: (config(&[8, 8], 1, "fixed18")),
        square_of_sixteen: (config(&[16, 16], 4, "fp16")),
        square_of_sixty_four: (config(&[64, 64], 4, "fixed16")),
        three_dimensions: (config(&[8, 9, 5], 2, "fixed12")),
        three_equal_dimensions: (config(&[8, 8, 8], 4, "fixed16")),
        three_odd_dimensions: (config(&[3, 5, 7], 1, "fp16")),
        three_dimensions_at_a_width_that_divides_none: (config(&[4, 6, 10], 7, "fixed10")),
        one_in_the_middle: (config(&[4, 1, 6], 2, "e5m6")),
        four_dimensions: (config(&[2, 3, 4, 5], 2, "fixed12")),
        four_equal_dimensions: (config(&[4, 4, 4, 4], 4, "fp16")),
        inverse: (Config { inverse: true, ..config(&[6, 10], 2, "fp16") }),
        inverse_in_fixed_point: (Config { inverse: true, ..config(&[8, 12], 3, "fixed12") }),
        direction_of_each_frame: (Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(&[4, 8], 2, "fixed10")
        }),
        native: (Config { interface: Interface::Native, ..config(&[6, 9], 2, "fp16") }),
        unscaled: (scaled(Scale::None, config(&[8, 12], 2, "fixed12"))),
        scaled_by_size: (scaled(Scale::Size, config(&[6, 10], 2, "fixed12"))),
        scaled_by_its_root: (scaled(Scale::Root, config(&[8, 8], 2, "fixed12"))),
        shifts_of_each_frame: (scaled(Scale::Chosen, config(&[8, 6], 2, "fixed12"))),
        an_exponent_for_each_frame: (config(&[12, 10], 2, "fixed12").with_block_exponents()),
        least_memory: (Config { least_memory: true, ..config(&[16, 8], 1, "fp16") }),
        no_lanes_filled_at_the_end: (Config { tkeep: true, ..config(&[5, 5], 3, "fixed12") }),
        frames_by_tlast: (Config { resync: true, ..config(&[6, 6], 4, "fixed12") }),
    }
}

/// Transforms along every dimension in double precision, in place.
fn transform(samples: &mut [Complex64], lengths: &[usize]) {
    let mut stride = 1;
    for &length in lengths.iter().rev() {
        let fft = FftPlanner::new().plan_fft_forward(length);
        for start in (0..samples.len()).filter(|index| index / stride % length == 0) {
            let mut line: Vec<Complex64> = (0..length).map(|k| samples[start + k * stride]).collect();
            fft.process(&mut line);
            line.into_iter().enumerate().for_each(|(k, value)| samples[start + k * stride] = value);
        }
        stride *= length;
    }
}

/// Error of the model against double precision, relative to the spectrum, in the L2 norm.
fn error(config: Config) -> f64 {
    let (format, lengths) = (config.format, config.shape.dimensions().to_vec());
    let design = Design::new(config).unwrap();
    let size: usize = lengths.iter().product();
    let mut rng = Rng::new(size as u64);
    let samples: Vec<[u64; 2]> = (0..size).map(|_| [0; 2].map(|_: u64| format.from_f64(2.0 * rng.real()))).collect();
    let mut exact: Vec<Complex64> =
        samples.iter().map(|&[re, im]| Complex64::new(format.to_f64(re), format.to_f64(im))).collect();
    transform(&mut exact, &lengths);
    let found = design.transform(&samples);
    let difference = |(found, exact): (&[u64; 2], &Complex64)| {
        (Complex64::new(format.to_f64(found[0]), format.to_f64(found[1])) - exact).norm_sqr()
    };
    let wrong: f64 = found.iter().zip(&exact).map(difference).sum();
    (wrong / exact.iter().map(Complex64::norm_sqr).sum::<f64>()).sqrt()
}

/// Holds the model of fp32 against twice the bound of one dimension, 0.5 u √log2 N.
fn model_is_the_transform(lengths: &[usize], width: usize) {
    let size: usize = lengths.iter().product();
    let bound = (size as f64).log2().sqrt() * 2f64.powi(-24);
    let found = error(config(lengths, width, "fp32"));
    assert!(found <= bound, "{lengths:?}: {:.2} u, not {:.2} u", found * 2f64.powi(24), bound * 2f64.powi(24));
}

cases! {
    /// The model is the transform along every dimension, to the accuracy of the format.
    models_of_several_dimensions(model_is_the_transform) {
        rows_of_twelve: (&[20, 12], 4),
        columns_of_twelve: (&[12, 20], 1),
        rows_that_fill_no_beat: (&[5, 7], 3),
        odd_by_even: (&[9, 8], 2),
        one_row: (&[1, 16], 2),
        one_column: (&[16, 1], 2),
        square_of_sixty_four: (&[64, 64], 4),
        three_dimensions: (&[8, 9, 5], 2),
        four_dimensions: (&[2, 3, 4, 5], 2),
    }
}

fn refusal(config: Config) -> String {
    match config.check() {
        Err(Error::Usage(text) | Error::Unsupported(text)) => text,
        _ => panic!("{} is not refused", config.shape),
    }
}

#[test]
fn shapes_that_cannot_be_built_are_refused_with_a_reason() {
    assert!(refusal(config(&[0, 4], 1, "fp16")).contains("at least 1 point"));
    assert!(refusal(config(&[3, 3, 3, 3, 3], 1, "fp16")).contains("4 are the most"));
    assert!(refusal(config(&[1024, 1024], 4, "fp16")).contains("sizes go up to 262144"));
    assert!(refusal(config(&[usize::MAX, usize::MAX], 4, "fp16")).contains("sizes go up to"));
    assert!(refusal(config(&[4489, 2], 4, "fp16")).contains("4489 has a prime factor"));
}

#[test]
fn columns_pass_by_delay_feedback_near_the_bound() {
    let design = Design::new(config(&[64, 64], 4, "fixed16")).unwrap();
    assert!(design.core_latency() <= 1_900 && design.memory_words() <= 8_189, "{}", design.plan());
}
