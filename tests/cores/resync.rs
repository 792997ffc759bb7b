//! Rung 5: frames by their `tlast`. Frames of the right length come out as if nothing else had been there.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::noise::noise_samples;
use fftgen::arch::ports::TlastMark;
use fftgen::formula::FrameShape;
use fftgen::model::Sample;
use fftgen::rng::Rng;
use fftgen::runtime::Runtime;
use fftgen::sim::{Simulator, Slot};
use fftgen::verify::{Beat, Pins};
use fftgen::{Config, Design};

/// A run of beats that ends with `tlast`.
struct Run {
    samples: Vec<Sample>,
    beats: usize,
}

/// The ports of a core.
struct Ports {
    data: Vec<Slot>,
    results: Vec<Slot>,
    inputs: [Slot; 4],
    outputs: [Slot; 6],
}

impl Ports {
    fn new(simulator: &Simulator) -> Self {
        let input = |name: &str| simulator.input(name).unwrap_or_else(|| panic!("no input {name}"));
        let output = |name: &str| simulator.output(name).unwrap_or_else(|| panic!("no output {name}"));
        Ports {
            data: input("s_axis_tdata"),
            results: output("m_axis_tdata"),
            inputs: ["rst", "s_axis_tvalid", "s_axis_tlast", "m_axis_tready"].map(|name| input(name)[0]),
            outputs: [
                "s_axis_tready",
                "m_axis_tvalid",
                "m_axis_tlast",
                "event_tlast_missing",
                "event_tlast_unexpected",
                "dropped_count",
            ]
            .map(|name| output(name)[0]),
        }
    }
}

/// Returns what has to come of runs: the results of complete frames; and the numbers of frames without `tlast` where there should
/// be one, of frames that are cut short, and of both, which are dropped.
fn expected(design: &Design, runs: &[Run]) -> (Vec<Sample>, [u128; 3]) {
    let (size, beats) = (design.config.size(), design.interval());
    let (mut results, mut counts) = (Vec::new(), [0; 3]);
    for run in runs {
        match run.beats {
            short if short < beats => (counts[1], counts[2]) = (counts[1] + 1, counts[2] + 1),
            long => {
                results.extend(design.transform(&run.samples[..size]));
                if long > beats {
                    (counts[0], counts[2]) = (counts[0] + 1, counts[2] + 1);
                }
            }
        }
    }
    (results, counts)
}

/// Passes runs of all lengths with stalls on both sides; each result and count is the expected one.
fn pass(size: usize, width: usize, precision: &str) {
    let design = Design::new(Config { resync: true, ..config(size, width, precision) }).unwrap();
    let format = design.config.format;
    let beats = design.interval();
    let mut noise = Rng::new(size as u64);
    let runs: Vec<Run> = (0..40)
        .map(|number| {
            let beats = [beats, 1 + number % (2 * beats), beats, 1][number % 4];
            Run { samples: noise_samples(format, beats * width, 0.5, number as u64), beats }
        })
        .collect();
    let (results, counts) = expected(&design, &runs);
    let mut simulator = Simulator::new(&design.top);
    let Ports { data, results: out, inputs: [rst, valid, last, accepts], outputs } = Ports::new(&simulator);
    let [ready, offered, out_last, missing, unexpected, dropped] = outputs;
    simulator.set(rst, 1);
    simulator.step();
    simulator.set(rst, 0);

    let all: Vec<(&[Sample], bool)> = runs
        .iter()
        .flat_map(|run| {
            let beats = run.samples.chunks(width).enumerate();
            beats.map(|(beat, lanes)| (lanes, beat + 1 == run.beats))
        })
        .collect();
    let (mut sent, mut found, mut events, mut idle, mut offering) = (0, Vec::<Sample>::new(), [0; 2], 0, false);
    let mut beat = 0;
    while idle < 8 * (design.latency() + beats) {
        offering = sent < all.len() && (offering || !noise.one_in(3));
        let accept = !noise.one_in(4);
        if let Some((lanes, tlast)) = all.get(sent) {
            let slots = data.chunks(data.len() / (2 * width));
            for (slot, value) in slots.zip(lanes.as_flattened()) {
                simulator.set(slot[0], (*value).into());
            }
            simulator.set(last, u128::from(*tlast));
        }
        simulator.set(valid, offering.into());
        simulator.set(accepts, accept.into());
        simulator.settle();
        events[0] += simulator.get(missing);
        events[1] += simulator.get(unexpected);
        idle += 1;
        if offering && simulator.get(ready) == 1 {
            (sent, offering, idle) = (sent + 1, false, 0);
        }
        if accept && simulator.get(offered) == 1 {
            let bits = format.bits();
            let value = |slots: &[Slot]| simulator.get(slots[0]) as u64 & (u64::MAX >> (64 - bits));
            let values: Vec<u64> = out.chunks(out.len() / (2 * width)).map(value).collect();
            let points = values.chunks(2).map(|parts| [parts[0], parts[1]]);
            found.extend(points.take(size - beat * width));
            beat += 1;
            assert_eq!(simulator.get(out_last) == 1, beat == beats, "{size} w{width}: tlast of beat {beat}");
            (beat, idle) = (beat % beats, 0);
        }
        simulator.step();
    }
    assert_eq!(sent, all.len(), "{size} w{width}: beats taken");
    assert!(found == results, "{size} w{width}: {} points, {} expected", found.len(), results.len());
    assert_eq!([events[0], events[1], simulator.get(dropped)], counts, "{size} w{width}: events and drops");
}

/// A frame of two beats, and from cycle 9 on two whole ones. The word for inverse transforms comes in any cycle.
#[test]
fn a_word_applies_to_frames_that_begin_after_it() {
    let runtime = Runtime { direction: true, ..Runtime::default() };
    let shape = FrameShape::new(&[4, 4]).unwrap();
    let config = Config { shape, runtime, resync: true, tlast: TlastMark::Row, ..config(16, 1, "fixed8") };
    let design = Design::new(config).unwrap();
    let samples = noise_samples(design.config.format, 48, 0.5, 5);
    let beats: Vec<(usize, usize)> =
        [(0, 2), (1, 16), (2, 16)].into_iter().flat_map(|(f, n)| (0..n).map(move |b| (f, b))).collect();
    for told_at in 0..64 {
        let mut simulator = Simulator::new(&design.top);
        let mut pins = Pins::new(&design, &simulator);
        pins.reset(&mut simulator);
        let (mut sent, mut told, mut begun, mut found) = (0, None, vec![], vec![]);
        for now in 0..64 + 4 * design.latency() {
            pins.configure(&mut simulator, (now >= told_at && told.is_none()).then_some(1));
            let beat = beats.get(sent).filter(|_| sent < 2 || now >= 9).map(|&(frame, beat)| Beat {
                components: &samples[16 * frame + beat],
                first: beat == 0,
                last: beat % 4 == 3,
            });
            let cycle = pins.cycle(&mut simulator, beat.as_ref(), true);
            if cycle.taken {
                begun.extend((beats[sent].1 == 0).then_some(now));
                sent += 1;
            }
            told = told.or(cycle.configured.then_some(now));
            found.extend(cycle.output.map(|(components, _)| components));
        }
        assert_eq!((begun.len(), found.len()), (3, 32), "a word in cycle {told_at}");
        let modes = design.modes();
        let mode = |frame: usize| modes[usize::from(told.is_some_and(|told| told < begun[frame]))];
        let wanted = design.transform_modes(&[mode(1), mode(2)], &samples[16..]);
        assert_eq!(found.concat(), wanted.samples.as_flattened(), "a word in cycle {told_at}");
    }
}

cases! {
    frames_of_other_lengths_leave_no_trace(pass) {
        n2_w1: (2, 1, "fixed12"),
        n8_w8: (8, 8, "fixed12"),
        n15_w4: (15, 4, "e4m3"),
        n16_w1: (16, 1, "fixed9"),
        n20_w3: (20, 3, "fp16"),
        n64_w2: (64, 2, "fixed12"),
    }
}
