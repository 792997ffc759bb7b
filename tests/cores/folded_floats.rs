//! Folded cores of floating point, operator by operator: every bit of every frame equals the model, also of infinities, NaNs and zeros.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::noise::noise_samples;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::arch::folded::{step_kernel, Folding};
use fftgen::arch::Folded;
use fftgen::format::Format;
use fftgen::number::Datapath;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::Runtime;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use num_complex::Complex64;

/// A core of operators of a format whose steps have these radices, with an element in each clock cycle.
fn operated(radices: &[usize], precision: &str) -> Config {
    let size = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    let cycles = Some((radices.len() + 2) * size + 80 * (radices.len() + 1));
    Config { cycles, kernels, datapath: Some(Datapath::Float), ..config(size, 1, precision) }
}

fn gradual(radices: &[usize], precision: &str) -> Config {
    Config { format: Format::parse(precision, true).unwrap(), ..operated(radices, precision) }
}

fn both_directions(radices: &[usize], precision: &str) -> Config {
    Config { runtime: Runtime { direction: true, ..Runtime::default() }, ..operated(radices, precision) }
}

fn of_sizes(sizes: &[usize], cycles: usize, precision: &str) -> Config {
    let runtime = Runtime { sizes: sizes.to_vec(), ..Runtime::default() };
    let datapath = Some(Datapath::Float);
    Config { runtime, cycles: Some(cycles), datapath, ..config(*sizes.last().unwrap(), 1, precision) }
}

/// Fails if the core is no folded one.
fn is_exact(config: Config) {
    let (design, measured) = verify(config, 12);
    assert!(measured.interval > design.config.size(), "{}", design.plan());
    assert!(design.plan().contains("folded"), "{}", design.plan());
}

cases! {
    every_bit_equals_the_model(is_exact) {
        n64_r4: (operated(&[4; 3], "fp16")),
        n32_r2: (operated(&[2; 5], "bf16")),
        n60_mixed: (operated(&[4, 3, 5], "fp32")),
        n36_sixes: (operated(&[6, 6], "fp16")),
        n64_r8_fp64: (operated(&[8, 8], "fp64")),
        n26_r13: (operated(&[13, 2], "fp16")),
        n15_odd: (operated(&[3, 5], "fp64")),
        smallest: (operated(&[2, 2], "fp16")),
        short_words: (operated(&[4, 2], "e3m2")),
        subnormals: (gradual(&[4, 2, 4], "fp16")),
        subnormals_of_an_inverse: (Config { inverse: true, ..gradual(&[3, 4], "fp32") }),
        inverse: (Config { inverse: true, ..operated(&[4, 2, 4], "fp32") }),
        inverse_by_60: (Config { inverse: true, ..operated(&[3, 4, 5], "fp16") }),
        in_both_directions: (both_directions(&[4, 4], "fp16")),
        in_both_directions_by_15: (both_directions(&[3, 5], "fp32")),
        native: (Config { interface: Interface::Native, ..operated(&[4, 4], "fp16") }),
        resynchronized: (Config { resync: true, ..operated(&[4, 2], "fp16") }),
        low_depths: (Config { pipeline: Profile::Low.into(), ..operated(&[2, 2, 2], "e4m3") }),
        high_depths: (Config { pipeline: Profile::High.into(), ..operated(&[4, 2], "fp32") }),
        two_points_a_cycle: (Config { width: 2, ..operated(&[4, 2, 4], "fp16") }),
        several_sizes: (of_sizes(&[12, 16, 60], 1200, "fp16")),
        inverse_of_several_sizes: (Config { inverse: true, ..of_sizes(&[5, 16, 20], 900, "fp32") }),
        several_sizes_in_both_directions: (Config {
            runtime: Runtime { direction: true, sizes: vec![9, 16, 20] },
            ..of_sizes(&[9, 16, 20], 900, "bf16")
        }),
    }
}

/// A double has no words that share exponents, so that nothing need be said of the operators.
#[test]
fn doubles_are_folded_unless_it_is_said_otherwise() {
    is_exact(Config { cycles: Some(4000), ..config(128, 1, "fp64") });
}

fn in_shape(radices: &[usize], precision: &str, (folding, memories): (Folding, usize)) {
    let config = Config { cycles: None, ..operated(radices, precision) };
    let core = Design::folded_with(&config, folding, memories).unwrap();
    let design = Design::of(Config { cycles: Some(core.interval()), ..config }, Box::new(Folded::new(core)));
    check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
}

cases! {
    banks_and_memories_are_exact_too(in_shape) {
        pairs: (&[4; 3], "fp16", (Folding::Pair, 1)),
        pairs_of_sixes: (&[6, 4], "fp32", (Folding::Pair, 1)),
        two_memories: (&[4, 4], "fp16", (Folding::Element, 2)),
        one_multiplier: (&[4; 3], "fp16", (Folding::Product(16), 1)),
        one_multiplier_of_butterflies: (&[2; 4], "fp64", (Folding::Product(8), 1)),
        pairs_in_two_memories: (&[4, 2, 4], "fp16", (Folding::Pair, 2)),
    }
}

/// What multiplies only some results cannot give those of one multiplication for all.
#[test]
fn transforms_in_each_cycle_are_refused() {
    let error = Design::folded_with(&operated(&[4; 3], "fp16"), Folding::Transform, 1).unwrap_err();
    assert!(error.to_string().contains("pass a multiplication"), "{error}");
}

/// The error is that of operators which round once each.
fn is_accurate(config: Config) {
    let design = Design::new(config).unwrap();
    let size = design.config.size();
    let samples = noise_samples(design.config.format, size, 0.5, 9);
    let value =
        |[re, im]: &[u64; 2]| Complex64::new(design.config.format.to_f64(*re), design.config.format.to_f64(*im));
    let mut wanted: Vec<Complex64> = samples.iter().map(value).collect();
    oracle::transform(&mut wanted, size, false);
    let found: Vec<Complex64> = design.transform(&samples).iter().map(value).collect();
    let error: f64 = found.iter().zip(&wanted).map(|(found, wanted)| (found - wanted).norm_sqr()).sum();
    let power: f64 = wanted.iter().map(|wanted| wanted.norm_sqr()).sum();
    let bound = 0.8 * 0.5f64.powi(24) * (size as f64).log2().sqrt();
    assert!((error / power).sqrt() < bound, "{:e} of {bound:e}; {}", (error / power).sqrt(), design.plan());
}

cases! {
    errors_are_those_of_operators(is_accurate) {
        n256: (operated(&[4; 4], "fp32")),
        n60: (operated(&[3, 4, 5], "fp32")),
    }
}

#[test]
fn frames_after_a_reset_are_right() {
    let design = Design::new(operated(&[2; 3], "fp16")).unwrap();
    reset_sweep(&design, 0..design.interval() + design.latency());
}
