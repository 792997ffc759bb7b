//! Frames in external memory: noise, and runs of the netlist that are compared with the model.

use fftgen::external::{External, Memory, Outcome, Simulation, BURST_BYTES};
use fftgen::format::Format;
use fftgen::formula::FrameShape;
use fftgen::model::Sample;
use fftgen::rng::Rng;
use fftgen::Config;

/// Address of the first frame.
pub const SOURCE: usize = BURST_BYTES;

/// Returns the configuration of a core.
pub fn config(lengths: &[usize], width: usize, precision: &str) -> Config {
    let shape = FrameShape::new(lengths).expect("a length");
    Config::new(shape, width, Format::parse(precision, false).unwrap())
}

/// Returns frames of noise between -0.5 and 0.5.
pub fn samples(config: &Config, frames: usize, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let part = |rng: &mut Rng| config.format.from_f64(rng.real() - 0.5);
    (0..frames * config.size()).map(|_| [part(&mut rng), part(&mut rng)]).collect()
}

/// Runs frames from one place to another, and compares each with the model.
pub fn run(external: &External, memory: Memory, frames: usize, in_place: bool) -> Outcome {
    let bytes = external.plan.frame_bytes();
    let end = SOURCE + frames * bytes + BURST_BYTES;
    let destination = if in_place { SOURCE } else { Simulation::aligned(end) };
    let scratch = Simulation::aligned(destination + frames * bytes + BURST_BYTES);
    let scratch_bytes = if external.plan.has_scratch() { bytes } else { 0 };
    let mut simulation = Simulation::new(external, memory, scratch + scratch_bytes + BURST_BYTES, 3);
    simulation.scratch = scratch as u64;
    let all = samples(&external.config, frames, 5);
    let size = external.config.size();
    for (number, frame) in all.chunks(size).enumerate() {
        simulation.store(SOURCE + number * bytes, frame);
    }
    let before = simulation.bytes.clone();
    let outcome = simulation.run(SOURCE as u64, destination as u64, frames as u32).unwrap();
    assert_eq!(outcome.fault, 0);
    for (number, frame) in all.chunks(size).enumerate() {
        let found = simulation.load(destination + number * bytes);
        let wanted = external.transform(frame);
        let wrong = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted);
        assert_eq!(wrong.map(|at| (at, found[at], wanted[at])), None, "frame {number} of {}", external.name);
    }
    let outside = |all: &[u8]| {
        let ends = [destination, destination + frames * bytes, scratch, scratch + scratch_bytes];
        [&all[..ends[0]], &all[ends[1]..ends[2]], &all[ends[3]..]].concat()
    };
    assert!(outside(&simulation.bytes) == outside(&before), "bytes outside the results have changed");
    outcome
}
