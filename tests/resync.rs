//! Rung 5: frames by their `tlast`. Frames of the right length come out as if nothing else had been there.

#[path = "support/cases.rs"]
mod cases;
#[path = "support/config.rs"]
mod config;
#[path = "support/noise.rs"]
mod noise;

use cases::cases;
use config::config;
use fftgen::model::Sample;
use fftgen::rng::Rng;
use fftgen::sim::{Simulator, Slot};
use fftgen::{Config, Design};
use noise::noise_samples;

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
    let (size, beats) = (design.config.size, design.interval());
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
