//! The reference against a double precision transform.

use super::definition::{packed, points};
use super::{config, pipeline};
use crate::support::cases::cases;
use crate::support::extremes::{largest_bins, random_extremes};
use crate::support::full::share;
use fftgen::formula::Kind;
use fftgen::model::{Model, Sample};
use fftgen::number::{FixedOptions, Scale};
use fftgen::Config;
use num_complex::Complex64;

/// Relative error of the reference on noise: of the spectrum, or of the samples that come back.
pub fn error(config: &Config, scale: f64) -> f64 {
    let (pipeline, format) = (pipeline(config), config.format);
    let frames = (4096 / pipeline.size).clamp(2, 256);
    let bits = |x: &Complex64| [format.from_f64(x.re), format.from_f64(x.im)];
    let (mut samples, mut wanted): (Vec<Sample>, Vec<Complex64>) = (vec![], vec![]);
    for frame in 0..frames {
        let x = points(pipeline.size, frame as u64 + 1);
        // What is transformed is what the format holds.
        let held = |x: &Complex64, level: f64| -> Sample { bits(&(x * level)) };
        let value = |s: &Sample, level: f64| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1])) / level;
        // A spectrum whose points are no larger than samples.
        let level = if config.inverse { 1.0 / (2.0 * (config.size() as f64).sqrt()) } else { 1.0 };
        match config.inverse {
            false => {
                let words: Vec<Sample> = x.iter().map(|x| held(x, level)).collect();
                let x: Vec<Complex64> = words.iter().map(|s| value(s, level)).collect();
                wanted.extend(packed(config.kind, &x).iter().map(|x| x * scale));
                samples.extend(words);
            }
            true => {
                let words: Vec<Sample> = packed(config.kind, &x).iter().map(|x| held(x, level / 2.0)).collect();
                wanted.extend(x.iter().map(|x| x * (scale * level / 2.0)));
                samples.extend(words);
            }
        }
    }
    let (found, output) = (Model::new(&pipeline, format).run(&samples), pipeline.output_format(format));
    let found = found.iter().map(|s| Complex64::new(output.to_f64(s[0]), output.to_f64(s[1])));
    let power: f64 = wanted.iter().map(|x| x.norm_sqr()).sum();
    (found.zip(&wanted).map(|(x, y)| (x - y).norm_sqr()).sum::<f64>() / power).sqrt()
}

/// In units of the roundoff of fp32 times √log2 N.
fn is_near(kind: Kind, inverse: bool, sizes: &[usize], bound: f64) {
    for &size in sizes {
        let config = config(kind, inverse, size, 2, "fp32");
        let unit = 0.5f64.powi(24) * (size as f64).log2().max(1.0).sqrt();
        let found = error(&config, 1.0) / unit;
        println!("{} {found:.2} u sqrt(log2 N)", config.top_name());
        assert!(found <= bound, "{}: {found}", config.top_name());
    }
}

const SMALL: [usize; 8] = [2, 4, 6, 8, 10, 12, 16, 30];

cases! {
    /// As `numpy.fft.rfft` and `irfft` define it, within one rounding or two more than the complex transform.
    floating_point_is_near_a_double_precision_transform(is_near) {
        real_n2_to_30: (Kind::Real, false, &SMALL, 1.3),
        real_n64: (Kind::Real, false, &[64], 1.3),
        real_n128: (Kind::Real, false, &[128], 1.3),
        real_n202: (Kind::Real, false, &[202], 2.2),
        real_inverse_n2_to_30: (Kind::Real, true, &SMALL, 1.3),
        real_inverse_n64: (Kind::Real, true, &[64], 1.3),
        real_inverse_n128: (Kind::Real, true, &[128], 1.3),
        real_inverse_n202: (Kind::Real, true, &[202], 2.2),
        pair_n2_to_30: (Kind::RealPair, false, &SMALL, 1.3),
        pair_n64: (Kind::RealPair, false, &[64], 1.3),
        pair_n128: (Kind::RealPair, false, &[128], 1.3),
        pair_n202: (Kind::RealPair, false, &[202], 2.2),
        pair_inverse_n2_to_30: (Kind::RealPair, true, &SMALL, 1.3),
        pair_inverse_n64: (Kind::RealPair, true, &[64], 1.3),
        pair_inverse_n128: (Kind::RealPair, true, &[128], 1.3),
        pair_inverse_n202: (Kind::RealPair, true, &[202], 2.2),
    }
}

/// Within six roundings: three units in the last place of fp32.
fn of_odd_sizes(inverse: bool) {
    for size in [1, 3, 5, 15, 27] {
        let found = error(&config(Kind::RealPair, inverse, size, 1, "fp32"), 1.0);
        assert!(found <= 3.0 * 0.5f64.powi(24), "{size}: {found:e}");
    }
}

cases! {
    pairs_of_odd_size_are_near_a_double_precision_transform(of_odd_sizes) {
        forward: (false),
        inverse: (true),
    }
}

fn in_every_scale(kind: Kind, inverse: bool) {
    let scales = [
        (24, Scale::Root, 24f64.sqrt()),
        (64, Scale::Stage, 64.0),
        (24, Scale::Size, 24.0),
        (10, Scale::Size, 10.0),
        (64, Scale::None, 1.0),
        (2, Scale::Root, 2f64.sqrt()),
    ];
    for (size, scale, by) in share(scales, 4) {
        let arithmetic = FixedOptions { scale: Some(scale.clone()), ..FixedOptions::default() };
        let config = Config { arithmetic, ..config(kind, inverse, size, 2, "q4.20") };
        // Unscaled, the inverse is N times what it is in floating point.
        let by = if inverse { size as f64 / by } else { 1.0 / by };
        let ratio = -20.0 * error(&config, by).log10();
        println!("{} {scale:?} {ratio:.1} dB", config.top_name());
        assert!(ratio > 85.0, "{} {scale:?}: {ratio:.1} dB", config.top_name());
    }
}

cases! {
    fixed_point_is_scaled_as_asked(in_every_scale) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}

/// The step of real data has one of the bits.
#[test]
fn scaling_by_stage_shifts_a_bit_for_each_factor_of_two() {
    for size in [64, 256] {
        let pipeline = pipeline(&config(Kind::Real, false, size, 2, "fixed16"));
        assert_eq!(1 << pipeline.shifts(), size);
    }
}

/// Words of full scale at both ends of the range. The last word may overflow: it is made wide enough for anything.
fn never_overflows(kind: Kind, inverse: bool) {
    for size in [10, 16] {
        let config = config(kind, inverse, size, 2, "fixed8");
        let mut pipeline = pipeline(&config);
        let mut stages: Vec<_> = pipeline.stages_mut().collect();
        let (last, inner) = stages.split_last_mut().unwrap();
        assert!(inner.iter().all(|stage| stage.arithmetic.fixed().unwrap().never_overflows), "{}", config.top_name());
        if let Some(fixed) = last.arithmetic.fixed_mut() {
            fixed.output_bits = 63;
        }
        let (bits, points) = (config.format.bits(), pipeline.size);
        let samples = [random_extremes(bits, 400 * points, 3), largest_bins(bits, points)].concat();
        let transformed = Model::new(&pipeline, config.format).transform(&samples);
        assert!(!transformed.overflow.contains(&true), "{}", config.top_name());
    }
}

cases! {
    words_between_stages_never_overflow(never_overflows) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}
