//! What overflows, and what does not.

use super::measure::{complex, exact};
use super::{config, pipeline};
use crate::support::cases::cases;
use crate::support::extremes::{largest_bins, random_extremes};
use fftgen::format::{word, Overflow, Rounding};
use fftgen::formula::Kernel;
use fftgen::model::{Model, Sample, Transformed};
use fftgen::number::Scale;
use fftgen::Config;
use std::f64::consts::TAU;

/// Frames of `size` points, two for each of `elements` elements, that make a part of a word between both transforms of a convolution as large as
/// it can be: each part is at an end of its range, by the sign that chirp and transform multiply it by.
fn largest_spectra(bits: u32, [size, elements]: [usize; 2]) -> Vec<Sample> {
    let ends = [-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1].map(|end| word(end, bits));
    let sample = |bin: usize, i: usize, part: usize| {
        let chirp = (i * i % (2 * size)) as f64 / (2 * size) as f64;
        let (sine, cosine) = (TAU * (chirp + (i * bin % elements) as f64 / elements as f64)).sin_cos();
        let by = if part == 0 { [cosine, sine] } else { [-sine, cosine] };
        by.map(|by| ends[usize::from(by >= 0.0)])
    };
    let frames = (0..elements).flat_map(|bin| [(bin, 0), (bin, 1)]);
    frames.flat_map(|(bin, part)| (0..size).map(move |i| sample(bin, i, part))).collect()
}

/// The last word may overflow where words are scaled: it is made wide enough for anything.
fn never_overflows(scale: Scale, size: usize, precision: &str) {
    let config = config(size, 1, precision, scale.clone());
    let (mut pipeline, bits) = (pipeline(&config), config.format.bits());
    let mut stages: Vec<_> = pipeline.stages_mut().collect();
    let (last, inner) = stages.split_last_mut().unwrap();
    assert!(inner.iter().all(|stage| stage.arithmetic.fixed().unwrap().never_overflows));
    match last.arithmetic.fixed_mut().unwrap() {
        fixed if scale == Scale::None => assert!(fixed.never_overflows),
        fixed => fixed.output_bits = 63,
    }
    let within = if pipeline.is_convolution() { largest_spectra(bits, [size, pipeline.elements]) } else { vec![] };
    let samples = [largest_bins(bits, size), random_extremes(bits, 100 * size, 9), within].concat();
    let overflows = Model::new(&pipeline, config.format).transform(&samples).overflow;
    assert!(!overflows.contains(&true));
}

cases! {
    /// Whatever comes in.
    words_between_stages_never_overflow(never_overflows) {
        stage_n8: (Scale::Stage, 8, "fixed8"),
        stage_n12: (Scale::Stage, 12, "fixed4"),
        stage_n20: (Scale::Stage, 20, "fixed12"),
        stage_n64: (Scale::Stage, 64, "fixed6"),
        stage_n60: (Scale::Stage, 60, "q4.4"),
        stage_n67: (Scale::Stage, 67, "fixed10"),
        size_n8: (Scale::Size, 8, "fixed8"),
        size_n12: (Scale::Size, 12, "fixed4"),
        size_n20: (Scale::Size, 20, "fixed12"),
        size_n64: (Scale::Size, 64, "fixed6"),
        size_n60: (Scale::Size, 60, "q4.4"),
        size_n67: (Scale::Size, 67, "fixed10"),
        root_n8: (Scale::Root, 8, "fixed8"),
        root_n12: (Scale::Root, 12, "fixed4"),
        root_n20: (Scale::Root, 20, "fixed12"),
        root_n64: (Scale::Root, 64, "fixed6"),
        root_n60: (Scale::Root, 60, "q4.4"),
        root_n67: (Scale::Root, 67, "fixed10"),
        none_n8: (Scale::None, 8, "fixed8"),
        none_n12: (Scale::None, 12, "fixed4"),
        none_n20: (Scale::None, 20, "fixed12"),
        none_n64: (Scale::None, 64, "fixed6"),
        none_n60: (Scale::None, 60, "q4.4"),
        none_n67: (Scale::None, 67, "fixed10"),
    }
}

/// A constant of full scale, and one that is nearly zero: the wanted word of the first, and a flag for it alone.
fn overflows(overflow: Overflow, wanted: u64) {
    let mut config = config(16, 2, "fixed8", Scale::Shifts(vec![2, 1]));
    config.kernels = Some(vec![Kernel::direct(4); 2]);
    (config.arithmetic.overflow, config.arithmetic.rounding) = (Some(overflow), Some(Rounding::Truncate));
    let pipeline = pipeline(&config);
    let flat: Vec<Sample> = [127u64, 1].iter().flat_map(|&level| vec![[level, 0]; 16]).collect();
    let transformed = Model::new(&pipeline, config.format).transform(&flat);
    let Transformed { samples: found, overflow: flags, .. } = transformed;
    assert_eq!((found[0][0], flags), (wanted, vec![true, false]));
    assert!(found[1..16].iter().all(|x| *x == [0; 2]));
}

cases! {
    shifts_that_are_too_small_overflow_as_asked(overflows) {
        saturate: (Overflow::Saturate, 0x7f),
        wrap: (Overflow::Wrap, (2 * 127) & 0xff),
    }
}

#[test]
fn scaling_by_stage_shifts_a_bit_for_each_factor_of_two() {
    assert_eq!(pipeline(&config(16, 2, "fixed8", Scale::Stage)).shifts(), 4);
}

/// Both parts of each sample are at full scale, by the sign that makes the first bin largest.
fn overflows_beyond_the_unit_circle(size: usize, kernels: Option<Vec<Kernel>>, scale: Scale, overflows: bool) {
    let sign = |value: f64| if value >= 0.0 { 0x7fff } else { 0x8000 };
    let turn = |k: usize| std::f64::consts::TAU * k as f64 / size as f64;
    let corners: Vec<Sample> = (0..size).map(|k| [sign(turn(k).cos()), sign(turn(k).sin())]).collect();
    let config = Config { kernels, ..config(size, 2, "fixed16", scale) };
    let pipeline = pipeline(&config);
    let fits = pipeline.stages().all(|stage| stage.arithmetic.fixed().is_none_or(|fixed| fixed.never_overflows));
    assert_eq!(fits, !overflows, "what is known of all inputs");
    assert_eq!(Model::new(&pipeline, config.format).transform(&corners).overflow, [overflows]);
    let wanted = exact(&complex(config.format, &corners), size, false, 0.5f64.powi(pipeline.shifts()));
    let largest = wanted.iter().map(|x| x.re.abs().max(x.im.abs())).fold(0.0, f64::max);
    assert_eq!(largest >= 1.0, overflows, "{largest}");
}

fn twos() -> Option<Vec<Kernel>> {
    Some(vec![Kernel::direct(2); 4])
}

cases! {
    /// A bit beside the one for each factor of two keeps any input from overflow. 12 and 20 points are shifted by more than they
    /// can grow.
    a_spare_bit_keeps_inputs_beyond_the_unit_circle(overflows_beyond_the_unit_circle) {
        n16_stage: (16, None, Scale::Stage, true),
        n16_spare: (16, None, Scale::Spare, false),
        n12_stage: (12, None, Scale::Stage, false),
        n12_spare: (12, None, Scale::Spare, false),
        n20_stage: (20, None, Scale::Stage, false),
        n20_spare: (20, None, Scale::Spare, false),
        n16_of_twos_stage: (16, twos(), Scale::Stage, true),
        n16_of_twos_spare: (16, twos(), Scale::Spare, false),
    }
}
