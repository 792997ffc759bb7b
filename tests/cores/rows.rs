//! Rung 5: rows of a frame at the AXI4-Stream ports: marks of their last beats, beats of their own, and wrong marks.

use crate::support::cases::cases;
use crate::support::verify::verify;
use fftgen::arch::ports::TlastMark;
use fftgen::emit::Verilog;
use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind, Order};
use fftgen::model::Sample;
use fftgen::number::Datapath;
use fftgen::package::{self, Request};
use fftgen::pipeline::Padding;
use fftgen::rng::Rng;
use fftgen::runtime::Runtime;
use fftgen::sim::Simulator;
use fftgen::verify::{stimulus, Beat, Pins};
use fftgen::{Config, Design, Interface};

fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

/// Rows end by `tlast`.
fn by_row(config: Config) -> Config {
    Config { tlast: TlastMark::Row, ..config }
}

/// Each row has beats of its own.
fn padded(config: Config) -> Config {
    Config { padding: Padding::Rows, ..config }
}

fn reversed(orders: [Order; 2], config: Config) -> Config {
    Config { orders, ..config }
}

fn real(inverse: bool, config: Config) -> Config {
    Config { kind: Kind::Real, inverse, ..config }
}

/// Bits and marks: self-check with stalls.
fn netlist_equals_model(config: Config) {
    verify(config, 6);
}

cases! {
    /// The simulated netlist has the bits, the marks and the latency of the model.
    netlists_of_marked_and_padded_rows(netlist_equals_model) {
        rows_by_tlast: (by_row(config(&[4, 6], 2, "fixed12"))),
        rows_of_one_beat_by_tlast: (by_row(config(&[6, 4], 4, "fp16"))),
        one_row_by_tlast: (by_row(config(&[1, 16], 2, "fixed10"))),
        rows_of_three_dimensions_by_tlast: (by_row(config(&[3, 4, 10], 2, "fixed12"))),
        rows_by_tlast_and_exponents: (by_row(config(&[6, 8], 2, "fixed12").with_block_exponents())),
        rows_by_tlast_and_directions: (by_row(Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(&[4, 8], 2, "fixed10")
        })),
        rows_by_tlast_resynchronized: (Config { resync: true, ..by_row(config(&[6, 6], 2, "fixed12")) }),
        rows_by_tlast_with_byte_enables: (Config { tkeep: true, ..by_row(config(&[6, 6], 2, "fixed12")) }),
        real_rows_by_tlast: (by_row(real(false, config(&[4, 12], 4, "fixed12")))),
        real_rows_by_tlast_sample_by_sample: (by_row(real(false, config(&[3, 4], 1, "fp16")))),
        rows_by_tlast_to_real_sample_by_sample: (by_row(real(true, config(&[3, 6], 1, "fixed12")))),
        padded_rows: (padded(config(&[5, 7], 3, "fixed12"))),
        padded_rows_of_one_point_beyond: (padded(config(&[4, 9], 4, "fp16"))),
        padded_rows_that_fill_their_beats: (padded(config(&[4, 8], 4, "fixed12"))),
        padded_rows_narrower_than_a_beat: (padded(config(&[16, 3], 8, "fixed16"))),
        padded_rows_of_a_power_of_two: (padded(config(&[16, 16], 3, "fixed12"))),
        padded_rows_of_three_dimensions: (padded(config(&[3, 4, 5], 2, "fp16"))),
        padded_rows_of_two_channels: (padded(Config {
            shape: FrameShape::from([4, 5]).with_channels(2),
            ..config(&[4, 5], 3, "fixed12")
        })),
        padded_rows_reversed: (padded(reversed([Order::Natural, Order::Reversed], config(&[6, 10], 4, "fixed12")))),
        padded_rows_inverse: (padded(Config { inverse: true, ..config(&[6, 10], 4, "fp16") })),
        padded_rows_in_one_datapath: (padded(Config {
            datapath: Some(Datapath::Float),
            ..config(&[4, 15], 4, "fp16")
        })),
        padded_rows_and_exponents: (padded(config(&[6, 5], 2, "fixed12").with_block_exponents())),
        padded_rows_with_byte_enables: (Config { tkeep: true, ..padded(config(&[5, 7], 3, "fixed12")) }),
        padded_rows_in_the_least_memory: (Config { least_memory: true, ..padded(config(&[8, 7], 2, "fp16")) }),
        padded_rows_at_native_ports: (Config {
            interface: Interface::Native,
            ..padded(config(&[5, 7], 3, "fixed12"))
        }),
        padded_real_rows: (padded(real(false, config(&[6, 10], 4, "fixed12")))),
        padded_rows_to_real: (padded(real(true, config(&[3, 14], 4, "fp16")))),
        padded_rows_of_pairs: (padded(Config { kind: Kind::RealPair, ..config(&[6, 9], 2, "fp16") })),
        padded_rows_by_tlast: (by_row(padded(config(&[5, 7], 3, "fixed12")))),
        padded_rows_by_tlast_resynchronized: (Config {
            resync: true,
            tkeep: true,
            ..by_row(padded(config(&[6, 5], 2, "fixed12")))
        }),
        padded_frames_by_tlast: (Config { resync: true, tkeep: true, ..padded(config(&[6, 5], 2, "fixed12")) }),
    }
}

/// A beat on its way to the core.
struct Sent {
    components: Vec<u64>,
    first: bool,
    last: bool,
}

/// What came of beats.
#[derive(Default)]
struct Received {
    components: Vec<Vec<u64>>,
    /// Of each beat, whether it is the first of a frame and the last of a row.
    marks: Vec<[bool; 2]>,
    /// tlast missing and unexpected, tuser missing and unexpected.
    events: [usize; 4],
}

/// Passes beats with stalls on both sides.
fn pass(design: &Design, beats: &[Sent]) -> Received {
    let (mut simulator, mut noise) = (Simulator::new(&design.top), Rng::new(beats.len() as u64));
    let mut pins = Pins::new(design, &simulator);
    pins.reset(&mut simulator);
    let mut received = Received::default();
    let (mut sent, mut offering, mut idle) = (0, false, 0);
    while idle < 8 * (design.latency() + design.interval()) {
        offering = sent < beats.len() && (offering || !noise.one_in(3));
        let beat = beats.get(sent).filter(|_| offering);
        let beat = beat.map(|Sent { components, first, last }| Beat { components, first: *first, last: *last });
        let cycle = pins.cycle(&mut simulator, beat.as_ref(), !noise.one_in(4));
        let events = [cycle.events, cycle.start_events].concat();
        received.events.iter_mut().zip(events).for_each(|(count, event)| *count += usize::from(event));
        idle = if cycle.taken || cycle.output.is_some() { 0 } else { idle + 1 };
        if cycle.taken {
            (sent, offering) = (sent + 1, false);
        }
        if let Some((components, last)) = cycle.output {
            received.components.push(components);
            received.marks.push([cycle.start.expect("a mark"), last]);
        }
    }
    assert_eq!(sent, beats.len());
    received
}

/// Beats of frames, as they are to come out: spare lanes are zero, and marks are in their places.
fn compare(design: &Design, received: &Received, frames: &[Vec<Sample>]) {
    let [_, stream] = design.streams();
    let mut beats = received.components.iter().zip(&received.marks);
    for (number, frame) in frames.iter().enumerate() {
        for beat in 0..stream.beats {
            let (components, marks) = beats.next().unwrap_or_else(|| panic!("frame {number}: no beat {beat}"));
            let mut wanted = frame.as_flattened()[stream.packing().range(beat)].to_vec();
            wanted.resize(stream.components, 0);
            assert_eq!(*components, wanted, "frame {number}, beat {beat}");
            assert_eq!(*marks, [beat == 0, stream.has_tlast(beat, stream.beats)], "frame {number}, beat {beat}");
        }
    }
    assert_eq!(beats.next(), None);
}

/// Beats of a frame with their marks.
fn beats(design: &Design, frame: &[Sample]) -> Vec<Sent> {
    let [stream, _] = design.streams();
    let beat = |beat: usize| Sent {
        components: frame.as_flattened()[stream.packing().range(beat)].to_vec(),
        first: beat == 0,
        last: stream.has_tlast(beat, stream.beats),
    };
    (0..stream.beats).map(beat).collect()
}

/// Passes frames with wrong marks: each raises its event, and changes nothing.
fn wrong_marks_raise_events(config: Config) {
    let design = Design::new(by_row(config)).unwrap();
    let size = design.config.points();
    let samples = stimulus(&design.config.format, size, 24, 3);
    let mut noise = Rng::new(size as u64);
    let (mut sent, mut events) = (vec![], [0; 4]);
    for frame in samples.chunks(size) {
        for mut beat in beats(&design, frame) {
            for (mark, first_event) in [(&mut beat.last, 0), (&mut beat.first, 2)] {
                if noise.one_in(5) {
                    events[first_event + usize::from(!*mark)] += 1;
                    *mark = !*mark;
                }
            }
            sent.push(beat);
        }
    }
    let received = pass(&design, &sent);
    let results = design.transform(&samples);
    compare(&design, &received, &results.chunks(size).map(<[Sample]>::to_vec).collect::<Vec<_>>());
    assert_eq!(received.events, events);
}

cases! {
    wrong_marks_of_rows(wrong_marks_raise_events) {
        several_beats: (config(&[4, 6], 2, "fixed12")),
        one_beat_in_a_row: (config(&[6, 4], 4, "fp16")),
        one_beat_in_a_frame: (config(&[1, 4], 4, "fixed10")),
        padded_rows: (padded(config(&[5, 7], 3, "fixed12"))),
        sample_by_sample: (real(false, config(&[3, 4], 1, "fixed10"))),
        to_samples: (real(true, config(&[3, 4], 1, "fixed10"))),
    }
}

/// Passes runs of beats, each of which has a start in front: frames that are cut short are dropped, and beats after a frame
/// are skipped.
fn starts_resynchronize(config: Config) {
    let design = Design::new(Config { resync: true, ..by_row(config) }).unwrap();
    let (size, whole) = (design.config.points(), design.streams()[0].beats);
    let samples = stimulus(&design.config.format, size, 40, 5);
    let (mut sent, mut wanted, mut events) = (vec![], vec![], [0; 4]);
    for (number, frame) in samples.chunks(size).enumerate() {
        let length = [whole, 1 + number % (2 * whole), whole, 1][number % 4];
        let length = if number == 39 { whole } else { length };
        let strays =
            (whole..length).map(|_| Sent { components: frame[0].to_vec(), first: false, last: number % 3 == 0 });
        sent.extend(beats(&design, frame).into_iter().take(length).chain(strays));
        events[2] += usize::from(length > whole);
        events[3] += usize::from(length < whole);
        wanted.extend((length >= whole).then(|| design.transform(frame)));
    }
    // Beats before the first start.
    sent.splice(0..0, (0..3).map(|_| Sent { components: samples[0].to_vec(), first: false, last: true }));
    events[2] += 1;
    let received = pass(&design, &sent);
    compare(&design, &received, &wanted);
    assert_eq!(received.events, events);
}

cases! {
    frames_begin_by_tuser(starts_resynchronize) {
        several_beats: (config(&[4, 6], 2, "fixed12")),
        one_beat_in_a_row: (config(&[6, 4], 4, "fp16")),
        one_beat_in_a_frame: (config(&[1, 4], 4, "fixed10")),
        one_row: (config(&[1, 8], 2, "fixed10")),
        padded_rows: (padded(config(&[5, 7], 3, "fixed12"))),
        sample_by_sample: (real(false, config(&[3, 4], 1, "fixed10"))),
        to_samples: (real(true, config(&[3, 4], 1, "fixed10"))),
        directions: (Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(&[3, 4], 2, "fixed10")
        }),
    }
}

/// Beats of a frame, of a row, and in the manifest.
#[test]
fn manifest_states_rows_and_their_beats() {
    let of_channels = Config { shape: FrameShape::from([4, 5]).with_channels(2), ..config(&[4, 5], 3, "fixed12") };
    let halves = real(false, config(&[3, 4], 1, "fixed12"));
    let rows = [
        (by_row(config(&[4, 6], 2, "fixed12")), [Some("row"), None], 12, 3),
        (padded(config(&[5, 7], 3, "fixed12")), [None, Some("rows")], 15, 3),
        (by_row(padded(of_channels)), [Some("row"), Some("rows")], 16, 4),
        (by_row(halves), [Some("row"), None], 6, 2),
    ];
    for (config, words, beats, row_beats) in rows {
        let design = Design::new(config).unwrap();
        let request = Request { command: String::new(), license: "0BSD".into(), library: None };
        let files = package::files(&design, &request, &Verilog);
        let manifest = files.iter().find(|file| file.name.ends_with(".json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest.contents).unwrap();
        let found = ["last", "pad"].map(|key| manifest.get(key).and_then(serde_json::Value::as_str));
        assert_eq!(found, words, "{}", design.name);
        assert_eq!([&manifest["beats"], &manifest["row_beats"]], [beats, row_beats], "{}", design.name);
    }
}
