//! The self-check: a design's netlist, simulated with stalls, against its reference model.

use crate::design::{Design, Interface};
use crate::error::Error;
use crate::format::Format;
use crate::reference::Sample;
use crate::sim::{Simulator, Slot};

/// What a simulation showed, measured and not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Frames compared bit for bit.
    pub frames: usize,
    /// Cycles from the first input beat's transfer to the first output beat's.
    pub latency: usize,
    /// Cycles between the first output beats of frames sent without a gap.
    pub interval: usize,
    /// Clock cycles simulated.
    pub cycles: u64,
}

/// A small generator of reproducible noise (Marsaglia 2003, xorshift).
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Self {
        Noise(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// True once in `n` on average.
    pub fn one_in(&mut self, n: u64) -> bool {
        (self.word() >> 32) % n == 0
    }

    /// Uniform in [-1/2, 1/2).
    pub fn real(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64 - 0.5
    }
}

/// Test frames: noise of one magnitude, noise of every magnitude, impulses, and words of any bits
/// at all, in turn.
pub fn stimulus(format: &Format, size: usize, frames: usize, seed: u64) -> Vec<Sample> {
    let mut noise = Noise::new(seed);
    let mut samples = Vec::with_capacity(size * frames);
    for frame in 0..frames {
        for index in 0..size {
            let mut part = || match frame % 4 {
                0 => format.from_f64(noise.real()),
                1 => format.from_f64(noise.real() * (40.0 * noise.real()).exp2()),
                2 => format.from_f64(if index == frame / 4 % size { 1.0 } else { 0.0 }),
                _ => noise.word() & (u64::MAX >> (64 - format.bits())),
            };
            samples.push([part(), part()]);
        }
    }
    samples
}

/// Simulates `frames` frames: half of them at full rate, half with gaps in the input and pauses of
/// the output, every bit compared with the reference model.
pub fn check(design: &Design, frames: usize, tick: impl FnMut(u64)) -> Result<Measured, Error> {
    let samples = stimulus(&design.config.format, design.config.size, frames, 1);
    let wanted = design.transform(&samples);
    let mut bench = Bench::new(design, &samples, &wanted, tick);
    bench.run(Stalls::None, 0..frames.div_ceil(2))?;
    bench.run(Stalls::Random, frames.div_ceil(2)..frames)?;
    bench.result()
}

/// Patterns of gaps and pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalls {
    None,
    /// Gaps in and between frames, pauses of the sink, phases of either.
    Random,
}

/// Ports of either interface, as the bench sees them.
struct Pins {
    data_in: Vec<Slot>,
    data_out: Vec<Slot>,
    rst: Slot,
    /// AXI: valid, last, ready of the sink. Native: start, none, clock enable.
    drive: [Option<Slot>; 3],
    /// AXI: ready, valid, last, missing, unexpected. Native: none, start.
    watch: [Option<Slot>; 5],
}

struct Bench<'a, F> {
    design: &'a Design,
    samples: &'a [Sample],
    wanted: &'a [Sample],
    tick: F,
    simulator: Simulator,
    pins: Pins,
    noise: Noise,
    latency: Option<usize>,
    interval: Option<usize>,
    compared: usize,
}

impl<'a, F: FnMut(u64)> Bench<'a, F> {
    fn new(design: &'a Design, samples: &'a [Sample], wanted: &'a [Sample], tick: F) -> Self {
        let simulator = Simulator::new(&design.top);
        let pins = Pins::new(design, &simulator);
        Bench {
            design,
            samples,
            wanted,
            tick,
            simulator,
            pins,
            noise: Noise::new(7),
            latency: None,
            interval: None,
            compared: 0,
        }
    }

    /// Resets, then passes a range of frames through the core.
    fn run(&mut self, stalls: Stalls, frames: std::ops::Range<usize>) -> Result<(), Error> {
        self.reset();
        let beats = self.design.program().interval;
        let total = frames.len() * beats;
        let (mut sent, mut received, mut idle) = (0, 0, 0);
        let (mut sent_at, mut starts) = (None, Vec::new());
        let patience = 64 + 8 * (self.design.latency() + 4 * beats);
        while received < total {
            let pause = |noise: &mut Noise, phase: u64| stalls == Stalls::Random && noise.one_in(2 + phase % 4);
            let phase = self.simulator.cycle() / (3 * beats as u64 + 5);
            let offer = sent < total && !pause(&mut self.noise, phase);
            let accept = !pause(&mut self.noise, phase / 2);
            let step = self.cycle(&frames, sent, offer, accept);
            if let Some(found) = step.output {
                self.compare(&frames, received, &found)?;
                if received % beats == 0 {
                    starts.push(step.at);
                }
                received += 1;
            }
            idle = if step.output_taken() || step.sent { 0 } else { idle + 1 };
            if step.sent {
                sent_at.get_or_insert(step.at);
                sent += 1;
            }
            if idle > patience {
                return Err(Error::Mismatch(format!(
                    "{}: no output after {patience} cycles; {received} of {total} beats came out",
                    self.design.name
                )));
            }
        }
        self.compared += frames.len();
        if stalls == Stalls::None {
            self.latency = sent_at.zip(starts.first()).map(|(a, b)| (b - a) as usize);
            self.interval = starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max();
        }
        Ok(())
    }

    fn result(&self) -> Result<Measured, Error> {
        let beats = self.design.program().interval;
        let measured = Measured {
            frames: self.compared,
            latency: self.latency.unwrap_or(0),
            interval: self.interval.unwrap_or(beats),
            cycles: self.simulator.cycle(),
        };
        let (latency, name) = (self.design.latency(), &self.design.name);
        if measured.latency != latency {
            let found = measured.latency;
            return Err(Error::Mismatch(format!("{name}: latency {found} cycles measured, {latency} computed")));
        }
        if measured.interval != beats {
            let found = measured.interval;
            return Err(Error::Mismatch(format!("{name}: a frame every {found} cycles measured, {beats} computed")));
        }
        Ok(measured)
    }
}
