//! Bits of words between stages.

use super::{config, pipeline};
use crate::support::cases::cases;
use fftgen::arch::folded::Folding;
use fftgen::format::Format;
use fftgen::formula::default_kernel;
use fftgen::number::{fixed::Forecast, FixedOptions, Scale};
use fftgen::pipeline::{FixedStage, Pipeline};
use fftgen::synth::Target;
use fftgen::{Config, Design, Error};

fn has_a_bit_more(size: usize, width: usize, precision: &str) {
    let config = config(size, width, precision, Scale::Stage);
    let pipeline = pipeline(&config);
    let stages: Vec<_> = pipeline.stages().collect();
    let (last, inner) = stages.split_last().unwrap();
    let bits = config.format.bits();
    let most = |fixed: FixedStage| bits + 1 + u32::from(fixed.shift == 0);
    assert!(inner.iter().all(|stage| (bits + 1..=most(stage.arithmetic.fixed().unwrap()))
        .contains(&stage.arithmetic.fixed().unwrap().output_bits)));
    assert_eq!(last.arithmetic.fixed().unwrap().output_bits, bits);
    assert_eq!(1 << pipeline.shifts(), size);
}

cases! {
    /// The bit is for rotations. There is another one only where the next stage rounds for both.
    words_between_scaled_stages_have_a_bit_more_than_ports(has_a_bit_more) {
        n1024_w1_fixed16: (1024, 1, "fixed16"),
        n4096_w4_fixed18: (4096, 4, "fixed18"),
        n64_w2_fixed24: (64, 2, "fixed24"),
    }
}

/// Two steps of radix 2 are a step of radix 4, which rounds once, with feedback or in a beat. The same shifts make the same core.
fn has_the_default_core(width: usize, size: usize, shifts: &[u32]) {
    let core = |scale| pipeline(&config(size, width, "fixed16", scale));
    let (given, default) = (core(Scale::Shifts(shifts.into())), core(Scale::Stage));
    let words =
        |pipeline: &Pipeline| -> Vec<String> { pipeline.stages().map(|s| format!("{:?}", s.arithmetic)).collect() };
    assert_eq!((given.plan(), words(&given)), (default.plan(), words(&default)));
    assert!(given.plan().contains("delayed feedback"), "{}", given.plan());
}

cases! {
    a_shift_for_each_step_of_radix_4_leaves_the_plan_as_it_is(has_the_default_core) {
        n64_w1: (1, 64, &[2; 3]),
        n64_w2: (2, 64, &[2; 3]),
        n64_w8: (8, 64, &[2; 3]),
        n32_w1: (1, 32, &[2, 2, 1]),
    }
}

/// Coefficients of 18 bits take one DSP block where those of two bits more than a word take two. Where they cost more than half a decibel, and where
/// words have no scale or bits are asked for, they stay.
#[test]
fn coefficients_fit_the_multiplier_where_they_cost_little() {
    let bits =
        |size: usize, precision: &str, scale: Scale| config(size, 1, precision, scale).number().coefficient_bits();
    for (size, precision, wanted) in
        [(1024, "fixed18", 18), (16, "fixed18", 18), (1024, "fixed20", 18), (64, "fixed20", 22), (1024, "fixed24", 26)]
    {
        assert_eq!(bits(size, precision, Scale::Stage), wanted, "{size}, {precision}");
    }
    assert_eq!(bits(1024, "fixed18", Scale::None), 20);
    let mut given = config(1024, 1, "fixed18", Scale::Stage);
    given.arithmetic.twiddle_bits = Some(20);
    assert_eq!(given.number().coefficient_bits(), 20);
    assert_eq!(config(1024, 1, "fixed18", Scale::Stage).with_block_exponents().number().coefficient_bits(), 20);
}

/// On ECP5, whose DSP blocks take 18 bits by 18, without guard bits; and in words whose coefficients are shorter than others.
#[test]
fn words_that_fit_the_multiplier_cost_half_a_decibel_at_most() {
    let ratio = |config: &Config| Forecast::new(&pipeline(config), config.format.bits()).unwrap().snr;
    for (size, precision) in [(64, "fixed16"), (60, "fixed18"), (16, "fixed18"), (13, "fixed18")] {
        let plain = config(size, 1, precision, Scale::Stage);
        let fitted = plain.clone().on(Target::parse("ecp5").unwrap());
        let mut longest = plain.clone();
        longest.arithmetic.twiddle_bits = Some(30);
        assert!(ratio(&fitted) > ratio(&longest) - 0.5, "{size}, {precision}: {} dB", ratio(&fitted));
    }
    let fitted = pipeline(&config(64, 1, "fixed16", Scale::Stage).on(Target::parse("ecp5").unwrap()));
    let multiplied = fitted.stages().filter(|stage| stage.units().multipliers > 0);
    let inner: Vec<u32> = multiplied.map(|stage| stage.arithmetic.fixed().unwrap().internal_bits).collect();
    assert!(!inner.is_empty() && inner.iter().all(|bits| *bits <= 18), "{inner:?}");
}

/// Steps of radix 4 of 14-bit words have a guard bit, and 19 bits with it.
#[test]
fn words_of_folded_cores_fit_the_multiplier_where_that_costs_little() {
    let plain = Config {
        cycles: Some(3_000),
        kernels: Some(vec![default_kernel(4); 4]),
        ..config(256, 1, "fixed14", Scale::Stage)
    };
    let [own, fitted, given] = [None, Some(None), Some(Some(1))].map(|guard_bits| {
        let config = guard_bits.map_or(plain.clone(), |_| plain.clone().on(Target::parse("ecp5").unwrap()));
        let arithmetic = FixedOptions { guard_bits: guard_bits.flatten(), ..config.arithmetic.clone() };
        let core = Design::folded_with(&Config { arithmetic, ..config }, Folding::Element, 1).unwrap();
        let inner = core.pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().internal_bits).max().unwrap();
        (inner, Forecast::new(&core.pipeline, 14).unwrap().snr)
    });
    assert_eq!([own.0, fitted.0, given.0], [19, 18, 19]);
    assert!((own.1 - 0.5..own.1).contains(&fitted.1), "{own:?}, {fitted:?}");
}

/// They are scaled a stage earlier.
#[test]
fn words_of_64_bits_have_no_bit_more() {
    let pipeline = pipeline(&config(64, 2, "fixed64", Scale::Stage));
    let shifts: Vec<i32> = pipeline.stages().map(|stage| stage.arithmetic.fixed().unwrap().shift).collect();
    assert_eq!(shifts.iter().sum::<i32>(), 6);
    assert_eq!(
        shifts.last().map(|shift| 1 << (shift + 1)),
        pipeline.stages().last().map(|stage| stage.transform.radix())
    );
    assert!(pipeline.stages().all(|stage| stage.arithmetic.fixed().unwrap().output_bits <= 64));
}

/// A bit for each factor of two, and one for the rotations where there are any.
#[test]
fn words_grow_by_what_sums_need() {
    for (size, bits) in [(1, 16), (2, 17), (4, 18), (8, 20), (64, 23), (1024, 27)] {
        let pipeline = pipeline(&config(size, 1, "fixed16", Scale::None));
        assert_eq!(pipeline.output_format(Format::parse("fixed16", false).unwrap()).bits(), bits, "{size}");
    }
}

#[test]
fn growth_stops_where_asked() {
    let mut limited = config(1024, 1, "fixed16", Scale::None);
    limited.arithmetic.max_growth = Some(4);
    let limited = pipeline(&limited);
    let words: Vec<u32> = limited.bits(16);
    assert_eq!(words.last(), Some(&20));
    assert!(words.iter().all(|bits| *bits <= 20));
    assert!(limited.stages().all(|stage| stage.arithmetic.fixed().unwrap().never_overflows));
}

#[test]
fn growth_beyond_64_bits_is_refused() {
    let long = Design::plans(&config(64, 1, "fixed60", Scale::None)).unwrap_err();
    assert_eq!(
        long,
        Error::Unsupported(
            "words of fixed60 grow to 67 bits, where 64 are the most; try --scale stage, or --max-growth 4".into()
        )
    );
}
