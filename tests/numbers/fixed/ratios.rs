//! Signal to noise: targets, and what is foretold.

use super::measure::{complex, ratio, ratio_of};
use super::{config, pipeline};
use crate::support::cases::cases;
use crate::support::extremes::largest_bins;
use crate::support::full::is_full;
use fftgen::arch::multi_size::SizeRoute;
use fftgen::format::Rounding;
use fftgen::model::Model;
use fftgen::number::fixed::Forecast;
use fftgen::number::Scale;
use fftgen::pipeline::Pipeline;
use fftgen::runtime::Runtime;
use fftgen::{Config, Design};
use num_complex::Complex64;

/// Within a decibel. Where words grow, so is the growth.
fn is_foretold(config: Config) {
    let (size, scale) = (config.size(), config.arithmetic.scale());
    let pipeline = pipeline(&config);
    let forecast = Forecast::new(&pipeline, config.format.bits()).unwrap();
    let by = match scale {
        Scale::None => 1.0,
        Scale::Size => 1.0 / size as f64,
        Scale::Root => 1.0 / (size as f64).sqrt(),
        _ => 0.5f64.powi(pipeline.shifts()),
    };
    let found = ratio_of(&pipeline, &config, by, 1.0);
    println!("{size} {scale:?} foretold {:.2} dB, found {found:.2}", forecast.snr);
    assert!((found - forecast.snr).abs() < 1.0, "foretold {:.2} dB, found {found:.2}", forecast.snr);
    if scale == Scale::None && !config.has_block_exponents() {
        let samples = largest_bins(config.format.bits(), size);
        let found = Model::new(&pipeline, config.format).transform(&samples).samples;
        let longest = |list: Vec<Complex64>| list.iter().map(|x| x.norm()).fold(0.0, f64::max);
        let grown =
            longest(complex(pipeline.output_format(config.format), &found)) / longest(complex(config.format, &samples));
        assert!(20.0 * (forecast.growth / grown).log10().abs() < 1.0, "{} and {grown}", forecast.growth);
    }
}

fn rounded(rounding: Rounding) -> Config {
    let mut config = config(256, 1, "fixed12", Scale::Stage);
    config.arithmetic.rounding = Some(rounding);
    config
}

fn short_twiddles() -> Config {
    let mut config = config(256, 1, "fixed16", Scale::None);
    config.arithmetic.twiddle_bits = Some(10);
    config
}

cases! {
    noise_is_foretold(is_foretold) {
        n64_stage: (config(64, 2, "fixed16", Scale::Stage)),
        n64_size: (config(64, 2, "fixed16", Scale::Size)),
        n64_root: (config(64, 2, "fixed16", Scale::Root)),
        n64_none: (config(64, 2, "fixed16", Scale::None)),
        n64_block: (config(64, 2, "fixed16", Scale::None).with_block_exponents()),
        n60_stage: (config(60, 2, "fixed16", Scale::Stage)),
        n60_size: (config(60, 2, "fixed16", Scale::Size)),
        n60_root: (config(60, 2, "fixed16", Scale::Root)),
        n60_none: (config(60, 2, "fixed16", Scale::None)),
        n60_block: (config(60, 2, "fixed16", Scale::None).with_block_exponents()),
        n1024_stage: (config(1024, 2, "fixed16", Scale::Stage)),
        n1024_size: (config(1024, 2, "fixed16", Scale::Size)),
        n1024_root: (config(1024, 2, "fixed16", Scale::Root)),
        n1024_none: (config(1024, 2, "fixed16", Scale::None)),
        n1024_block: (config(1024, 2, "fixed16", Scale::None).with_block_exponents()),
        n77_stage: (config(77, 2, "fixed16", Scale::Stage)),
        n77_size: (config(77, 2, "fixed16", Scale::Size)),
        n77_root: (config(77, 2, "fixed16", Scale::Root)),
        n77_none: (config(77, 2, "fixed16", Scale::None)),
        n77_block: (config(77, 2, "fixed16", Scale::None).with_block_exponents()),
        n300_stage: (config(300, 2, "fixed16", Scale::Stage)),
        n300_size: (config(300, 2, "fixed16", Scale::Size)),
        n300_root: (config(300, 2, "fixed16", Scale::Root)),
        n300_none: (config(300, 2, "fixed16", Scale::None)),
        n300_block: (config(300, 2, "fixed16", Scale::None).with_block_exponents()),
        n67_stage: (config(67, 2, "fixed16", Scale::Stage)),
        n67_none: (config(67, 2, "fixed16", Scale::None)),
        n256_half_up: (rounded(Rounding::HalfUp)),
        n256_truncate: (rounded(Rounding::Truncate)),
        n256_short_twiddles: (short_twiddles()),
    }
}

fn is_foretold_of_each_size(width: usize, sizes: &[usize], scale: Scale) {
    let runtime = Runtime { direction: false, sizes: sizes.to_vec() };
    let config = Config { runtime, ..config(300, width, "fixed16", scale.clone()) };
    for SizeRoute { size, pipeline, .. } in Design::shared_chain(&config).unwrap().routes {
        let foretold = Forecast::new(&pipeline, config.format.bits()).unwrap().snr;
        let by = match scale {
            Scale::Size => 1.0 / size as f64,
            Scale::Root => 1.0 / (size as f64).sqrt(),
            _ => 0.5f64.powi(pipeline.shifts()),
        };
        let found = ratio_of(&pipeline, &config, by, 1.0);
        println!("{size} of several foretold {foretold:.2} dB, found {found:.2}");
        assert!((found - foretold).abs() < 1.0, "{size}: foretold {foretold:.2} dB, found {found:.2}");
    }
}

cases! {
    noise_of_multi_size_cores_is_foretold(is_foretold_of_each_size) {
        w1_stage: (1, &[12, 60, 64, 90, 300], Scale::Stage),
        w3_stage: (3, &[12, 60, 90, 96, 300], Scale::Stage),
        w1_none: (1, &[12, 60, 64, 90, 300], Scale::None),
        w1_size: (1, &[12, 60, 64, 90, 300], Scale::Size),
        w2_root: (2, &[12, 60, 64, 90, 300], Scale::Root),
    }
}

/// In dB.
fn meets_target(config: &Config, scale: f64, target: f64) {
    let found = ratio(config, scale);
    println!("{} {:?} {found:.1} dB, target {target}", config.top_name(), config.arithmetic.scale());
    assert!(found >= target, "{found:.1} dB, not {target}");
}

fn by_stages(size: usize, precision: &str, target: f64) {
    meets_target(&config(size, 1, precision, Scale::Stage), 1.0 / size as f64, target);
}

cases! {
    words_scaled_by_a_bit_for_each_factor_of_two_meet_targets(by_stages) {
        n64_fixed16: (64, "fixed16", 71.0),
        n256_fixed16: (256, "fixed16", 65.0),
        n1024_fixed16: (1024, "fixed16", 59.0),
        n4096_fixed16: (4096, "fixed16", 53.0),
        n64_fixed18: (64, "fixed18", 83.0),
        n256_fixed18: (256, "fixed18", 77.0),
        n1024_fixed18: (1024, "fixed18", 71.0),
        n4096_fixed18: (4096, "fixed18", 65.0),
    }
}

/// Loud and quiet inputs alike.
fn by_blocks(size: usize, precision: &str, target: f64) {
    let everything = is_full();
    if size > 1024 && !everything {
        return;
    }
    let config = config(size, 1, precision, Scale::None).with_block_exponents();
    meets_target_at_any_amplitude(&pipeline(&config), &config, target);
}

/// Passes loud and quiet inputs.
fn meets_target_at_any_amplitude(pipeline: &Pipeline, config: &Config, target: f64) {
    for amplitude in [1.0, 0.5f64.powi(8)] {
        let found = ratio_of(pipeline, config, 1.0, amplitude);
        println!("{} {amplitude} {found:.1} dB, target {target}", config.top_name());
        assert!(found >= target, "amplitude {amplitude}: {found:.1} dB, not {target}");
    }
}

cases! {
    /// Above 1024 points with `FFTGEN_GRID=full` alone.
    block_floating_point_meets_targets(by_blocks) {
        n64_fixed16: (64, "fixed16", 76.0),
        n256_fixed16: (256, "fixed16", 74.0),
        n1024_fixed16: (1024, "fixed16", 72.5),
        n4096_fixed16: (4096, "fixed16", 71.0),
        n65536_fixed16: (65_536, "fixed16", 68.0),
        n64_fixed24: (64, "fixed24", 125.0),
        n256_fixed24: (256, "fixed24", 122.0),
        n1024_fixed24: (1024, "fixed24", 120.5),
        n4096_fixed24: (4096, "fixed24", 119.0),
        n65536_fixed24: (65_536, "fixed24", 116.0),
    }
}

/// Loud and quiet inputs of a folded core, which rounds in each step.
fn by_headroom(size: usize, precision: &str, target: f64) {
    let config = Config { cycles: Some(100 * size), ..config(size, 1, precision, Scale::None) };
    let config = config.with_block_exponents();
    let core = Design::architecture(&config).unwrap();
    meets_target_at_any_amplitude(core.pipeline(), &config, target);
}

cases! {
    block_floating_point_of_a_folded_core_meets_targets(by_headroom) {
        n64_fixed16: (64, "fixed16", 76.0),
        n256_fixed16: (256, "fixed16", 74.0),
        n1000_fixed16: (1000, "fixed16", 72.0),
        n1024_fixed16: (1024, "fixed16", 72.5),
        n1024_fixed24: (1024, "fixed24", 120.5),
    }
}

fn unscaled(size: usize, precision: &str, target: f64) {
    meets_target(&config(size, 2, precision, Scale::None), 1.0, target);
}

cases! {
    /// Each bit is kept: the noise is that of one rounding a stage.
    words_that_grow_meet_targets(unscaled) {
        n64_fixed16: (64, "fixed16", 96.0),
        n1024_fixed16: (1024, "fixed16", 93.0),
        n60_fixed12: (60, "fixed12", 70.0),
        n256_fixed24: (256, "fixed24", 140.0),
    }
}

/// With four times the room that noise takes, because its root would saturate otherwise.
fn by_size_and_root(size: usize, inverse: bool, target: f64) {
    for (scale, by) in [(Scale::Size, 1.0 / size as f64), (Scale::Root, 1.0 / (size as f64).sqrt())] {
        meets_target(&Config { inverse, ..config(size, 2, "q3.21", scale) }, by, target);
    }
}

cases! {
    /// A convolution has room for more than comes of it, which costs bits.
    any_size_scaled_by_itself_or_its_root_meets_targets(by_size_and_root) {
        n12: (12, false, 105.0),
        n20_inverse: (20, true, 105.0),
        n64_inverse: (64, true, 105.0),
        n100: (100, false, 105.0),
        n67_convolution: (67, false, 85.0),
        n128_inverse: (128, true, 105.0),
        n45: (45, false, 105.0),
    }
}
