//! Rung 5: frames of two to four dimensions: the netlist equals the model with stalls, and the model is the transform along every
//! dimension.

use crate::support::cases::cases;
use crate::support::real_frames;
use crate::support::verify::verify;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind, Order};
use fftgen::number::{FixedOptions, Scale};
use fftgen::rng::Rng;
use fftgen::runtime::Runtime;
use fftgen::{Config, Design, Error, Interface};
use num_complex::Complex64;
use oracle::transform_dimensions;
use std::cmp::Ordering;

fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

fn scaled(scale: Scale, config: Config) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config }
}

fn reversed(orders: [Order; 2], config: Config) -> Config {
    Config { orders, ..config }
}

fn real(inverse: bool, config: Config) -> Config {
    Config { kind: Kind::Real, inverse, ..config }
}

fn channels(count: usize, config: Config) -> Config {
    Config { shape: config.shape.with_channels(count), ..config }
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
        reversed_rows_and_columns: (reversed([Order::Natural, Order::Reversed], config(&[16, 16], 4, "fixed12"))),
        reversed_on_the_input: (reversed([Order::Reversed, Order::Natural], config(&[4, 12], 2, "fp16"))),
        reversed_on_both_sides: (reversed([Order::Reversed; 2], config(&[6, 8], 3, "fp16"))),
        real_of_two_dimensions: (real(false, config(&[8, 12], 4, "fp16"))),
        real_with_odd_halves: (real(false, config(&[5, 6], 2, "fixed12"))),
        real_of_even_columns_and_odd_halves: (real(false, config(&[4, 10], 4, "fixed12"))),
        real_sample_by_sample: (real(false, config(&[3, 4], 1, "fp16"))),
        real_of_three_dimensions: (real(false, config(&[4, 3, 8], 4, "fixed12"))),
        real_reversed: (real(false, reversed([Order::Natural, Order::Reversed], config(&[8, 16], 4, "fixed12")))),
        real_rows_of_one_point: (real(false, config(&[6, 2], 2, "fp16"))),
        to_real: (real(true, config(&[8, 12], 4, "fp16"))),
        to_real_of_three_dimensions: (real(true, config(&[3, 4, 6], 2, "fixed12"))),
        to_real_with_odd_halves: (real(true, config(&[6, 10], 4, "fixed12"))),
        pairs_of_real_frames: (Config { kind: Kind::RealPair, ..config(&[6, 9], 2, "fp16") }),
        to_pairs_of_real_frames: (Config { kind: Kind::RealPair, inverse: true, ..config(&[4, 6], 2, "fixed12") }),
        channels_by_beats: (channels(8, config(&[12], 4, "fp16"))),
        channels_that_fill_no_beat: (channels(3, config(&[10], 2, "fixed12"))),
        channels_of_a_prime: (channels(4, config(&[7], 2, "fp16"))),
        channels_wider_than_a_beat: (channels(16, config(&[16], 4, "fixed16"))),
        channels_in_reversed_order: (channels(16, reversed([Order::Natural, Order::Reversed], config(&[16], 4, "fixed16")))),
        channels_of_two_dimensions: (channels(4, config(&[4, 6], 2, "fp16"))),
        channels_of_one_point: (channels(6, config(&[1], 2, "fixed10"))),
        channels_with_exponents: (channels(4, config(&[16], 2, "fixed12")).with_block_exponents()),
        channels_scaled_by_size: (channels(4, scaled(Scale::Size, config(&[20], 4, "fixed12")))),
        channels_of_chosen_direction: (channels(4, Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(&[8], 2, "fp16")
        })),
        inverse_channels: (channels(5, Config { inverse: true, ..config(&[8], 2, "fp16") })),
        pairs_of_frames_of_two_by_two: (Config { kind: Kind::RealPair, ..config(&[2, 2], 1, "fp16") }),
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
    transform_dimensions(&mut exact, &lengths);
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

/// Holds the model of real samples.
fn real_model_is_the_transform(lengths: &[usize], width: usize) {
    real_frames::model_is_the_transform(lengths, |inverse, points| {
        Design::new(real(inverse, config(lengths, width, "fp32"))).unwrap().transform(points)
    });
}

cases! {
    /// Of real samples the model is the transform along every dimension, packed into half as many points, and back.
    models_of_real_frames(real_model_is_the_transform) {
        even: (&[8, 12], 4),
        odd_columns: (&[5, 8], 2),
        odd_halves: (&[4, 6], 2),
        odd_columns_and_halves: (&[7, 10], 2),
        one_row: (&[1, 16], 2),
        rows_of_one_point: (&[6, 2], 2),
        three_dimensions: (&[4, 3, 8], 4),
        three_even_dimensions: (&[4, 6, 10], 2),
        four_dimensions: (&[2, 3, 4, 6], 2),
    }
}

/// Two real frames at once: the point of a mirrored pair that comes first holds A's value, and the other B's at the same index.
fn pair_model_is_the_transform(lengths: &[usize], width: usize) {
    let shape = FrameShape::new(lengths).expect("a length");
    let config = Config { kind: Kind::RealPair, ..config(lengths, width, "fp32") };
    let (format, mut rng) = (config.format, Rng::new(shape.samples() as u64));
    let samples: Vec<[u64; 2]> =
        (0..shape.samples()).map(|_| [0; 2].map(|_: u64| format.from_f64(rng.real()))).collect();
    let spectrum = |part: usize| {
        let mut values: Vec<Complex64> = samples.iter().map(|x| Complex64::new(format.to_f64(x[part]), 0.0)).collect();
        transform_dimensions(&mut values, lengths);
        values
    };
    let [a, b] = [spectrum(0), spectrum(1)];
    let exact = |position: usize| {
        let mirrored: Vec<usize> =
            shape.indices(position).iter().zip(lengths).map(|(k, length)| (length - k) % length).collect();
        let mirrored = shape.position(&mirrored);
        match position.cmp(&mirrored) {
            Ordering::Less => a[position],
            Ordering::Greater => b[mirrored],
            Ordering::Equal => Complex64::new(a[position].re, b[position].re),
        }
    };
    let found = Design::new(config).unwrap().transform(&samples);
    let size = |values: &mut dyn Iterator<Item = Complex64>| values.map(|value| value.norm_sqr()).sum::<f64>().sqrt();
    let wrong = |(position, found): (usize, &[u64; 2])| {
        Complex64::new(format.to_f64(found[0]), format.to_f64(found[1])) - exact(position)
    };
    let error = size(&mut found.iter().enumerate().map(wrong)) / size(&mut (0..shape.samples()).map(exact));
    assert!(error <= ((shape.samples() as f64).log2() + 2.0).sqrt() * 2f64.powi(-24), "{lengths:?}: {error:e}");
}

cases! {
    /// Of two real frames the model is both their transforms along every dimension.
    models_of_pairs_of_real_frames(pair_model_is_the_transform) {
        even: (&[4, 6], 2),
        odd_rows: (&[6, 9], 3),
        three_dimensions: (&[3, 4, 8], 4),
        two_by_two: (&[2, 2], 1),
    }
}

/// Reversed digits along each dimension move points, and change no bit of them.
#[test]
fn orders_are_those_of_each_dimension() {
    for lengths in [&[8, 16][..], &[6, 10], &[4, 3, 8]] {
        let natural = config(lengths, 2, "fixed16");
        let samples: Vec<[u64; 2]> = {
            let mut rng = Rng::new(1);
            (0..natural.size()).map(|_| [0; 2].map(|_: u64| natural.format.from_f64(rng.real() - 0.5))).collect()
        };
        let order = Order::Reversed.points(natural.shape);
        let plain = Design::new(natural.clone()).unwrap();
        let moved = Design::new(reversed([Order::Natural, Order::Reversed], natural)).unwrap();
        let exact: Vec<[u64; 2]> = order.iter().map(|&point| plain.transform(&samples)[point]).collect();
        let error = |found: &[u64; 2], wanted: &[u64; 2]| {
            let part = |part: usize| plain.config.format.to_f64(found[part]) - plain.config.format.to_f64(wanted[part]);
            part(0).abs().max(part(1).abs())
        };
        let found = moved.transform(&samples);
        let worst = found.iter().zip(&exact).map(|(found, wanted)| error(found, wanted)).fold(0.0, f64::max);
        assert!(worst <= 4.0 * 2f64.powi(-15), "{lengths:?}: {worst:e}");
    }
}

/// Each of several interleaved channels is transformed by itself, and scaled as one frame of its length is.
fn channels_are_transforms(config: Config, count: usize) {
    let (format, size) = (config.format, config.size());
    let mut rng = Rng::new(7);
    let samples: Vec<[u64; 2]> =
        (0..size * count).map(|_| [0; 2].map(|_: u64| format.from_f64(rng.real() - 0.5))).collect();
    let single = Design::new(config.clone()).unwrap();
    let several = Design::new(channels(count, config)).unwrap();
    assert_eq!(single.scale(), several.scale());
    let found = several.transform(&samples);
    for channel in 0..count {
        let take = |all: &[[u64; 2]]| all.iter().skip(channel).step_by(count).copied().collect::<Vec<_>>();
        let wanted = single.transform(&take(&samples));
        let part = |x: &[u64; 2], y: &[u64; 2], part: usize| (format.to_f64(x[part]) - format.to_f64(y[part])).abs();
        let worst = take(&found).iter().zip(&wanted).map(|(x, y)| part(x, y, 0).max(part(x, y, 1))).fold(0.0, f64::max);
        assert!(worst <= 2f64.powi(-9) * (size as f64).sqrt(), "channel {channel}: {worst:e}");
    }
}

cases! {
    /// Each channel is the transform of its own samples.
    models_of_channels(channels_are_transforms) {
        floats: (config(&[12], 2, "fp16"), 4),
        words: (config(&[16], 2, "fixed16"), 8),
        backwards: (Config { inverse: true, ..config(&[10], 1, "fp16") }, 3),
        of_a_prime: (config(&[11], 1, "fp16"), 2),
        of_two_dimensions: (config(&[4, 6], 2, "fixed16"), 4),
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
    assert!(refusal(config(&[1024, 1024], 4, "fp16")).contains("sizes go up to 262144"));
    assert!(refusal(config(&[usize::MAX, usize::MAX], 4, "fp16")).contains("sizes go up to"));
    assert!(refusal(config(&[4489, 2], 4, "fp16")).contains("4489 has a prime factor"));
    assert!(refusal(channels(0, config(&[4], 1, "fp16"))).contains("at least 1"));
    assert!(refusal(real(false, channels(2, config(&[4], 2, "fp16")))).contains("leave --kind out"));
    assert!(refusal(channels(usize::MAX, config(&[4], 1, "fp16"))).contains("give at most 65536 channels"));
}

#[test]
fn columns_pass_by_delay_feedback_near_the_bound() {
    let design = Design::new(config(&[64, 64], 4, "fixed16")).unwrap();
    assert!(design.core_latency() <= 1_900 && design.memory_words() <= 8_189, "{}", design.plan());
}
