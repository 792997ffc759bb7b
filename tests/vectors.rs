//! Frames of the self-check and of the emitted vectors: every kind is there, and what it is there for happens.

use fftgen::emit::Verilog;
use fftgen::format::{Float, Format};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::package::{self, File, Request};
use fftgen::verify::{frames_for, kinds_of, some_modes, stimulus_of};
use fftgen::{Config, Design};

fn config(size: usize, width: usize, precision: &str) -> Config {
    Config::new(size, width, Format::parse(precision, false).unwrap())
}

/// One design of each number system.
fn systems() -> Vec<Design> {
    let float = |datapath| Config { datapath: Some(datapath), ..config(16, 2, "fp16") };
    let fixed = |scale| Config {
        arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() },
        ..config(16, 2, "fixed9")
    };
    let floats = [Datapath::Float, Datapath::Shared(14), Datapath::Block(18)].map(float);
    let fixeds = [Scale::Stage, Scale::None, Scale::Size].map(fixed);
    let blocks = config(16, 2, "fixed9").with_block_exponents();
    floats.into_iter().chain(fixeds).chain([blocks]).map(|config| Design::new(config).unwrap()).collect()
}

/// The value of a parameter of the emitted testbench.
fn parameter(files: &[File], name: &str) -> usize {
    let testbench = files.iter().find(|file| file.name.ends_with("_tb.v")).expect("a testbench");
    let text = std::str::from_utf8(&testbench.contents).unwrap();
    let line = text.lines().find_map(|line| line.trim().strip_prefix(&format!("localparam {name} = "))).unwrap();
    line.trim_end_matches(';').parse().unwrap()
}

fn files(design: &Design) -> Vec<File> {
    package::files(design, &Request { command: "fftgen".into(), license: "0BSD".into() }, &Verilog)
}

/// Samples of the emitted frames and their results, frame by frame.
fn emitted(design: &Design) -> Vec<(Vec<u64>, Vec<u64>)> {
    let (frames, size) = (parameter(&files(design), "FRAMES"), design.pipeline().size);
    let samples = stimulus_of(design, &some_modes(design, frames, 1), 1);
    let results = design.transform(&samples);
    let pairs = samples.chunks(size).zip(results.chunks(size));
    pairs.map(|(samples, results)| (samples.as_flattened().to_vec(), results.as_flattened().to_vec())).collect()
}

/// A core that the self-check has time for no frame of still has two of each kind.
#[test]
fn every_kind_is_checked_twice() {
    for design in systems() {
        let kinds = kinds_of(&design);
        assert!(kinds.len() >= 10);
        assert_eq!(frames_for(&design, 0, 64), 2 * kinds.len());
        assert_eq!(frames_for(&design, usize::MAX, 64), 64);
        let samples = stimulus_of(&design, &some_modes(&design, 2 * kinds.len(), 1), 1);
        let frames: Vec<_> = samples.chunks(16).collect();
        let differ = (0..frames.len()).all(|one| frames[..one].iter().all(|other| *other != frames[one]));
        assert!(differ, "{}: a frame comes twice", design.name);
    }
}

/// Every kind is in the vectors of small and medium cores, and their points are bounded.
#[test]
fn vectors_hold_every_kind_and_do_not_grow_with_the_size() {
    for (size, width, most) in [(16, 2, 8), (256, 8, 8), (1024, 16, 1)] {
        let design = Design::new(config(size, width, "fixed8")).unwrap();
        let (frames, kinds) = (parameter(&files(&design), "FRAMES"), kinds_of(&design).len());
        assert!((kinds..=most * kinds).contains(&frames), "{size} points: {frames} frames of {kinds} kinds");
        assert!(frames * size <= 12_288);
    }
    let design = Design::new(config(4096, 32, "fixed8")).unwrap();
    assert_eq!(parameter(&files(&design), "FRAMES"), 4);
}

/// Both ends of the range of exponents are met, from within and from without.
#[test]
fn floating_point_meets_both_ends() {
    for design in systems().iter().filter(|design| matches!(design.config.format, Format::Float(_))) {
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
        some("all words are the largest number", &|samples, _| {
            samples.iter().all(|&word| word == float.infinity() - 1)
        });
        some("a subnormal number", &|samples, _| samples.iter().any(|word| field(word) == 0 && word & 1 == 1));
        some("one word alone", &|samples, _| samples.iter().filter(|word| **word != 0).count() == 1);
        some("NaN", &|samples, _| samples.iter().any(|word| float.is_nan(*word)));
        some("words that differ in their last bits", &|samples, _| {
            let words: Vec<u64> = samples.iter().step_by(2).map(|word| word & !float.sign_mask()).collect();
            words.iter().any(|word| *word != words[0]) && words.iter().all(|word| word ^ words[0] < 64)
        });
    }
}

/// Both ends of the range of words are met, and so is almost nothing.
#[test]
fn fixed_point_meets_both_ends_and_almost_nothing() {
    for design in systems().iter().filter(|design| matches!(design.config.format, Format::Fixed(_))) {
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
}
