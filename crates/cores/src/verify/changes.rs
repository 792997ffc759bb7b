//! The check of settings that registers change: they are written while frames pass, with stalls and gaps, and each frame
//! is compared with the model by the frame that a commit took effect with.

use super::master::{Access, Master};
use super::pins::{Beat, Pins};
use super::stimulus::{some_modes, stimulus_of};
use crate::arch::ports::Stall;
use crate::arch::registers::{Settings, FIRST_FRAME, STATUS};
use crate::design::Design;
use crate::error::Error;
use crate::rng::Rng;
use crate::sim::Simulator;

/// Commits of a check: the first one brings one bank of a table into use, the second one the other, and the third one
/// the first bank again.
const COMMITS: usize = 3;

/// Frames before the first commit and after each, at the least.
const FRAMES: usize = 4;

/// Frames that pass in turn.
const DISTINCT: usize = 16;

/// What a master does with the registers, access by access.
struct Script<'a> {
    settings: &'a dyn Settings,
    master: Master,
    /// Writes of the commit under way that are left, the last one first.
    writes: Vec<[u32; 2]>,
    /// First frames of the commits so far, each with its seed.
    changes: Vec<(usize, u64)>,
}

impl Script<'_> {
    /// Drives the port for a clock cycle. `begins`: whether another commit may begin.
    fn cycle(&mut self, simulator: &mut Simulator, begins: bool) -> Result<(), Error> {
        if self.master.is_idle() {
            if self.writes.is_empty() && begins && !self.is_done() {
                self.writes = self.settings.writes(self.changes.len() as u64 + 1);
                self.writes.reverse();
            }
            match self.writes.pop() {
                Some(write) => self.master.begin(Access::Write(write)),
                None => self.master.rest(simulator),
            }
        }
        let Some(ended) = self.master.cycle(simulator) else { return Ok(()) };
        match ended {
            (Access::Write(write), response) if response != 0 => {
                return Err(Error::Mismatch(format!("registers: the write of {write:x?} has the response {response}")));
            }
            (Access::Write(_), _) if self.writes.is_empty() => self.master.begin(Access::Read(STATUS)),
            (Access::Write(_), _) => (),
            // All that was committed is in use.
            (Access::Read(STATUS), 0) => self.master.begin(Access::Read(FIRST_FRAME)),
            (Access::Read(STATUS), _) => self.master.begin(Access::Read(STATUS)),
            (Access::Read(_), first) => self.changes.push((first as usize, self.changes.len() as u64 + 1)),
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.changes.len() == COMMITS
    }
}

/// Resets a simulated core, and passes frames while settings change several times. Returns the number of frames.
///
/// # Errors
///
/// A frame that differs from the model, a write that is refused, and a commit that takes no effect.
pub fn run(design: &Design, simulator: &mut Simulator, pins: &mut Pins) -> Result<usize, Error> {
    let Some((settings, master)) = design.architecture.settings().zip(Master::new(simulator)) else { return Ok(0) };
    let mut script = Script { settings, master, writes: vec![], changes: vec![] };
    script.master.rest(simulator);
    let wrong = |what: String| Error::Mismatch(format!("{}: {what}", design.name));
    let [entering, leaving] = design.streams();
    let points = design.architecture.points();
    let samples = stimulus_of(design, &some_modes(design, DISTINCT, 2), 2);
    let frame = |number: usize| &samples[number % DISTINCT * points[0]..][..points[0]];
    let patience = 64 + 8 * (design.latency() + 4 * entering.beats.max(leaving.beats));
    let flows = design.config.stall == Stall::None;
    let mut rng = Rng::new(9);
    let mut results: Vec<Vec<u64>> = Vec::new();
    let mut marks = Vec::new();
    let (mut sent, mut begun_at_change, mut total) = ([0, 0], 0, usize::MAX);
    let (mut offering, mut idle) = (false, 0);
    pins.reset(simulator);
    while sent[0] < total || results.len() < total.saturating_mul(leaving.beats) {
        let [number, beat] = sent;
        let known = script.changes.len();
        script.cycle(simulator, number >= begun_at_change + FRAMES).map_err(|error| wrong(error.to_string()))?;
        if script.changes.len() > known {
            begun_at_change = number;
            if script.is_done() {
                total = number + FRAMES;
            }
        }
        let rest = number < total;
        let mut pause = || rng.one_in(4);
        offering = rest && (offering || flows && beat > 0 || !pause());
        let mut accept = flows || !pause();
        accept &= offering || !rest || beat == 0 || !pins.gaps_stop_the_clock();
        let components = &frame(number).as_flattened()[entering.packing().range(beat)];
        let next = Beat { components, first: beat == 0, last: entering.has_tlast(beat, entering.beats) };
        let cycle = pins.cycle(simulator, offering.then_some(&next), accept);
        idle = if cycle.taken || cycle.output.is_some() { 0 } else { idle + 1 };
        if cycle.taken {
            offering = false;
            sent = if beat + 1 == entering.beats { [number + 1, 0] } else { [number, beat + 1] };
        }
        if let Some((found, _)) = cycle.output {
            results.push(found);
            marks.push(cycle.overflow_mark);
        }
        if idle > patience {
            return Err(wrong(format!("nothing came out for {patience} cycles while registers were written")));
        }
        if rest && number > (1 << 16) / entering.beats.max(1) + 64 * settings.writes(1).len() {
            return Err(wrong(format!("{} commits took effect in {number} frames", script.changes.len())));
        }
    }
    let passed: Vec<_> = (0..total).flat_map(frame).copied().collect();
    let wanted = settings.changed(&script.changes).transform(&passed);
    for (number, (found, mark)) in results.iter().zip(marks).enumerate() {
        let (frame, beat) = (number / leaving.beats, number % leaving.beats);
        let places = leaving.packing().range(beat);
        let of_frame = &wanted.samples.as_flattened()[2 * points[1] * frame..][places];
        if found[..of_frame.len()] != *of_frame {
            return Err(wrong(format!(
                "frame {frame}, beat {beat}: netlist {found:x?}, reference {of_frame:x?}; settings changed with the \
                 frames {:?}",
                script.changes.iter().map(|(first, _)| first).collect::<Vec<_>>()
            )));
        }
        if beat + 1 == leaving.beats && mark.is_some_and(|mark| mark != wanted.overflow[frame]) {
            return Err(wrong(format!("frame {frame}: overflow of the frame is {mark:?} as settings change")));
        }
    }
    Ok(total)
}
