//! Rung 5: frames that enter a core whole: a pause of the source within a frame holds back none before it.

use crate::support::full::share;
use fftgen::arch::ports::{Stall, TlastMark};
use fftgen::chain::Chain;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::parts::Reset;
use fftgen::sim::Simulator;
use fftgen::verify::{check, some_modes, stimulus_of, Beat, Pins};
use fftgen::{Config, Design, Interface};

fn config(shape: impl Into<FrameShape>, width: usize, precision: &str) -> Config {
    Config { buffer: true, ..Config::new(shape, width, Format::parse(precision, false).unwrap()) }
}

#[test]
fn frames_enter_whole() {
    let kind = Kind::Real;
    let cores = [
        config(16, 1, "fixed12"),
        config(2, 1, "fp16"),
        config(20, 4, "fp16"),
        Config { reset: Reset::Aresetn, ..config(12, 5, "fixed8") },
        Config { kind, ..config(16, 2, "fixed12") },
        Config { kind, inverse: true, ..config(16, 1, "fixed12") },
        Config { stall: Stall::None, ..config(16, 2, "fixed12") },
        Config { tkeep: true, ..config(10, 4, "fixed12") },
        Config { tlast: TlastMark::Row, ..config([4, 8], 2, "fixed10") },
        Config { overflow_mark: Some(true), ..config(16, 2, "fixed8") },
        Config { cycles: Some(400), ..config(32, 1, "fixed12") },
    ];
    for config in share(cores, 3) {
        let design = Design::new(config.clone()).unwrap_or_else(|error| panic!("{}: {error}", config.top_name()));
        check(&design, 16, |_| ()).unwrap_or_else(|error| panic!("{}: {error}", design.name));
    }
}

/// Clock cycles for which the source pauses in the middle of a frame.
const PAUSE: usize = 10_000;

/// The beats that have left by the end of a pause after half of the third frame.
fn beats_before_the_end_of_a_pause(design: &Design) -> Vec<Vec<u64>> {
    let samples = stimulus_of(design, &some_modes(design, 3, 5), 5);
    let [entering, leaving] = design.streams();
    let beats: Vec<&[u64]> = samples.as_flattened().chunks(entering.components).collect();
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(design, &simulator);
    pins.reset(&mut simulator);
    let (mut sent, mut left, mut pause) = (0, vec![], 0);
    while pause < PAUSE {
        let is_pause = sent == 2 * entering.beats + entering.beats / 2;
        pause += usize::from(is_pause);
        let number = sent % entering.beats;
        let beat = Beat { components: beats[sent], first: number == 0, last: number + 1 == entering.beats };
        let cycle = pins.cycle(&mut simulator, Some(&beat).filter(|_| !is_pause), true);
        sent += usize::from(cycle.taken);
        left.extend(cycle.output.map(|(beat, _)| beat));
    }
    let wanted = design.transform_modes(&some_modes(design, 3, 5), &samples);
    let wanted: Vec<Vec<u64>> = wanted.samples.as_flattened().chunks(leaving.components).map(<[u64]>::to_vec).collect();
    assert_eq!(left, wanted[..left.len()], "{}", design.name);
    left
}

/// A source that pauses in the middle of a frame gets all frames before it, which it does not without the buffer.
#[test]
fn a_pause_within_a_frame_holds_back_none_before_it() {
    let config = config(16, 1, "fixed12");
    let chain = |buffer: &str| {
        let text = format!("{buffer}frame 16 | window hann | fft | power");
        Chain::new(&Config { buffer: false, ..config.clone() }, &text).unwrap().design()
    };
    let cores = [
        [true, false].map(|buffer| Design::new(Config { buffer, ..config.clone() }).unwrap()),
        ["buffer | ", ""].map(chain),
    ];
    for designs in cores {
        let left = designs.each_ref().map(|design| beats_before_the_end_of_a_pause(design).len());
        assert_eq!(left[0], 2 * 16, "{}", designs[0].name);
        assert!(left[1] < 2 * 16, "{}", designs[1].name);
    }
}

/// What a buffer cannot be beside is refused, with a way out.
#[test]
fn buffers_that_do_not_fit_are_refused() {
    let refused = |config: Config, words: &str| {
        let error = Design::new(config).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(words) && error.contains("leave --buffer out"), "{error}");
    };
    refused(Config { resync: true, ..config(16, 1, "fixed12") }, "buffer and resync");
    refused(Config { interface: Interface::Native, ..config(16, 1, "fixed12") }, "buffer and interface native");
    refused(Config { kind: Kind::Real, ..config(16, 1, "fixed12") }, "width 1 of real samples");
    refused(config(8, 8, "fixed12"), "frames of one beat");
}
