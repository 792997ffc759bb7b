//! Frames of the self-check and of the emitted vectors: every kind is there, and has the effect that it is there for.

use crate::support::cases::cases;
use crate::support::config::config;
use fftgen::emit::Verilog;
use fftgen::format::{Float, Format};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::package::{self, File, Request};
use fftgen::verify::{frames_for, kinds_of, some_modes, stimulus_of};
use fftgen::{Config, Design};

fn float(datapath: Datapath) -> Config {
    Config { datapath: Some(datapath), ..config(16, 2, "fp16") }
}

fn fixed(scale: Scale) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config(16, 2, "fixed9") }
}

/// The value of a parameter of the emitted testbench.
fn parameter(files: &[File], name: &str) -> usize {
    let testbench = files.iter().find(|file| file.name.ends_with("_tb.v")).expect("a testbench");
    let text = std::str::from_utf8(&testbench.contents).unwrap();
    let line = text.lines().find_map(|line| line.trim().strip_prefix(&format!("localparam {name} = "))).unwrap();
    line.trim_end_matches(';').parse().unwrap()
}

fn files(design: &Design) -> Vec<File> {
    package::files(design, &Request { command: "fftgen".into(), license: "0BSD".into(), library: None }, &Verilog)
}

/// Samples of the emitted frames and their results, frame by frame.
fn emitted(design: &Design) -> Vec<(Vec<u64>, Vec<u64>)> {
    let (frames, size) = (parameter(&files(design), "FRAMES"), design.pipeline().size);
    let samples = stimulus_of(design, &some_modes(design, frames, 1), 1);
    let results = design.transform(&samples);
    let pairs = samples.chunks(size).zip(results.chunks(size));
    pairs.map(|(samples, results)| (samples.as_flattened().to_vec(), results.as_flattened().to_vec())).collect()
}

fn is_checked_twice(config: Config) {
    let design = Design::new(config).unwrap();
    let kinds = kinds_of(&design);
    assert!(kinds.len() >= 10);
    assert_eq!(frames_for(&design, 0, 64), 2 * kinds.len());
    assert_eq!(frames_for(&design, usize::MAX, 64), 64);
    let samples = stimulus_of(&design, &some_modes(&design, 2 * kinds.len(), 1), 1);
    let frames: Vec<_> = samples.chunks(16).collect();
    let differ = (0..frames.len()).all(|one| frames[..one].iter().all(|other| *other != frames[one]));
    assert!(differ, "{}: a frame comes twice", design.name);
}

cases! {
    /// Even of a core that the self-check has no time for.
    every_kind_of_frame_is_checked_twice(is_checked_twice) {
        operator_by_operator: (float(Datapath::Float)),
        shared_exponents: (float(Datapath::Shared(14))),
        float_in_blocks: (float(Datapath::Block(18))),
        fixed_stage: (fixed(Scale::Stage)),
        fixed_none: (fixed(Scale::None)),
        fixed_block: (config(16, 2, "fixed9").with_block_exponents()),
        fixed_size: (fixed(Scale::Size)),
    }
}

/// At most `most` frames of each kind.
fn holds_every_kind(size: usize, width: usize, most: usize) {
    let design = Design::new(config(size, width, "fixed8")).unwrap();
    let (frames, kinds) = (parameter(&files(&design), "FRAMES"), kinds_of(&design).len());
    assert!((kinds..=most * kinds).contains(&frames), "{frames} frames of {kinds} kinds");
    assert!(frames * size <= 12_288);
}

cases! {
    vectors_of_small_and_medium_cores_hold_every_kind(holds_every_kind) {
        n16_w2: (16, 2, 8),
        n256_w8: (256, 8, 8),
        n1024_w16: (1024, 16, 1),
    }
}

#[test]
fn vectors_of_large_cores_do_not_grow_with_the_size() {
    let design = Design::new(config(4096, 32, "fixed8")).unwrap();
    assert_eq!(parameter(&files(&design), "FRAMES"), 4);
}

fn meets_both_ends_of_exponents(config: Config) {
    let design = &Design::new(config).unwrap();
    let Format::Float(float @ Float { fraction, .. }) = design.config.format else { unreachable!() };
    let frames = emitted(design);
    let field = |word: &u64| word >> fraction & float.exponent_max();
    let finite = |words: &[u64]| words.iter().all(|word| field(word) < float.exponent_max());
    let some = |what: &str, holds: &dyn Fn(&[u64], &[u64]) -> bool| {
        assert!(frames.iter().any(|(samples, results)| holds(samples, results)), "{}: {what}", design.name);
    };
    some("a result at the largest exponent", &|samples, results| {
        finite(samples) && results.iter().any(|word| field(word) + 1 == float.exponent_max())
    });
    some("finite numbers become infinite or NaN", &|samples, results| finite(samples) && !finite(results));
    some("a result at the smallest exponent", &|_, results| results.iter().any(|word| field(word) == 1));
    some("all words are the largest number", &|samples, _| samples.iter().all(|&word| word == float.infinity() - 1));
    some("a subnormal number", &|samples, _| samples.iter().any(|word| field(word) == 0 && word & 1 == 1));
    some("one word alone", &|samples, _| samples.iter().filter(|word| **word != 0).count() == 1);
    some("NaN", &|samples, _| samples.iter().any(|word| float.is_nan(*word)));
    some("words that differ in their last bits", &|samples, _| {
        let words: Vec<u64> = samples.iter().step_by(2).map(|word| word & !float.sign_mask()).collect();
        words.iter().any(|word| *word != words[0]) && words.iter().all(|word| word ^ words[0] < 64)
    });
}

cases! {
    /// From within the range and from without.
    floating_point_meets_both_ends_of_exponents(meets_both_ends_of_exponents) {
        operator_by_operator: (float(Datapath::Float)),
        shared_exponents: (float(Datapath::Shared(14))),
        float_in_blocks: (float(Datapath::Block(18))),
    }
}

fn meets_both_ends_of_words(config: Config) {
    let design = &Design::new(config).unwrap();
    let (frames, bits) = (emitted(design), design.config.format.bits());
    let number = |word: &u64| fftgen::format::number(*word, bits);
    let (least, largest) = (-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1);
    let some = |what: &str, holds: &dyn Fn(&[i64]) -> bool| {
        let holds = |samples: &[u64]| holds(&samples.iter().map(number).collect::<Vec<_>>());
        assert!(frames.iter().any(|(samples, _)| holds(samples)), "{}: {what}", design.name);
    };
    some("all words are the largest", &|words| words.iter().all(|word| *word == largest));
    some("all words are the least", &|words| words.iter().all(|word| *word == least));
    some("both ends in turn", &|words| {
        words.chunks(4).all(|some| some[0] == some[1] && some[2] == some[3] && some[0] + some[2] == -1)
    });
    some("nothing but ones", &|words| words.iter().all(|word| word.abs() <= 1) && words.contains(&-1));
    some("one word alone", &|words| words.iter().filter(|word| **word != 0).count() == 1);
    some("zeros", &|words| words.iter().all(|word| *word == 0));
    some("nearly the same words", &|words| {
        let base = words[0];
        base.abs() > 16 && words.iter().step_by(2).all(|word| (word.abs() - base.abs()).abs() <= 8)
    });
}

cases! {
    /// And almost nothing: ones, zeros, a word alone.
    fixed_point_meets_both_ends_of_words(meets_both_ends_of_words) {
        stage: (fixed(Scale::Stage)),
        none: (fixed(Scale::None)),
        block: (config(16, 2, "fixed9").with_block_exponents()),
        size: (fixed(Scale::Size)),
    }
}
