//! The self-check: a design's netlist, simulated with stalls, against its reference model.

mod pins;
mod stimulus;

pub use pins::{Beat, Cycle, Pins};
pub use stimulus::{stimulus, Noise};

use crate::design::Design;
use crate::error::Error;
use crate::reference::{Sample, Transformed};
use crate::sim::Simulator;
use crate::stream::Program;
use std::ops::Range;

/// What a simulation showed: measured, not computed.
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

/// Patterns of gaps in the input and pauses of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalls {
    None,
    /// Gaps in and between frames, and pauses of the sink, at rates that change.
    Random,
}

/// Simulates `frames` frames: half of them at full rate, half with stalls, and compares every bit
/// with the reference model. `tick` hears of beats that came out.
pub fn check(design: &Design, frames: usize, mut tick: impl FnMut(usize)) -> Result<Measured, Error> {
    let samples = stimulus(&design.config.format, design.program().size, frames, 1);
    let wanted = design.reference().transform(&samples);
    let mut bench = Bench::new(design, &samples, &wanted);
    let half = frames.div_ceil(2);
    bench.run(Stalls::None, 0..half, &mut tick)?;
    bench.run(Stalls::Random, half..frames, &mut tick)?;
    bench.result()
}

/// A simulated design with frames to pass and the frames to expect.
pub struct Bench<'a> {
    design: &'a Design,
    samples: &'a [Sample],
    wanted: &'a Transformed,
    pub simulator: Simulator,
    pub pins: Pins,
    noise: Noise,
    latency: usize,
    interval: usize,
    compared: usize,
}

impl<'a> Bench<'a> {
    pub fn new(design: &'a Design, samples: &'a [Sample], wanted: &'a Transformed) -> Self {
        let simulator = Simulator::new(&design.top);
        let pins = Pins::new(design, &simulator);
        let interval = design.program().interval;
        Bench { design, samples, wanted, simulator, pins, noise: Noise::new(7), latency: 0, interval, compared: 0 }
    }

    /// Beat `number` of a range of frames.
    fn beat(&self, frames: &Range<usize>, number: usize) -> Beat<'a> {
        let (size, width) = (self.design.program().size, self.design.program().width);
        let (frame, beat) = (number / self.design.program().interval, number % self.design.program().interval);
        let points = &self.samples[(frames.start + frame) * size..][..size];
        let samples = &points[beat * width..size.min((beat + 1) * width)];
        Beat { samples, first: beat == 0, last: beat + 1 == self.design.program().interval }
    }

    /// Resets, then passes a range of frames through the core.
    pub fn run(&mut self, stalls: Stalls, frames: Range<usize>, tick: &mut impl FnMut(usize)) -> Result<(), Error> {
        self.pins.reset(&mut self.simulator);
        let beats = self.design.program().interval;
        let total = frames.len() * beats;
        let (mut sent, mut received, mut idle, mut offering) = (0, 0, 0, false);
        let (mut first_sent, mut starts) = (None, Vec::new());
        let patience = 64 + 8 * (self.design.latency() + 4 * beats);
        while received < total {
            let now = self.simulator.cycle();
            let phase = now / (3 * beats as u64 + 5);
            let mut pause = |phase: u64| stalls == Stalls::Random && self.noise.one_in(2 + phase % 4);
            // A beat once offered stays on offer until it is taken.
            offering = sent < total && (offering || !pause(phase));
            let mut accept = !pause(phase / 2);
            accept &= offering || sent % beats == 0 || !self.pins.gaps_stop_the_clock();
            let beat = self.beat(&frames, sent.min(total - 1));
            let cycle = self.pins.cycle(&mut self.simulator, offering.then_some(&beat), accept);
            idle = if cycle.taken || cycle.output.is_some() { 0 } else { idle + 1 };
            if cycle.taken {
                first_sent.get_or_insert(now);
                (sent, offering) = (sent + 1, false);
            }
            if let Some((found, last)) = cycle.output {
                self.compare(&frames, received, &found, last, cycle.exponent)?;
                if received % beats == 0 {
                    starts.push(now);
                }
                received += 1;
                tick(1);
            }
            if idle > patience {
                return Err(
                    self.mismatch(format!("nothing came out for {patience} cycles; {received} of {total} beats had"))
                );
            }
        }
        self.compared += frames.len();
        if stalls == Stalls::None {
            self.latency = first_sent.zip(starts.first()).map_or(0, |(sent, start)| (start - sent) as usize);
            self.interval = starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(beats);
        }
        Ok(())
    }

    fn compare(
        &self,
        frames: &Range<usize>,
        number: usize,
        found: &[Sample],
        last: bool,
        exponent: Option<i32>,
    ) -> Result<(), Error> {
        let Program { size, width, interval: beats, .. } = *self.design.program();
        let (frame, beat) = (frames.start + number / beats, number % beats);
        if last != (beat + 1 == beats) {
            return Err(self.mismatch(format!("frame {frame}, beat {beat}: tlast is {last}")));
        }
        let wanted = self.wanted.exponents.as_ref().map(|exponents| exponents[frame]);
        if exponent != wanted {
            let name = |exponent: Option<i32>| exponent.map_or("none".into(), |exponent| exponent.to_string());
            return Err(self.mismatch(format!(
                "frame {frame}, beat {beat}: exponent {}, reference {}",
                name(exponent),
                name(wanted)
            )));
        }
        for (lane, &found) in found.iter().enumerate() {
            let point = beat * width + lane;
            let wanted = if point < size { self.wanted.samples[frame * size + point] } else { [0; 2] };
            if found != wanted {
                let hex = |s: Sample| format!("{:x} + i {:x}", s[0], s[1]);
                return Err(self.mismatch(format!(
                    "frame {frame}, point {point}: netlist {}, reference {}",
                    hex(found),
                    hex(wanted)
                )));
            }
        }
        Ok(())
    }

    fn mismatch(&self, what: String) -> Error {
        Error::Mismatch(format!("{}: {what}", self.design.name))
    }

    /// What was measured, if it is what the design promises.
    pub fn result(&self) -> Result<Measured, Error> {
        let (promised, beats) = (self.design.latency(), self.design.program().interval);
        if self.latency != promised {
            return Err(self.mismatch(format!("latency {} cycles measured, {promised} computed", self.latency)));
        }
        if self.interval != beats {
            return Err(self.mismatch(format!("a frame every {} cycles measured, {beats} computed", self.interval)));
        }
        let Bench { compared: frames, latency, interval, .. } = *self;
        Ok(Measured { frames, latency, interval, cycles: self.simulator.cycle() })
    }
}
