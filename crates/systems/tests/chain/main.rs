//! Chains: their netlists agree with their models bit for bit, and their models with the definition in double precision.

mod draw;

use draw::drawn;
use fftgen_cores::arch::ports::Stall;
use fftgen_cores::arch::Architecture;
use fftgen_cores::verify::{check, check_changes, some_modes, stimulus_of, Bench, Stalls};
use fftgen_cores::{Config, Interface};
use fftgen_maths::format::{number, word, Format};
use fftgen_maths::rng::Rng;
use fftgen_maths::Error;
use fftgen_systems::chain::{canonical, Chain, Element};
use num_complex::Complex64;
use rayon::prelude::*;
use std::f64::consts::{PI, TAU};

fn config(width: usize, precision: &str) -> Config {
    Config::new(1, width, Format::parse(precision, false).unwrap())
}

/// Chains of every operation, at several widths.
const CHAINS: [(&str, usize, &str); 68] = [
    ("frame 16", 2, "fixed12"),
    ("frame 16 hop 8 lanes 2", 2, "fixed12"),
    ("frame 16 hop 4 lanes 2", 2, "fixed12"),
    ("real | frame 12 hop 8 lanes 4", 4, "fixed12"),
    ("frame 16 hop 8", 1, "fixed12"),
    ("real | frame 48 hop 16", 1, "fixed10"),
    ("frame 16 hop 2 lanes 2", 2, "fixed12"),
    ("frame 16 | window hann", 1, "fixed16"),
    ("real | frame 16 | window kaiser:8.6", 4, "fixed10"),
    ("fft 16 | power", 2, "fixed12"),
    ("fft 16 | magnitude", 1, "fixed12"),
    ("fft 12 | power | db", 1, "fixed12"),
    ("real | rfft 32 | conjugate", 4, "fixed12"),
    ("frame 16 | alternate | fft | negate", 1, "fixed12"),
    ("fft 16 | power fixed20 | average 4", 2, "fixed12"),
    ("fft 12 | power | sum 3 | db q9.10", 1, "fixed8"),
    ("fft 16 | power | max-hold 2", 4, "fixed8"),
    ("frame 16 hop 8 | window hann | fft | power | min-hold 2 | convert fixed16", 1, "fixed8"),
    ("ifft 16 | prefix 4", 1, "fixed12"),
    ("frame 20 | crop 4..20 | fft", 2, "fixed12"),
    ("fft 16 | times taps:0.5,0.25-0.5j,0.125j | ifft | crop 8..16", 2, "fixed16"),
    ("real | pfb 16 taps 3 | rfft", 2, "fixed12"),
    ("frame 16 hop 4 lanes 1 | window sine | overlap-add 4", 1, "fixed12"),
    ("real | frame 24 hop 12 lanes 4 | overlap-add 12", 4, "fixed8"),
    ("irfft 32", 2, "fixed12"),
    ("real | rfft 24 | irfft | convert fixed10", 2, "fixed16"),
    ("frame 16 | shift", 2, "fixed12"),
    ("fft 15 | shift", 1, "fixed12"),
    ("real | frame 12 hop 6 | shift 10", 2, "fixed8"),
    ("fft 16 | phase", 2, "fixed12"),
    ("frame 8 | phase fixed20", 1, "fixed6"),
    ("fft 16 order reversed | phase q1.7 | sum 2", 1, "fixed16"),
    ("fft 16 | power | peaks | db", 1, "fixed12"),
    ("real | frame 12 hop 4 | peaks", 2, "fixed8"),
    ("real | frame 4 | peaks", 4, "fixed6"),
    ("fft 16 order reversed | power | threshold 0.02 | sum 2", 2, "fixed12"),
    ("real | frame 12 hop 4 | threshold 0.5", 2, "fixed8"),
    ("fft 32 | power | cfar 1 3 2.5", 1, "fixed12"),
    ("real | frame 24 hop 8 lanes 2 | cfar 0 1 1", 2, "fixed8"),
    ("real | frame 24 | cfar 3 9 0.5", 4, "fixed8"),
    ("real | frame 8 | cfar 3 1 2", 4, "fixed8"),
    ("real | frame 8 | cfar 0 4 3.7 | peaks", 8, "fixed6"),
    ("real | frame 36 | cfar 2 5 0.75", 3, "fixed20"),
    ("fft 8 | stack 4 | window hamming across | fft across order reversed | power | cfar 1 1 1.5", 1, "fixed12"),
    ("frame 8 | window hann | stack 4 | window hann across | fft across | magnitude | peaks", 2, "fixed12"),
    ("frame 8 hop 4 lanes 4 | stack 6 | fft across | times taps:0.5,0.25j | ifft across", 2, "fixed8"),
    ("real | frame 12 | stack 4 | peaks | window sine across", 4, "fixed8"),
    ("frame 4 | stack 3 | ifft across | magnitude | sum 2 | db", 2, "fixed10"),
    (
        "fft 6 order natural | stack 5 | fft across order reversed | times taps:1,0.5 | power | threshold 0.01",
        3,
        "fixed10",
    ),
    ("real | frame 4 | stack 3 | cfar 0 2 1.5 | average 2", 4, "fixed8"),
    ("real | frame 32 hop 16 lanes 4 | rfft | times taps:0.5,-0.25,0.125 | irfft | crop 16..32", 2, "fixed12"),
    ("real | rfft 24 order reversed | times taps:0.5,-0.25 | conjugate | magnitude", 2, "fixed10"),
    ("real | rfft 16 | times 1-1j,2,3j,4,5,6,7,8 | crop 0..4 | phase", 4, "fixed8"),
    ("real | rfft 20 | alternate | power", 2, "fixed8"),
    ("buffer | frame 16 hop 8 | window hann | fft | power", 2, "fixed8"),
    ("real | buffer | rfft 16 | power | average 2", 2, "fixed8"),
    ("buffer | ifft 16 | prefix 4", 1, "fixed12"),
    ("frame 16 | window hann | fft", 1, "fixed8"),
    ("frame 2 | window hann | fft", 1, "fixed8"),
    ("frame 16 | window hann | alternate | fft | power", 2, "fixed8"),
    ("frame 32 hop 16 lanes 2 | window hann | ifft | negate", 2, "fixed12"),
    ("frame 16 | window hann | fft scale none", 4, "fixed10"),
    ("frame 64 | window hann | fft order natural | power", 4, "fixed10"),
    ("ifft 32 | conjugate | prefix 2", 1, "fixed8"),
    ("ifft 16 | prefix 15", 1, "fixed8"),
    ("fft 64 order reversed | prefix 24", 4, "fixed8"),
    ("fft 16 | power | prefix 12", 4, "fixed8"),
    ("fft 12 | prefix 4", 2, "fixed8"),
];

#[test]
fn netlists_are_their_models() {
    for (text, width, precision) in CHAINS {
        for interface in [Interface::Axis, Interface::Native] {
            if interface == Interface::Native && text.contains("buffer") {
                continue;
            }
            let config = Config { interface, ..config(width, precision) };
            let chain = Chain::new(&config, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let design = chain.design();
            check(&design, 24, |_| ()).unwrap_or_else(|error| panic!("{text}, {interface:?}: {error}"));
        }
    }
}

/// Chains with settings that registers change: all of them, in every order of elements, and of several frames a result.
const LOADED: [(&str, usize, &str); 20] = [
    ("fft 16 | power | threshold load:0.02", 1, "fixed12"),
    ("real | frame 12 | threshold load:0.5 | sum 3", 2, "fixed8"),
    ("fft 8 | power fixed40 | threshold load:0.01", 2, "fixed16"),
    ("frame 16 | window load:hann | fft", 1, "fixed12"),
    ("frame 24 hop 8 | window load:kaiser:5 | overlap-add 12", 1, "fixed8"),
    ("real | frame 36 | window load:hamming", 3, "fixed10"),
    ("real | frame 4 | window load:sine", 4, "fixed8"),
    ("fft 8 | stack 4 | window load:hamming across | fft across order reversed", 1, "fixed10"),
    ("fft 16 | times load:taps:0.5,0.25-0.5j,0.125j | ifft | crop 8..16", 2, "fixed12"),
    ("fft 12 order reversed | times load:taps:0.5,0.25 | power", 3, "fixed10"),
    ("real | frame 32 hop 16 lanes 4 | rfft | times load:taps:0.5,-0.25,0.125 | irfft | crop 16..32", 2, "fixed12"),
    ("fft 15 | times load:taps:1 | ifft", 1, "fixed10"),
    ("fft 6 | stack 5 | fft across order reversed | times load:taps:1,0.5 | power | threshold load:0.01", 3, "fixed10"),
    ("fft 32 | power | cfar 1 3 load:2.5", 1, "fixed12"),
    ("real | frame 24 hop 8 lanes 2 | cfar 0 1 load:1 | peaks", 2, "fixed8"),
    (
        "frame 16 | window load:blackman | fft | window load:sine | power | average 4 | threshold load:0.001",
        1,
        "fixed10",
    ),
    (
        "frame 8 hop 4 lanes 1 | window load:sine | fft | times load:1,2,3j,-1,0.5,1,1,1 | ifft | overlap-add 4",
        1,
        "fixed10",
    ),
    ("buffer | frame 16 | window load:hann | fft | power | average 2", 2, "fixed8"),
    ("frame 16 hop 8 lanes 2 | window load:hann | fft | power | threshold load:0.25", 2, "fp16"),
    (
        "real | rfft 16 order reversed | times load:taps:0.5,-0.25 | conjugate | magnitude | threshold load:0.1",
        2,
        "e4m5",
    ),
];

/// Settings are written while frames pass: each frame has those of one commit, and a reset brings the first ones back.
#[test]
fn registers_change_settings_between_frames() {
    LOADED.into_par_iter().for_each(|(text, width, precision)| {
        for (interface, stall) in
            [(Interface::Axis, Stall::Any), (Interface::Native, Stall::Any), (Interface::Axis, Stall::None)]
        {
            if text.contains("buffer") && (interface, stall) != (Interface::Axis, Stall::Any) {
                continue;
            }
            let config = Config { interface, stall, ..config(width, precision) };
            let chain = Chain::new(&config, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let design = chain.design();
            check(&design, 8, |_| ()).unwrap_or_else(|error| panic!("{text}, {interface:?} {stall:?}: {error}"));
            assert!(check_changes(&design).unwrap() > 16, "{text}");
        }
    });
}

/// Chains of floating point: every operation, formats from short to long ones, and conversions on the way.
const FLOATING: [(&str, usize, &str); 32] = [
    ("frame 16 hop 8 lanes 2", 2, "fp16"),
    ("real | frame 48 hop 16", 1, "e3m2"),
    ("frame 16 | window hann", 1, "fp32"),
    ("real | frame 16 | window kaiser:8.6", 4, "bf16"),
    ("fft 16 | power", 2, "fp16"),
    ("fft 16 | magnitude", 1, "fp32"),
    ("fft 16 | magnitude fixed12", 2, "e4m5"),
    ("fft 12 | power | db", 1, "fp16"),
    ("real | frame 16 | db 20 fp16", 2, "fp32"),
    ("real | rfft 32 | conjugate", 4, "e6m9"),
    ("frame 16 | alternate | fft | negate", 1, "e4m5"),
    ("frame 18 | alternate | conjugate", 3, "fp16"),
    ("fft 16 | power | average 4", 2, "fp16"),
    ("fft 12 | power fp32 | sum 3 | db q12.4", 1, "fixed8"),
    ("fft 16 | power | max-hold 2", 4, "e4m5"),
    ("frame 16 hop 8 | window hann | fft | power | min-hold 2 | convert fixed16", 1, "bf16"),
    ("ifft 16 | prefix 4", 1, "fp16"),
    ("frame 20 | crop 4..20 | fft", 2, "fp16"),
    ("fft 16 | times taps:0.5,0.25-0.5j,0.125j | ifft | crop 8..16", 2, "fp32"),
    ("real | pfb 16 taps 3 | rfft", 2, "fp16"),
    ("frame 32 hop 16 lanes 1 | window sine | overlap-add 16", 1, "fp16"),
    ("frame 16 | convert fp32 | fft | convert fp16", 1, "fixed12"),
    ("frame 16 | convert bf16 | convert e5m20 | convert e3m2", 1, "fp16"),
    ("real | frame 16 | convert fp64 | convert q3.20", 2, "fp32"),
    ("real | frame 16 | convert fixed9", 2, "fp64"),
    ("real | frame 12 hop 4 | peaks", 2, "e4m5"),
    ("fft 16 | power | threshold 0.03", 2, "fp16"),
    ("fft 8 | stack 4 | window kaiser:5 across | fft across order reversed | magnitude | peaks", 2, "fp16"),
    ("fft 16 | convert fixed20 | phase | shift", 1, "fp16"),
    ("real | rfft 16 | irfft", 2, "bf16"),
    ("real | frame 16 hop 8 | rfft | times taps:0.5,-0.25,0.125 | irfft | crop 8..16", 2, "fp16"),
    ("real | rfft 16 order reversed | times taps:0.5,-0.25 | conjugate | magnitude", 2, "e4m5"),
];

/// A chain with and without subnormal numbers.
fn floating((text, width, precision): (&str, usize, &str)) -> [Chain; 2] {
    let config = |kept: bool| Config::new(1, width, Format::parse(precision, kept).unwrap());
    [false, true].map(|kept| Chain::new(&config(kept), text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn netlists_of_floats_are_their_models() {
    FLOATING.into_par_iter().for_each(|case| {
        for chain in floating(case) {
            check(&chain.design(), 24, |_| ()).unwrap_or_else(|error| panic!("{case:?}: {error}"));
        }
    });
}

/// What memories hold from before a reset is seen by no frame after it.
#[test]
fn a_reset_forgets_all_samples() {
    let has_history = |(text, ..): &(&str, usize, &str)| text.contains("hop") || text.contains("pfb");
    for (text, width, precision) in CHAINS.into_iter().chain(FLOATING).filter(has_history) {
        let design = Chain::new(&config(width, precision), text).unwrap().design();
        let samples = stimulus_of(&design, &some_modes(&design, 11, 3), 3);
        let wanted = design.transform_modes(&some_modes(&design, 11, 3), &samples);
        let mut bench = Bench::new(&design, &samples, &wanted);
        for _ in 0..2 {
            bench.run(Stalls::Random, 0..11, &mut |_| ()).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

/// Chains that are drawn at random at each push: of those that fit, each agrees with its model.
const DRAWN: u64 = 110;

#[test]
fn drawn_chains_are_their_models() {
    let fits = |seed: u64| {
        let mut rng = Rng::new(seed);
        let chain = drawn(&mut |most| rng.below(most as u64) as usize);
        let config = config(chain.width, &chain.precision);
        let marks = seed % 3 == 0 && config.has_no_overflow().is_none();
        let config = Config { overflow_mark: marks.then_some(true), ..config };
        match Chain::new(&config, &chain.text) {
            Ok(planned) => {
                check(&planned.design(), 24, |_| ()).unwrap_or_else(|error| panic!("{seed} {chain:?}: {error}"));
                true
            }
            Err(Error::Usage(_) | Error::Unsupported(_)) => false,
            Err(other) => panic!("{seed} {chain:?}: {other}"),
        }
    };
    let fitting = (0..DRAWN).into_par_iter().filter(|seed| fits(*seed)).count();
    assert!(fitting >= 60, "{fitting} chains");
}

/// Chains in which a word may be too large at several places, some of which leave before all of their frame is known.
const MARKED: [(&str, usize, &str); 10] = [
    ("fft 16 scale none | convert fixed8", 1, "fixed12"),
    ("frame 16 hop 8 lanes 2 | window hann | fft scale none | convert q2.8 | power fixed8 | db", 2, "fixed10"),
    ("fft 32 scale none | convert q2.6 | crop 0..4 | negate | convert q1.6", 2, "fixed8"),
    ("ifft 16 | convert q1.4 | prefix 4 | conjugate", 1, "fixed8"),
    ("frame 16 hop 4 lanes 1 | convert q1.5 | overlap-add 4", 1, "fixed8"),
    ("frame 16 | convert q1.4 | power | average 4 | convert q1.3", 2, "fixed8"),
    ("frame 8 | conjugate | sum 2 | sum 3 | convert fixed8", 1, "fixed8"),
    ("real | frame 16 | rfft scale none | convert q1.5 | times taps:1,-1 | irfft scale none | shift", 2, "fixed8"),
    ("frame 4 | negate | fft 4 | negate", 4, "fixed8"),
    ("frame 16 | convert q1.5 | window hann | fft | negate", 1, "fixed12"),
];

/// A frame is marked if a word of it was too large in any operation, whatever frames are in the chain with it.
#[test]
fn frames_that_overflow_are_marked() {
    for (text, width, precision) in MARKED {
        for interface in [Interface::Axis, Interface::Native] {
            let config = Config { interface, overflow_mark: Some(true), ..config(width, precision) };
            let marked = |text: &str| Chain::new(&config, text).unwrap().design().checked();
            let design = marked(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            check(&design, 24, |_| ()).unwrap_or_else(|error| panic!("{text}, {interface:?}: {error}"));
            // Loud frames among quiet ones.
            let frames = 23;
            let modes = some_modes(&design, frames, 3);
            let mut samples = stimulus_of(&design, &modes, 3);
            let points = samples.len() / frames;
            let bits = config.format.bits();
            for frame in (0..frames).filter(|frame| (frame * frame) % 7 < 4) {
                let quiet = |part: u64| word(i128::from(number(part, bits)) / 64, bits);
                samples[frame * points..][..points].iter_mut().flatten().for_each(|part| *part = quiet(*part));
            }
            let wanted = design.transform_modes(&modes, &samples);
            let loud = wanted.overflow.iter().filter(|overflow| **overflow).count();
            assert!((1..frames).contains(&loud), "{text}: {loud} of {frames} frames overflow");
            for stalls in [Stalls::None, Stalls::Random] {
                Bench::new(&design, &samples, &wanted)
                    .run(stalls, 0..frames, &mut |_| ())
                    .unwrap_or_else(|error| panic!("{text}, {interface:?}: {error}"));
            }
        }
    }
    let never = Chain::new(&Config { overflow_mark: Some(true), ..config(1, "fixed8") }, "frame 16").unwrap();
    let error = never.design().checked().err().unwrap().to_string();
    assert!(error.contains("leave --mark-overflow out"), "{error}");
}

/// The error has the value, the reason and what to write.
#[test]
fn settings_that_registers_do_not_change_are_refused() {
    let reasons = [
        (
            "fft 16 | power | average load:4",
            "load:4: registers change no setting of it; they change those of window, times",
        ),
        ("fft load:16", "write 16 without load:"),
        ("fft 16 | power | threshold load:-1", "VALUE is a number from 0 on, not -1"),
        ("fft 16 | power | threshold load:", "VALUE is a number from 0 on, not "),
        ("frame 16 | window load:hanning", "\"hanning\" is no window"),
        ("fft 16 | times load:1,2", "2 numbers for frames of 16 elements"),
        ("frame 131072 | window load:sine", "131072 coefficients: registers have 65536 words at most"),
    ];
    for (text, reason) in reasons {
        let Err(error) = Chain::new(&config(1, "fixed12"), text) else { panic!("{text} is a chain") };
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
    let Err(error) = Chain::new(&config(1, "fp64"), "frame 16 | window load:sine") else { panic!("words of 64 bits") };
    assert!(error.to_string().contains("coefficients of 64 bits: a register has 32"), "{error}");
}

/// Each register has addresses of its own, tables at multiples of their length, and names are those of operations.
#[test]
fn maps_of_registers_have_no_overlaps() {
    for (text, width, precision) in LOADED {
        let chain = Chain::new(&config(width, precision), text).unwrap();
        let registers = chain.settings().unwrap().registers();
        for pair in registers.windows(2) {
            assert!(pair[0].end() <= pair[1].address && pair[0].name != pair[1].name, "{text}: {pair:?}");
        }
        let tables = registers.iter().filter(|register| register.count > 1);
        assert!(tables.into_iter().all(|table| table.address % (4 * table.count.next_power_of_two()) == 0), "{text}");
        let settings = text.matches("load:").count();
        assert!(registers.len() >= 3 + settings && registers[..3].iter().all(|register| register.count == 1), "{text}");
    }
    let text = "frame 8 | window load:sine | fft | window load:hann";
    let chain = Chain::new(&config(1, "fixed8"), text).unwrap();
    let names: Vec<&str> = chain.settings().unwrap().registers().iter().map(|register| &*register.name).collect();
    assert_eq!(names, ["commit", "status", "first_frame", "window", "window2"]);
}

/// The text of a chain is that chain again, under the same name.
#[test]
fn texts_of_chains_are_read_as_the_same_chain() {
    let is_read_again = |config: &Config, text: &str| {
        let Ok(chain) = Chain::new(config, text) else { return };
        for text in [chain.to_string(), text.replace(" | ", "|").replace(' ', "  ")] {
            let again = Chain::new(config, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((again.facts(), &again.config.name), (chain.facts(), &chain.config.name));
        }
    };
    CHAINS
        .into_iter()
        .chain(LOADED)
        .for_each(|(text, width, precision)| is_read_again(&config(width, precision), text));
    (0..DRAWN).into_par_iter().for_each(|seed| {
        let mut rng = Rng::new(seed);
        let chain = drawn(&mut |most| rng.below(most as u64) as usize);
        is_read_again(&config(chain.width, &chain.precision), &chain.text);
    });
}

#[test]
fn settings_that_are_usual_are_not_written() {
    let texts = [
        ("frame 16  hop 16|window kaiser:8.60", "frame 16 | window kaiser:8.6"),
        ("real|frame 16 lanes 2 hop 8", "real | frame 16 hop 8 lanes 2"),
        (
            "fft 8 scale stage order natural|times 0.50,-0,1-0j,.5+1e1j,2j",
            "fft 8 order natural scale stage | times 0.5,0,1,0.5+10j,2j",
        ),
        ("fft 8 | power fixed12 | db 10 q9.7", "fft 8 | power fixed12 | db q9.7"),
    ];
    for (text, wanted) in texts {
        assert_eq!(canonical(text, &|_| unreachable!("no file")).unwrap(), wanted);
        assert_eq!(canonical(wanted, &|_| unreachable!("no file")).unwrap(), wanted);
    }
}

/// A sequence of frames in double precision.
type Frames = Vec<Vec<Complex64>>;

/// The discrete Fourier transform by its definition.
fn dft(frame: &[Complex64], sign: f64) -> Vec<Complex64> {
    let size = frame.len();
    let root = |power: usize| Complex64::cis(sign * TAU * (power % size) as f64 / size as f64);
    let bin = |bin: usize| frame.iter().enumerate().map(|(n, x)| x * root(bin * n)).sum();
    (0..size).map(bin).collect()
}

/// A Hann window, which is periodic.
fn hann(size: usize) -> impl Fn(usize) -> f64 {
    move |n| 0.5 - 0.5 * (TAU * n as f64 / size as f64).cos()
}

/// The last `size` samples at the end of each block.
fn overlapped(blocks: &Frames, size: usize) -> Frames {
    let mut held = vec![Complex64::default(); size];
    let next = |block: &Vec<Complex64>| {
        held.extend(block);
        held.drain(..held.len() - size);
        held.clone()
    };
    blocks.iter().map(next).collect()
}

/// Runs the model of a chain on frames of noise, and returns these and the results, both as numbers.
fn run(text: &str, width: usize, precision: &str, frames: usize) -> [Frames; 2] {
    let chain = Chain::new(&config(width, precision), text).unwrap();
    let streams = [chain.entering().clone(), chain.leaving().clone()];
    let points = chain.points();
    let format = streams[0].element.format;
    let bits = format.bits();
    let mut rng = Rng::new(5);
    // A quarter of full scale leaves room for tones and gains.
    let mut part = || match format {
        Format::Fixed(_) => word(i128::from(number(rng.word() >> (64 - bits), bits)) / 4, bits),
        Format::Float(_) => format.from_f64((rng.word() as i64) as f64 * 0.25f64.powi(32) / 2.0),
    };
    let samples: Vec<[u64; 2]> = (0..frames * points[0]).map(|_| [part(), part()]).collect();
    let results = chain.model(config(width, precision).format.into(), None).run(&samples);
    let numbers = |side: usize, words: &[[u64; 2]]| -> Frames {
        let Element { is_complex, format } = streams[side].element;
        let value = |word: u64| format.to_f64(word);
        let all: Vec<Complex64> = match is_complex {
            true => words.iter().map(|[re, im]| Complex64::new(value(*re), value(*im))).collect(),
            false => words.as_flattened().iter().map(|word| value(*word).into()).collect(),
        };
        all.chunks(streams[side].elements()).map(<[_]>::to_vec).collect()
    };
    [numbers(0, &samples), numbers(1, &results)]
}

/// Decibels by which results exceed their error.
fn snr(found: &Frames, wanted: &Frames) -> f64 {
    assert_eq!(found.len(), wanted.len());
    let (mut signal, mut noise) = (0.0, 0.0);
    for (found, wanted) in found.iter().flatten().zip(wanted.iter().flatten()) {
        signal += wanted.norm_sqr();
        noise += (found - wanted).norm_sqr();
    }
    10.0 * (signal / noise).log10()
}

fn mapped(frames: &Frames, each: impl Fn(usize, Complex64) -> Complex64) -> Frames {
    frames.iter().map(|frame| frame.iter().enumerate().map(|(n, x)| each(n, *x)).collect()).collect()
}

fn transformed(frames: &Frames, sign: f64) -> Frames {
    frames.iter().map(|frame| dft(frame, sign)).collect()
}

/// The largest error of results in units of the last place of the largest result.
fn ulps(found: &Frames, wanted: &Frames, fraction: u32) -> f64 {
    assert_eq!(found.len(), wanted.len());
    let largest = |all: &mut dyn Iterator<Item = f64>| all.fold(0.0, f64::max);
    let errors = found.iter().flatten().zip(wanted.iter().flatten()).map(|(found, wanted)| (found - wanted).norm());
    let size = largest(&mut wanted.iter().flatten().map(|wanted| wanted.norm()));
    largest(&mut errors.into_iter()) / size * 2f64.powi(fraction as i32)
}

/// What a chain computes in double precision, from the blocks that enter.
type Definition = fn(&Frames) -> Frames;

/// Chains of floating point, the units of the last place that their results are from those of double precision at most,
/// and their definition.
const DEFINED: [(&str, f64, Definition); 9] = [
    ("frame 64 | negate | conjugate", 0.0, |blocks| mapped(blocks, |_, x| -x.conj())),
    ("frame 64 hop 32 | window hann", 0.5, |blocks| mapped(&overlapped(blocks, 64), |n, x| x * hann(64)(n))),
    ("frame 64 | fft", 1.0, |blocks| transformed(blocks, -1.0)),
    ("frame 64 hop 32 | window hann | fft | power", 1.5, |blocks| {
        let frames = mapped(&overlapped(blocks, 64), |n, x| x * hann(64)(n));
        mapped(&transformed(&frames, -1.0), |_, x| x.norm_sqr().into())
    }),
    ("frame 64 hop 32 | fft | times taps:0.5,0.25-0.5j | ifft | crop 32..64", 1.6, |blocks| {
        let at = |frame: &Vec<Complex64>, n: usize| 0.5 * frame[n] + Complex64::new(0.25, -0.5) * frame[n - 1];
        overlapped(blocks, 64).iter().map(|frame| (32..64).map(|n| at(frame, n)).collect()).collect()
    }),
    ("pfb 16 taps 4 window hann", 0.8, |blocks| filter_bank(blocks, 16, 4)),
    ("frame 32 | average 4", 0.8, |blocks| {
        let sum = |four: &[Vec<Complex64>]| (0..32).map(|n| four.iter().map(|frame| frame[n] / 4.0).sum()).collect();
        blocks.chunks(4).map(sum).collect()
    }),
    ("frame 32 | sum 3", 0.6, |blocks| {
        let sum = |three: &[Vec<Complex64>]| (0..32).map(|n| three.iter().map(|frame| frame[n]).sum()).collect();
        blocks.chunks(3).map(sum).collect()
    }),
    ("frame 32 hop 16 lanes 1 | window sine | fft | ifft | window sine | overlap-add 16", 1.2, |blocks| {
        let samples: Vec<Complex64> = [vec![Complex64::default(); 16], blocks.concat()].concat();
        samples[..16 * blocks.len()].chunks(16).map(<[_]>::to_vec).collect()
    }),
];

#[test]
fn floats_are_within_some_units_of_the_last_place() {
    for (text, bound, definition) in DEFINED {
        for precision in ["bf16", "fp16", "fp32", "e9m40"] {
            let [blocks, found] = run(text, 1, precision, 6);
            let fraction = config(1, precision).format.fraction();
            let reached = ulps(&found, &definition(&blocks), fraction);
            assert!(reached <= bound, "{text}, {precision}: {reached} units");
            // Only signs are exact.
            assert!(bound == 0.0 || reached > bound / 4.0, "{text}, {precision}: {reached} units");
        }
    }
}

/// The results of a chain for real numbers.
fn results(text: &str, precision: &str, numbers: &[f64]) -> Vec<f64> {
    let chain = Chain::new(&config(1, precision), text).unwrap();
    let [from, to] = [chain.entering(), chain.leaving()].map(|stream| stream.element.format);
    let samples: Vec<[u64; 2]> = numbers.chunks(2).map(|pair| [0, 1].map(|part| from.from_f64(pair[part]))).collect();
    let words = chain.model(from.into(), None).run(&samples);
    words.as_flattened().iter().map(|word| to.to_f64(*word)).collect()
}

#[test]
fn infinities_and_nan_go_through() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    let said = |text: &str, numbers: &[f64]| format!("{:?}", results(text, "fp16", numbers));
    let lengths = said("frame 2 | magnitude", &[infinity, -infinity, 3.0, infinity]);
    assert_eq!(lengths, "[inf, inf]");
    assert_eq!(said("frame 2 | magnitude", &[nan, infinity, 1.0, nan]), "[NaN, NaN]");
    let frames = [[1.0, 2.0, -infinity, nan], [-1.0, infinity, -5.0, 1.0]].concat();
    assert_eq!(said("real | frame 4 | max-hold 2", &frames), "[1.0, inf, -5.0, NaN]");
    assert_eq!(said("real | frame 4 | min-hold 2", &frames), "[-1.0, 2.0, -inf, 1.0]");
    // Zero counts as half of the smallest normal number, 2^-14, and all that is negative too.
    let least = -45.15625;
    assert_eq!(
        said("real | frame 4 | db", &[infinity, nan, 0.0, -4.0]),
        format!("[255.9921875, 255.9921875, {least}, {least}]")
    );
    assert_eq!(said("real | frame 4 | convert fixed8", &[infinity, nan, 0.5, -9.0]), "[0.9921875, 0.0, 0.5, -1.0]");
    assert_eq!(said("frame 2 | power", &[300.0, 0.0, 1.0, 2.0]), "[inf, 5.0]");
}

#[test]
fn formats_change_on_the_way() {
    // Exact powers of words, rounded once to floating point, and back to words.
    let [blocks, found] = run("frame 32 | power fp32", 1, "fixed16", 3);
    let wanted = mapped(&blocks, |_, x| (x.norm_sqr() as f32 as f64).into());
    assert_eq!(found, wanted);
    let [blocks, found] = run("frame 32 | convert fp32 | fft | convert fp64 | ifft | convert fixed20", 1, "fixed16", 3);
    let reached = snr(&found, &blocks);
    assert!(reached > 100.0, "{reached} dB");
}

#[test]
fn spectra_are_those_of_windowed_frames() {
    let [blocks, found] = run("frame 64 hop 32 | window hann | fft | power q2.40", 2, "fixed20", 6);
    let frames = mapped(&overlapped(&blocks, 64), |n, x| x * hann(64)(n));
    let wanted = mapped(&transformed(&frames, -1.0), |_, x| (x / 64.0).norm_sqr().into());
    let reached = snr(&found, &wanted);
    assert!(reached > 75.0, "{reached} dB");
}

/// The sums after a transform have less noise than the products before it, which stay where its order is said.
#[test]
fn windows_after_a_transform_lose_no_precision() {
    for (size, width, precision, floor) in [(64, 1, "fixed16", 60.0), (256, 4, "fixed12", 30.0)] {
        let [before, after] = ["fft order natural", "fft"].map(|transform| {
            let text = format!("frame {size} | window hann | {transform}");
            let [frames, found] = run(&text, width, precision, 16);
            let windowed = mapped(&frames, |n, x| x * hann(size)(n) / size as f64);
            snr(&found, &transformed(&windowed, -1.0))
        });
        assert!(after > before.max(floor), "{size} {precision}: {after} dB, and {before} dB before");
    }
    let [frames, found] = run("frame 16 | window hann | fft scale none", 1, "fixed12", 8);
    let reached = snr(&found, &transformed(&mapped(&frames, |n, x| x * hann(16)(n)), -1.0));
    assert!(reached > 55.0, "{reached} dB");
}

#[test]
fn decibels_are_those_of_the_power() {
    let [blocks, found] = run("frame 32 | fft | power | db q9.15", 1, "fixed24", 4);
    for (block, found) in blocks.iter().zip(&found) {
        for (bin, found) in dft(block, -1.0).iter().zip(found) {
            let wanted = 10.0 * (bin / 32.0).norm_sqr().log10();
            assert!((wanted - found.re).abs() < 0.005, "{} for {wanted}", found.re);
        }
    }
}

#[test]
fn magnitudes_are_within_their_bound() {
    let [points, found] = run("frame 64 | magnitude", 1, "fixed16", 4);
    for (point, found) in points.iter().flatten().zip(found.iter().flatten()) {
        let error = found.re - point.norm();
        assert!(error.abs() < 0.0281 * point.norm() + 1e-4, "{} for {}", found.re, point.norm());
    }
}

#[test]
fn fast_filters_convolve() {
    let taps = [Complex64::new(0.5, 0.0), Complex64::new(0.25, -0.5), Complex64::new(0.0, 0.125)];
    let text = "frame 64 hop 32 lanes 2 | fft | times taps:0.5,0.25-0.5j,0.125j | ifft | crop 32..64";
    let [blocks, found] = run(text, 2, "fixed16", 6);
    let samples: Vec<Complex64> = blocks.concat();
    let at = |n: usize| taps.iter().enumerate().filter(|(k, _)| *k <= n).map(|(k, tap)| tap * samples[n - k]).sum();
    let convolved: Vec<Complex64> = (0..samples.len()).map(at).collect();
    let wanted: Frames = convolved.chunks(32).map(<[_]>::to_vec).collect();
    // A quarter of full scale, which leaves 14 bits.
    let reached = snr(&found, &wanted);
    assert!(reached > 68.0, "{reached} dB");
}

#[test]
fn fast_filters_of_real_samples_convolve() {
    let text = "real | frame 64 hop 32 lanes 2 | rfft | times taps:0.5,-0.25,0.125 | irfft | crop 32..64";
    // A quarter of full scale, which leaves 14 bits, of which the taps take one more.
    for (precision, floor) in [("fixed16", 66.0), ("fp16", 60.0)] {
        let [blocks, found] = run(text, 2, precision, 6);
        let samples: Vec<Complex64> = blocks.concat();
        let delayed = |n: usize, k: usize| if n < k { 0.0.into() } else { samples[n - k] };
        let at = |n: usize| 0.5 * delayed(n, 0) - 0.25 * delayed(n, 1) + 0.125 * delayed(n, 2);
        let convolved: Vec<Complex64> = (0..samples.len()).map(at).collect();
        let wanted: Frames = convolved.chunks(32).map(<[_]>::to_vec).collect();
        let reached = snr(&found, &wanted);
        assert!(reached > floor, "{precision}: {reached} dB");
    }
}

/// The bins 0 and N/2 of real samples share an element, and are two numbers for all operations: each is changed by
/// itself, and only bin 0 has a length and an angle.
#[test]
fn packed_bins_are_two_numbers() {
    const FACTORS: [[f64; 2]; 8] =
        [[0.5, -0.25], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.5, 0.0], [0.25, 0.0], [0.0, 0.75], [1.0, 1.0]];
    /// What becomes of a bin and of its number, and of bin 8.
    type Change = (fn(usize, Complex64) -> Complex64, fn(f64) -> f64);
    let changes: [(&str, Change); 4] = [
        ("conjugate", (|_, bin| bin.conj(), |last| last)),
        ("power", (|_, bin| bin.norm_sqr().into(), |_| 0.0)),
        // An angle of 1 is one of -1.
        ("phase", (|_, bin| ((bin.arg() / PI + 1.0).rem_euclid(2.0) - 1.0).into(), |_| 0.0)),
        (
            "times 0.5-0.25j,1,1j,-1,0.5,0.25,0.75j,1+1j",
            (
                |n, bin| bin * if n == 0 { 0.5.into() } else { Complex64::new(FACTORS[n][0], FACTORS[n][1]) },
                |last| last * FACTORS[0][1],
            ),
        ),
    ];
    for (order, bins) in [("natural", [0, 1, 2, 3, 4, 5, 6, 7]), ("reversed", [0, 4, 2, 6, 1, 5, 3, 7])] {
        for (operation, (of_bin, of_last)) in changes {
            let text = format!("real | rfft 16 order {order} | {operation}");
            let [frames, found] = run(&text, 2, "fixed24", 4);
            let changed = |frame: &Vec<Complex64>| {
                let spectrum: Vec<Complex64> = dft(frame, -1.0).iter().map(|bin| bin / 16.0).collect();
                // The sums of the definition leave something of the imaginary part of bin 0.
                let at = |n: usize| if n == 0 { spectrum[0].re.into() } else { spectrum[n] };
                let element =
                    |n: usize| of_bin(n, at(n)) + Complex64::i() * if n == 0 { of_last(spectrum[8].re) } else { 0.0 };
                bins.map(element).to_vec()
            };
            let wanted: Frames = frames.iter().map(changed).collect();
            let reached = snr(&found, &wanted);
            assert!(reached > 70.0, "{text}: {reached} dB");
        }
    }
}

/// Analysis and synthesis by a sine window: the squares of its copies add up to 1 at half a frame's distance.
#[test]
fn frames_that_overlap_add_up_to_the_samples() {
    let text = "frame 32 hop 16 lanes 1 | window sine | fft | ifft | window sine | overlap-add 16";
    let [blocks, found] = run(text, 1, "fixed16", 6);
    let samples: Vec<Complex64> = [vec![Complex64::default(); 16], blocks.concat()].concat();
    let wanted: Frames = samples[..96].chunks(16).map(<[_]>::to_vec).collect();
    let reached = snr(&found, &wanted);
    assert!(reached > 65.0, "{reached} dB");
}

#[test]
fn filter_banks_are_sums_over_their_taps() {
    let [blocks, found] = run("pfb 16 taps 4 window hann", 2, "fixed20", 9);
    let reached = snr(&found, &filter_bank(&blocks, 16, 4));
    assert!(reached > 95.0, "{reached} dB");
}

/// The filters of a filter bank with a Hann window.
fn filter_bank(blocks: &Frames, size: usize, taps: usize) -> Frames {
    let prototype = |n: usize| {
        let x = PI * ((n as f64 + 0.5) / size as f64 - taps as f64 / 2.0);
        hann(size * taps)(n) * x.sin() / x
    };
    let products = mapped(&overlapped(blocks, size * taps), |n, x| x * prototype(n));
    let folded = |frame: &Vec<Complex64>| (0..size).map(|n| frame.iter().skip(n).step_by(size).sum()).collect();
    products.iter().map(folded).collect()
}

#[test]
fn means_and_extremes_are_exact() {
    let of_four = |found: Frames, parts: &Frames, combine: &dyn Fn([f64; 4]) -> f64| {
        for (found, block) in found.iter().zip(parts.iter().map(|block| block.chunks(12).collect::<Vec<_>>())) {
            for (n, found) in found.iter().enumerate() {
                assert_eq!(found.re, combine([0, 1, 2, 3].map(|frame: usize| block[frame][n].re)));
            }
        }
    };
    let whole = |text: &str| {
        let chain = Chain::new(&config(1, "fixed16"), text).unwrap();
        assert_eq!(chain.points()[0], 24);
        let [frames, found] = run(text, 1, "fixed16", 3);
        // A frame of the chain has four of the operation.
        (found, frames.chunks(4).map(<[_]>::concat).collect::<Frames>())
    };
    let (found, blocks) = whole("real | frame 12 | average 4");
    of_four(found, &blocks, &|all| all.iter().sum::<f64>() / 4.0);
    let (found, blocks) = whole("real | frame 12 | sum 4");
    of_four(found, &blocks, &|all| all.iter().sum());
    let (found, blocks) = whole("real | frame 12 | max-hold 4");
    of_four(found, &blocks, &|all| all.into_iter().fold(f64::MIN, f64::max));
    let (found, blocks) = whole("real | frame 12 | min-hold 4");
    of_four(found, &blocks, &|all| all.into_iter().fold(f64::MAX, f64::min));
}

#[test]
fn transforms_of_real_samples_and_middles_are_those_of_the_definition() {
    let [frames, found] = run("real | rfft 32", 2, "fixed24", 4);
    let packed = |frame: &Vec<Complex64>| {
        let bins = dft(frame, -1.0);
        let first = Complex64::new(bins[0].re, bins[16].re);
        [first].into_iter().chain(bins[1..16].iter().copied()).map(|bin| bin / 32.0).collect()
    };
    let wanted: Frames = frames.iter().map(packed).collect();
    assert!(snr(&found, &wanted) > 85.0, "{} dB", snr(&found, &wanted));
    let [frames, found] = run("frame 32 | alternate | fft", 2, "fixed24", 4);
    let shifted = |frame: &Vec<Complex64>| {
        let mut bins = dft(frame, -1.0);
        bins.rotate_left(16);
        bins.into_iter().map(|bin| bin / 32.0).collect()
    };
    let wanted: Frames = frames.iter().map(shifted).collect();
    assert!(snr(&found, &wanted) > 90.0, "{} dB", snr(&found, &wanted));
}

#[test]
fn transforms_back_to_real_samples_are_those_of_the_definition() {
    let [frames, found] = run("frame 16 | irfft", 2, "fixed24", 4);
    let sum = |bins: &Vec<Complex64>| {
        let edge = |n: usize| bins[0].re + if n % 2 == 0 { bins[0].im } else { -bins[0].im };
        let wave = |n: usize, bin: usize| (bins[bin] * Complex64::cis(TAU * (n * bin % 32) as f64 / 32.0)).re;
        let sample = |n: usize| edge(n) + 2.0 * (1..16).map(|bin| wave(n, bin)).sum::<f64>();
        (0..32).map(|n| (sample(n) / 32.0).into()).collect()
    };
    let wanted: Frames = frames.iter().map(sum).collect();
    assert!(snr(&found, &wanted) > 85.0, "{} dB", snr(&found, &wanted));
}

#[test]
fn phases_are_the_angles_of_elements() {
    let texts = [("phase", "fixed16", -15), ("phase fixed10", "fixed24", -9), ("phase fixed20", "fixed8", -19)];
    for (text, precision, unit) in texts {
        let [points, found] = run(&format!("frame 64 | {text}"), 1, precision, 8);
        for (point, found) in points.iter().flatten().zip(found.iter().flatten()) {
            let turns = (found.re - point.arg() / PI) / 2.0;
            let error = 2.0 * (turns - turns.round()) / 2f64.powi(unit);
            assert!(error.abs() <= 1.0, "{text}: {error} units at {point}");
        }
    }
}

#[test]
fn peaks_are_larger_than_their_neighbours() {
    let [frames, found] = run("real | frame 24 | peaks", 2, "fixed5", 9);
    for (frame, found) in frames.iter().zip(&found) {
        let at = |place: usize| frame.get(place).map_or(f64::MIN, |x| x.re);
        let is_peak = |n: usize| (n == 0 || at(n) > at(n - 1)) && at(n) >= at(n + 1);
        let wanted: Vec<Complex64> = (0..24).map(|n| if is_peak(n) { at(n).into() } else { 0.0.into() }).collect();
        assert_eq!(*found, wanted);
    }
}

/// The definition in double precision, whose means are exact.
#[test]
fn false_alarms_are_as_rare_everywhere() {
    for (text, [guard, training], factor, width) in [
        ("real | frame 40 | cfar 2 6 1.3", [2, 6], 1.3, 2),
        ("real | frame 40 | cfar 0 1 1.1", [0, 1], 1.1, 4),
        ("real | frame 40 | cfar 10 10 0.9", [10, 10], 0.9, 1),
    ] {
        let [frames, found] = run(text, width, "fixed12", 9);
        for (frame, found) in frames.iter().zip(&found) {
            let side = |cells: std::ops::Range<isize>| {
                let cells = cells.map(|at| usize::try_from(at).ok().and_then(|at| frame.get(at)).map(|x| x.re));
                cells.sum::<Option<f64>>()
            };
            let wanted = (0..frame.len() as isize).map(|n| {
                let before = side(n - guard - training..n - guard);
                let after = side(n + guard + 1..n + guard + training + 1);
                let sums = before.or(after).unwrap() + after.or(before).unwrap();
                let is_above = frame[n as usize].re > factor * sums / (2 * training) as f64;
                if is_above {
                    frame[n as usize]
                } else {
                    0.0.into()
                }
            });
            assert_eq!(*found, wanted.collect::<Vec<_>>(), "{text}");
        }
        let kept = found.iter().flatten().filter(|x| **x != Complex64::ZERO).count();
        assert!((40..200).contains(&kept), "{text}: {kept} of 360");
    }
}

/// Pulses of a radar: a transform of each, and one of each column, from the definition in double precision.
#[test]
fn columns_have_transforms_of_their_own() {
    for (order, precision, least) in [("", "fixed16", 60.0), (" order reversed", "fixed16", 60.0), ("", "fp32", 130.0)]
    {
        let text = format!("fft 8 | stack 4 | window hamming across | fft across{order}");
        let [frames, found] = run(&text, 2, precision, 3);
        let is_fixed = precision.starts_with("fixed");
        // Steps of fixed point are scaled by 1/N.
        let scale = if is_fixed { 1.0 / 32.0 } else { 1.0 };
        let frames: Frames = frames.chunks(4).map(<[_]>::concat).collect();
        let wanted = |frame: &Vec<Complex64>| {
            let bin = |row: usize, column: usize| {
                let term = |(place, x): (usize, &Complex64)| {
                    let (pulse, sample) = (place / 8, place % 8);
                    let window = 0.54 - 0.46 * (TAU * pulse as f64 / 4.0).cos();
                    x * window
                        * scale
                        * Complex64::cis(-TAU * (row * pulse) as f64 / 4.0 - TAU * (column * sample) as f64 / 8.0)
                };
                frame.iter().enumerate().map(term).sum::<Complex64>()
            };
            let rows = if order.is_empty() { [0, 1, 2, 3] } else { [0, 2, 1, 3] };
            rows.iter().flat_map(|row| (0..8).map(|column| bin(*row, column))).collect::<Vec<_>>()
        };
        let wanted: Frames = frames.iter().map(wanted).collect();
        assert!(snr(&found, &wanted) > least, "{text}: {} dB", snr(&found, &wanted));
    }
}

#[test]
fn thresholds_keep_what_reaches_them() {
    let [frames, found] = run("real | frame 16 | threshold 0.125", 2, "fixed6", 9);
    for (x, found) in frames.iter().flatten().zip(found.iter().flatten()) {
        assert_eq!(found.re, if x.re >= 0.125 { x.re } else { 0.0 });
    }
    assert!(frames.iter().flatten().any(|x| x.re == 0.125), "an element is the threshold");
}

#[test]
fn shifts_put_index_0_in_the_middle() {
    for (text, size, first) in [("frame 16 | shift", 16, 8), ("frame 15 | shift", 15, 8), ("frame 15 | shift 7", 15, 7)]
    {
        let [frames, found] = run(text, 1, "fixed12", 4);
        for (frame, found) in frames.iter().zip(&found) {
            let wanted: Vec<Complex64> = (0..size).map(|place| frame[(place + first) % size]).collect();
            assert_eq!(*found, wanted);
        }
    }
}

#[test]
fn prefixes_come_first() {
    let [frames, found] = run("frame 16 | prefix 4 | negate", 2, "fixed12", 3);
    for (frame, found) in frames.iter().zip(&found) {
        let wanted: Vec<Complex64> = frame[12..].iter().chain(frame).map(|x| -x).collect();
        assert_eq!(*found, wanted);
    }
    let [_, plain] = run("ifft 32", 2, "fixed12", 3);
    let [_, found] = run("ifft 32 | prefix 6", 2, "fixed12", 3);
    for (frame, found) in plain.iter().zip(&found) {
        assert_eq!(*found, [&frame[26..], frame].concat());
    }
}

/// A transform of columns is by delay feedback: no memory turns the frame. In natural order its permuter has one more.
#[test]
fn columns_take_no_memory_for_a_turn() {
    let words = |text: &str| Chain::new(&config(1, "fixed16"), text).unwrap().memory_words();
    let frame = 64 * 256;
    let rows = words("fft 256");
    let columns = |order: &str| words(&format!("fft 256 | stack 64 | fft across{order} | power | cfar 2 8 4")) - rows;
    assert!(columns(" order reversed") * 100 <= frame * 102, "{}", columns(" order reversed"));
    assert!(columns("") * 100 <= frame * 202, "{}", columns(""));
}

/// A permuter and a prefix take one memory of a frame, and a window after a transform takes no multiplier.
#[test]
fn orders_between_operations_are_free() {
    let planned = |text: &str| {
        let chain = Chain::new(&config(1, "fixed16"), text).unwrap();
        [chain.memory_words(), chain.units().multipliers]
    };
    let ([delays, _], prefixed) = (planned("ifft 256 order reversed"), planned("ifft 256 | prefix 18"));
    assert_eq!(prefixed[0], delays + 256);
    let [delays, products] = planned("fft 64 order reversed");
    assert_eq!(planned("frame 64 | window hann | fft scale stage"), [delays + 64, products]);
}

/// Refusals name the operation, what comes before it, and a way out.
#[test]
fn misfits_are_refused() {
    let refused = |text: &str, words: &[&str]| {
        let error = Chain::new(&config(2, "fixed16"), text).err().unwrap_or_else(|| panic!("{text} is no misfit"));
        let error = error.to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{text}: {error}");
    };
    refused("window hann", &["'window hann' after samples", "add 'frame N'"]);
    refused("frame 64 hop 128", &["hop 128 leaves samples out"]);
    refused("real | frame 64 | fft", &["'fft' after frames of 64 real fixed16", "complex elements"]);
    refused("rfft 64", &["'rfft 64' after samples", "these are complex"]);
    refused("frame 64 | fft 32", &["'fft 32' after frames of 64", "leave 32 out"]);
    refused("fft 36 order reversed | prefix 4", &["'prefix 4' after", "digit-reversed", "natural order"]);
    refused("fft 64 | db", &["'db' after", "add 'power' or 'magnitude'"]);
    refused("fft 64 | times 1,2,3", &["3 numbers for frames of 64"]);
    refused(
        "frame 64 hop 32 lanes 2 | fft | power | average 4",
        &["'frame 64 hop 32 lanes 2' takes 32", "'average 4'"],
    );
    refused("fft 64 | power | average 3", &["3 is no power of two", "take 4"]);
    refused("frame 8 | convert fp32 | sum 2", &["frames have 4 beats", "the sums of fp32 take 6 or more"]);
    refused("fft 4 | convert fp16 | times 1,2,3,1e6", &["a factor of 1000000 is too large for e5m14"]);
    refused("frame 8 | convert fp32 | fft scale 1/n", &["fp32 has no scale", "leave 'scale 1/n' out"]);
    refused("frame 8 | convert fixed64 | power", &["exact results have 129 bits", "convert fixed32"]);
    refused("fft 64 | power fp99", &["unknown number format", "fp32"]);
    refused("fft 64 | crop 60..70", &["64 elements", "70 is beyond"]);
    refused("frame 16 hop 12 lanes 2 | overlap-add 12", &["less than 3 whole beats of 2", "up to 10"]);
    refused("frob 3", &["frob is no operation", "frame, window"]);
    refused("fft 64 | | power", &["an operation is missing"]);
    refused("fft 64 65", &["65 is no setting"]);
    refused("frame 63", &["take a width that divides"]);
    refused("irfft 31", &["31 is odd"]);
    refused("fft 64 | shift 64", &["64 is beyond"]);
    refused("fft 64 | shift 3", &["no whole beats of 2"]);
    refused("fft 64 | phase q2.6", &["-1 to 1", "fixed16"]);
    refused("fft 64 | peaks", &["these are complex", "add 'power'"]);
    refused("frame 8 | stack 4 | fft", &["frames have 4 rows", "'fft across'", "before 'stack'"]);
    refused("frame 8 | fft across", &["frames of several rows", "'stack K'"]);
    refused("frame 8 | stack 4 | window hann", &["frames of one row", "before 'stack'"]);
    refused("frame 8 | stack 4 | fft across order reversed | window hann across", &["rows in natural order"]);
    refused("fft 8 order reversed | stack 4", &["natural order"]);
    refused("frame 8 | crop 0..4 | stack 4", &["'stack 4' takes frames without gaps", "2 beats come every 4"]);
    refused("frame 8 | stack 1", &["K is a number from 2"]);
    refused("fft 64 | cfar 2 8 4", &["these are complex", "add 'power'"]);
    refused("fft 64 | power | cfar 8 25 4", &["33 elements on a side", "take 32 at most"]);
    refused("fft 64 | power fp32 | cfar 2 8 4", &["running sums of fp32", "convert fixed32"]);
    refused("fft 64 | power | cfar 2 0 4", &["TRAINING is a number from 1"]);
    refused("fft 64 | power | cfar 2 8 nan", &["FACTOR is a number from 0.01 to 65536, not nan"]);
    refused("fft 36 order reversed | power | cfar 2 8 4", &["natural order"]);
    refused("fft 64 | power | threshold -1", &["VALUE is a number from 0 on, not -1"]);
    refused("fft 64 | power | threshold 5", &["5 is more than an element of q2.30 has"]);
    refused("frame 16 | convert fp16 | phase", &["phase takes fixed point, and fp16 enters", "convert fixed24"]);
    refused("fft 64 | power | phase", &["these are real"]);
    refused("frame 64 | buffer | fft", &["'buffer' after frames of 64", "write it first"]);
    refused("buffer | frame 2", &["frames of one beat", "leave 'buffer' out"]);
    refused("real | rfft 64 | window hann", &["the bins 0 and 32", "'irfft'"]);
    refused("real | rfft 64 | ifft", &["the bins 0 and 32", "'irfft'"]);
    refused("real | rfft 64 | shift", &["the bins 0 and 32", "'power'"]);
    refused("real | rfft 64 | crop 0..16 | irfft", &["bin 32 is in the first of 16", "leave 'crop' out"]);
    refused("real | rfft 64 | times taps:1,1j | irfft", &["complex taps", "take real taps"]);
}

/// No operation has to know a width that no chain has.
#[test]
fn widths_of_nothing_and_of_too_much_are_refused() {
    for (width, text, message) in [
        (0, "fft 64", "width 0: at least 1 sample a clock cycle; try --width 1"),
        (0, "real | frame 8 | window hann", "width 0: at least 1 sample a clock cycle; try --width 1"),
        (65, "conjugate", "width 65 is too large: widths of this chain go up to 64"),
        (usize::MAX, "real | negate", "is too large: widths of this chain go up to 128"),
    ] {
        let error = Chain::new(&config(width, "fixed16"), text).err().unwrap_or_else(|| panic!("{text} is no misfit"));
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}
