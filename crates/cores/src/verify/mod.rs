//! The self-check: a design's netlist, simulated with stalls, against its reference model.

mod changes;
mod fixed;
mod float;
mod frame;
mod kinds;
mod master;
mod pins;
mod stimulus;

pub use kinds::{of as kinds_of, Kind};
pub use pins::{Beat, Cycle, Pins};
pub use stimulus::{all_modes, some_modes, stimulus, stimulus_of};

use crate::arch::ports::Stall;
use crate::design::{Design, Stream};
use crate::error::Error;
use crate::model::{Sample, Transformed};
use crate::rng::Rng;
use crate::runtime::Mode;
use crate::sim::{Simulator, Trace};
use std::collections::VecDeque;
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
    /// No gap and no pause.
    None,
    /// Gaps in and between frames, and pauses of the sink, at rates that change.
    Random,
}

/// Frames of several sizes at the least: what one does to the next depends on both.
const LEAST_OF_SIZES: usize = 8;

/// Frames of the self-check: as many as take about so much work, in beats times operators, `most` at the most, but of
/// each kind one at full rate and one with stalls.
pub fn frames_for(design: &Design, work: usize, most: usize) -> usize {
    let beat = design.architecture.slowest().interval * (1 + design.units().count());
    (work / beat).min(most).max(2 * kinds::of(design).len())
}

/// Simulates `frames` frames: half of them at full rate, half with stalls, and compares every bit
/// with the reference model. Frames that choose what they are choose at random, but of several sizes each comes at
/// least once. `tick` hears of beats that came out.
pub fn check(design: &Design, frames: usize, tick: impl Fn(usize) + Sync) -> Result<Measured, Error> {
    let Halves { half, modes, samples, wanted } = Halves::new(design, frames);
    let run = |stalls: Stalls, frames: Range<usize>| {
        let mut bench = Bench::of_modes(design, &modes, &samples, &wanted);
        bench.run(stalls, frames, &mut |beats| tick(beats)).map(|()| bench)
    };
    // They may as well be simulated at once.
    let halves = rayon::join(|| run(Stalls::None, 0..half), || run(Stalls::Random, half..modes.len()));
    let (full_rate, stalled) = (halves.0?, halves.1?);
    let Measured { frames, latency, interval, cycles } = full_rate.result()?;
    check_changes(design)?;
    Ok(Measured { frames: frames + stalled.compared, latency, interval, cycles: cycles + stalled.simulator.cycle() })
}

/// Simulates frames while registers change settings, where the core has such, and compares every bit with the model of
/// the settings that each frame had. Returns the number of frames.
pub fn check_changes(design: &Design) -> Result<usize, Error> {
    if design.architecture.settings().is_none() {
        return Ok(0);
    }
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(design, &simulator);
    changes::run(design, &mut simulator, &mut pins)
}

/// Returns what passes the ports while [`check`] simulates, first the frames at full rate, then, after a reset, those
/// with stalls. A core without a reset passes the latter alone.
pub fn trace(design: &Design, frames: usize) -> Result<Trace, Error> {
    let Halves { half, modes, samples, wanted } = Halves::new(design, frames);
    let mut bench = Bench::of_modes(design, &modes, &samples, &wanted);
    bench.simulator.record();
    bench.run(Stalls::None, 0..half, &mut |_| ())?;
    bench.run(Stalls::Random, half..modes.len(), &mut |_| ())?;
    changes::run(design, &mut bench.simulator, &mut bench.pins)?;
    Ok(bench.simulator.take_trace())
}

/// Frames of the self-check with their results. The first half of them passes at full rate.
struct Halves {
    half: usize,
    modes: Vec<Mode>,
    samples: Vec<Sample>,
    wanted: Transformed,
}

impl Halves {
    fn new(design: &Design, frames: usize) -> Self {
        let half = frames.div_ceil(2);
        let mut modes = some_modes(design, frames, 1);
        if design.has_sizes() {
            modes.truncate(half);
            modes.extend(all_modes(design, (frames - half).max(LEAST_OF_SIZES), 1));
        }
        // Full rate is what frames of one size have.
        let largest: Vec<Mode> =
            design.modes().into_iter().filter(|mode| mode.size == design.pipeline().size).collect();
        for (frame, mode) in
            modes[..half].iter_mut().enumerate().filter(|(_, mode)| mode.size != design.pipeline().size)
        {
            *mode = largest[frame % largest.len()];
        }
        let samples = stimulus_of(design, &modes, 1);
        // A reset lies between the halves.
        let points = modes[..half].iter().map(|mode| mode.points[0]).sum();
        let mut wanted = design.transform_modes(&modes[..half], &samples[..points]);
        wanted.append(design.transform_modes(&modes[half..], &samples[points..]));
        Halves { half, modes, samples, wanted }
    }
}

/// A simulated design with frames to pass and the frames to expect.
pub struct Bench<'a> {
    design: &'a Design,
    /// What passes its sides.
    streams: [Stream; 2],
    frames: Vec<Frame<'a>>,
    /// Simulated netlist.
    pub simulator: Simulator,
    /// Its ports.
    pub pins: Pins,
    rng: Rng,
    latency: usize,
    interval: usize,
    /// What these two should be.
    promised: [usize; 2],
    compared: usize,
}

/// A frame to pass, and what is to come out, as components.
struct Frame<'a> {
    mode: Mode,
    /// That go in, and that come out.
    beats: [usize; 2],
    samples: &'a [u64],
    wanted: &'a [u64],
    /// In block floating point.
    exponent: Option<i32>,
    /// Whether a value is too large for its word.
    overflow: bool,
}

impl<'a> Bench<'a> {
    /// With frames of the first kind.
    pub fn new(design: &'a Design, samples: &'a [Sample], wanted: &'a Transformed) -> Self {
        let mode = design.modes()[0];
        Self::of_modes(design, &vec![mode; samples.len() / mode.points[0]], samples, wanted)
    }

    /// With frames of these kinds, one after the other.
    pub fn of_modes(design: &'a Design, modes: &[Mode], samples: &'a [Sample], wanted: &'a Transformed) -> Self {
        let simulator = Simulator::new(&design.top);
        let pins = Pins::new(design, &simulator);
        let (mut samples, mut points) = (samples.as_flattened(), wanted.samples.as_flattened());
        let streams = design.streams();
        let frames = modes.iter().enumerate().map(|(number, &mode)| {
            let (frame, result);
            (frame, samples) = samples.split_at(2 * mode.points[0]);
            (result, points) = points.split_at(2 * mode.points[1]);
            let exponent = wanted.exponents.as_ref().map(|exponents| exponents[number]);
            let beats = [0, 1].map(|side| streams[side].packing().beats(2 * mode.points[side]));
            let overflow = wanted.overflow[number];
            Frame { mode, beats, samples: frame, wanted: result, exponent, overflow }
        });
        let frames = frames.collect();
        let interval = design.interval();
        let (rng, promised) = (Rng::new(7), [design.latency(), interval]);
        Bench { design, streams, frames, simulator, pins, rng, latency: 0, interval, promised, compared: 0 }
    }

    /// A beat of a frame.
    fn beat(&self, (frame, beat): (usize, usize)) -> Beat<'a> {
        let ([stream, _], frame) = (self.streams, &self.frames[frame]);
        let components = &frame.samples[stream.packing().range(beat)];
        Beat { components, first: beat == 0, last: stream.has_tlast(beat, frame.beats[0]) }
    }

    /// Resets, then passes a range of frames through the core.
    pub fn run(&mut self, stalls: Stalls, frames: Range<usize>, tick: &mut impl FnMut(usize)) -> Result<(), Error> {
        self.pins.reset(&mut self.simulator);
        self.pins.load(&mut self.simulator);
        let places = [0, 1].map(|side: usize| {
            let places =
                frames.clone().flat_map(|frame| (0..self.frames[frame].beats[side]).map(move |beat| (frame, beat)));
            places.collect::<Vec<(usize, usize)>>()
        });
        let [total, expected] = [0, 1].map(|side: usize| places[side].len());
        let longest = frames.clone().flat_map(|frame| self.frames[frame].beats).max().unwrap_or(1);
        let (mut sent, mut received, mut idle, mut offering) = (0, 0, 0, false);
        let (mut first_sent, mut starts) = (None, Vec::new());
        let patience = 64 + 8 * (self.design.latency() + 4 * longest);
        let mut words = self.words(frames.clone(), stalls);
        while received < expected {
            let now = self.simulator.cycle();
            let phase = now / (3 * longest as u64 + 5);
            let mut pause = |phase: u64| stalls == Stalls::Random && self.rng.one_in(2 + phase % 4);
            let next @ (frame, number) = places[0][sent.min(total - 1)];
            // Without stalls a frame that has begun goes on, and the sink takes every beat.
            let flows = self.design.config.stall == Stall::None;
            // A frame waits for its word. A beat once offered stays on offer until it is taken.
            let told = number > 0 || words.is_told(frame);
            offering = sent < total && (offering || told && (flows && number > 0 || !pause(phase)));
            let mut accept = flows || !pause(phase / 2);
            accept &= offering || sent == total || number == 0 || !self.pins.gaps_stop_the_clock();
            if self.pins.has_channel() {
                words.offering = words.may_offer(frame + usize::from(number > 0)) && (words.offering || !pause(phase));
                self.pins.configure(&mut self.simulator, words.offered());
            } else {
                self.pins.configure(&mut self.simulator, Some(self.frames[frame].mode.word));
            }
            let beat = self.beat(next);
            let cycle = self.pins.cycle(&mut self.simulator, offering.then_some(&beat), accept);
            if cycle.memory_event {
                return Err(self.mismatch("a word of a memory is said to be wrong, and none has been changed".into()));
            }
            idle = if cycle.taken || cycle.output.is_some() { 0 } else { idle + 1 };
            words.taken(cycle.configured);
            if cycle.taken {
                first_sent.get_or_insert(now);
                (sent, offering) = (sent + 1, false);
            }
            if let Some((found, last)) = cycle.output {
                let place @ (_, beat) = places[1][received];
                self.compare(place, &found, last, cycle.exponent)?;
                self.check_start(place, cycle.start)?;
                self.check_overflow_mark(place, cycle.overflow_mark)?;
                if beat == 0 {
                    starts.push(now);
                }
                received += 1;
                tick(1);
            }
            if idle > patience {
                return Err(self
                    .mismatch(format!("nothing came out for {patience} cycles; {received} of {expected} beats had")));
            }
        }
        self.compared += frames.len();
        if stalls == Stalls::None {
            self.latency = first_sent.zip(starts.first()).map_or(0, |(sent, start)| (start - sent) as usize);
            let interval = |frame: usize| self.design.architecture.timing(self.frames[frame].mode.size).interval;
            let longest = frames.clone().map(interval).max().unwrap_or(1) * self.design.config.clocks_per_beat();
            self.interval = starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(longest);
            self.promised = [self.design.latency_of(&self.frames[frames.start].mode), longest];
        }
        Ok(())
    }

    /// The configuration words of a range of frames. With stalls, a frame that is as the one before has one or has
    /// none.
    fn words(&mut self, frames: Range<usize>, stalls: Stalls) -> Words {
        let mut words = Words { waiting: VecDeque::new(), silent: vec![], offering: false };
        let mut before = self.design.modes()[0].word;
        for frame in frames {
            let word = self.frames[frame].mode.word;
            match self.pins.has_channel() && (word != before || stalls == Stalls::None || self.rng.one_in(2)) {
                true => words.waiting.push_back((frame, word)),
                false => words.silent.push(frame),
            }
            before = word;
        }
        words
    }

    fn compare(
        &self,
        (number, beat): (usize, usize),
        found: &[u64],
        last: bool,
        exponent: Option<i32>,
    ) -> Result<(), Error> {
        let ([_, stream], frame) = (self.streams, &self.frames[number]);
        if last != stream.has_tlast(beat, frame.beats[1]) {
            return Err(self.mismatch(format!("frame {number}, beat {beat}: tlast is {last}")));
        }
        if exponent != frame.exponent {
            let name = |exponent: Option<i32>| exponent.map_or("none".into(), |exponent| exponent.to_string());
            return Err(self.mismatch(format!(
                "frame {number}, beat {beat}: exponent {}, reference {}",
                name(exponent),
                name(frame.exponent)
            )));
        }
        let places = stream.packing().range(beat);
        for (lane, &found) in found.iter().enumerate() {
            let place = places.start + lane;
            let wanted = if places.contains(&place) { frame.wanted[place] } else { 0 };
            if found != wanted {
                let (point, part) = (place / 2, ["real", "imaginary"][place % 2]);
                return Err(self.mismatch(format!(
                    "frame {number}, {part} part of point {point}: netlist {found:x}, reference {wanted:x}"
                )));
            }
        }
        Ok(())
    }

    /// Checks the mark of a frame's first beat, if there is one.
    fn check_start(&self, (number, beat): (usize, usize), start: Option<bool>) -> Result<(), Error> {
        match start {
            Some(start) if start != (beat == 0) => {
                Err(self.mismatch(format!("frame {number}, beat {beat}: tuser[0] is {start}")))
            }
            _ => Ok(()),
        }
    }

    /// Checks the mark of a frame with a value that is too large, if there is one: in the last beat, and that no other
    /// frame has it.
    fn check_overflow_mark(&self, (number, beat): (usize, usize), mark: Option<bool>) -> Result<(), Error> {
        let Frame { overflow, beats, .. } = self.frames[number];
        match mark {
            Some(mark) if mark != overflow && (mark || beat + 1 == beats[1]) => {
                Err(self.mismatch(format!("frame {number}, beat {beat}: overflow of the frame is {mark}")))
            }
            _ => Ok(()),
        }
    }

    fn mismatch(&self, what: String) -> Error {
        Error::Mismatch(format!("{}: {what}", self.design.name))
    }

    /// What was measured, if it is what the design promises.
    pub fn result(&self) -> Result<Measured, Error> {
        let [promised, beats] = self.promised;
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

/// Configuration words on their way to the core.
struct Words {
    /// Frames and their words, the next one first.
    waiting: VecDeque<(usize, u64)>,
    /// Frames that are as the one before and say nothing.
    silent: Vec<usize>,
    offering: bool,
}

impl Words {
    /// Whether a frame may begin: its word and those before it have been taken.
    fn is_told(&self, frame: usize) -> bool {
        self.waiting.front().is_none_or(|(waiting, _)| *waiting > frame)
    }

    /// Whether the next word may be offered when all frames before this one have begun: a frame that says nothing would
    /// take the word of a later one.
    fn may_offer(&self, begun: usize) -> bool {
        self.waiting
            .front()
            .is_some_and(|(frame, _)| self.silent.iter().all(|silent| silent > frame || *silent < begun))
    }

    fn offered(&self) -> Option<u64> {
        self.waiting.front().filter(|_| self.offering).map(|(_, word)| *word)
    }

    fn taken(&mut self, taken: bool) {
        if taken {
            self.waiting.pop_front();
            self.offering = false;
        }
    }
}
