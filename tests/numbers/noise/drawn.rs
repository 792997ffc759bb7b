//! Drawn configurations.

use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::{FrameShape, Kind};
use fftgen::number::{FixedOptions, Scale};
use fftgen::rng::Rng;
use fftgen::schedule::Goal;
use fftgen::Config;

/// One of a list.
fn one<T: Clone>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.below(list.len() as u64) as usize].clone()
}

/// Returns configuration `number`. Small sizes come more often, because their plans take less time.
pub fn draw(number: u64) -> Config {
    let mut rng = Rng::new(number + 1);
    let rng = &mut rng;
    let kind = one(rng, &[Kind::Complex, Kind::Complex, Kind::Complex, Kind::Real]);
    let share = kind.share();
    let shape: FrameShape = match rng.below(16) {
        // Convolutions with a chirp.
        0 => (share * one(rng, &[67, 71, 73, 79, 83, 134])).into(),
        // The spectrum of real frames of several dimensions has an order of its own.
        1 | 2 if kind == Kind::Complex => [2 + rng.below(7) as usize, 2 + rng.below(7) as usize].into(),
        3 => (share * one(rng, &[128, 256, 210, 243])).into(),
        _ => (share * (1 + rng.below(64) as usize)).into(),
    };
    let format = match rng.below(8) {
        0 => one(rng, &["fp16", "bf16", "e6m9", "fp32", "e5m6"]).to_string(),
        _ => format!("fixed{}", 6 + rng.below(19)),
    };
    let width = one(rng, &[1, 1, 2, 3, 4]) * share;
    let scale =
        one(rng, &[Scale::Stage, Scale::Stage, Scale::Spare, Scale::Size, Scale::Root, Scale::None, Scale::Chosen]);
    let is_fixed = format.starts_with("fixed");
    let arithmetic = match is_fixed {
        true => FixedOptions {
            scale: Some(scale),
            rounding: Some(one(
                rng,
                &[Rounding::Convergent, Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate],
            )),
            overflow: Some(one(rng, &[Overflow::Saturate, Overflow::Saturate, Overflow::Wrap])),
            ..FixedOptions::default()
        },
        false => FixedOptions::default(),
    };
    let cycles = (rng.below(3) == 0).then(|| shape.samples() * (2 + rng.below(60) as usize));
    let config = Config {
        kind,
        arithmetic,
        cycles,
        inverse: rng.one_in(3),
        goal: one(rng, &[Goal::Balanced, Goal::Balanced, Goal::Area, Goal::Latency]),
        ..Config::new(shape, if cycles.is_some() { share } else { width }, Format::parse(&format, false).unwrap())
    };
    match is_fixed && rng.one_in(5) {
        true => {
            let arithmetic = FixedOptions { scale: None, ..config.arithmetic.clone() };
            Config { arithmetic, ..config }.with_block_exponents()
        }
        false => config,
    }
}
