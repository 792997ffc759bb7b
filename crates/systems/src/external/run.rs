//! The run through frames and passes, and how it ends.

use super::plan::{Area, Pass, Plan, BURST_BYTES};
use super::registers::{Fault, FAULT_BITS};
use super::requests::MEMORY_ADDRESS_BITS;
use crate::rtl::{address_bits, Module, Net};

/// Bits of the number of frames.
const FRAME_BITS: u32 = 32;

/// State of the run: registers that [`Run::connect`] drives.
pub(super) struct Run {
    pub busy: Net,
    /// A fault has happened, and bursts are still in flight.
    pub aborting: Net,
    /// Number of the pass.
    pub pass: Net,
    /// Addresses of the frame that comes in, of its result, and of the frame between two passes if there is one.
    areas: Vec<Net>,
    frames_left: Net,
    pub done: Net,
    pub fault: Net,
    /// Whether a value was too large for its word since the start.
    pub overflow: Net,
    /// High for a cycle after an aborted run.
    pub clear: Net,
    start: Net,
    rejected: Net,
    accepted: Net,
    /// Code of what is wrong with the settings, or 0.
    settings_fault: Net,
    frames: Net,
    /// Addresses that the run begins with.
    given: Vec<Net>,
}

/// Registers of the core that a run begins with.
pub(super) struct Settings {
    pub start: Net,
    pub frames: Net,
    /// Addresses of the first frame and of the first result, and of the frame between two passes if there is one.
    pub areas: Vec<Net>,
}

/// What moves a run on.
pub(super) struct Events {
    /// All bursts of the pass have ended.
    pub pass_ends: Net,
    /// No burst is in flight.
    pub drained: Net,
    /// Error responses to a read and to a write, and the control register.
    pub faults: [Net; 3],
    /// An engine has a value that is too large for its word.
    pub overflow: Net,
}

impl Run {
    /// Adds the registers of the run, and the check of its settings. [`Run::connect`] drives them.
    pub fn new(m: &mut Module, plan: &Plan, settings: &Settings) -> Self {
        let state = |m: &mut Module, bits: u32, name: &str| {
            let net = m.state(bits, Some(0));
            m.name(net, name)
        };
        let busy = state(m, 1, "busy");
        let aborting = state(m, 1, "aborting");
        let pass = state(m, address_bits(plan.passes.len()), "pass");
        let names = ["source_now", "destination_now", "scratch_now"];
        let areas = settings.areas.iter().zip(names).map(|(_, name)| state(m, MEMORY_ADDRESS_BITS, name)).collect();
        let frames_left = state(m, FRAME_BITS, "frames_left");
        let done = state(m, 1, "done");
        let fault = state(m, FAULT_BITS, "fault");
        let overflow = state(m, 1, "overflow_seen");
        let clear = state(m, 1, "clear");

        let Settings { start, frames, areas: ref given } = *settings;
        let some = m.any(frames);
        let none = m.not(some);
        let low: Vec<Net> = given.iter().map(|&address| m.slice(address, 0, BURST_BYTES.ilog2())).collect();
        let low = low.into_iter().reduce(|any, one| m.or(any, one)).unwrap_or(none);
        let misaligned = m.any(low);
        let wrong = m.or(none, misaligned);
        let right = m.not(wrong);
        let (rejected, accepted) = (m.and(start, wrong), m.and(start, right));
        m.name(accepted, "accepted");
        let [no_frames, unaligned, nothing] =
            [Fault::NoFrames.code(), Fault::Misaligned.code(), 0].map(|code| m.constant(FAULT_BITS, code));
        let why = m.mux(misaligned, unaligned, nothing);
        let why = m.mux(none, no_frames, why);
        Run {
            busy,
            aborting,
            pass,
            areas,
            frames_left,
            done,
            fault,
            overflow,
            clear,
            start,
            rejected,
            accepted,
            settings_fault: why,
            frames,
            given: given.clone(),
        }
    }

    /// Returns whether the pass under way has this number.
    pub fn is_pass(&self, m: &mut Module, plan: &Plan, number: usize) -> Net {
        match plan.passes.len() {
            1 => m.constant(1, 1),
            _ => m.eq_const(self.pass, number as u128),
        }
    }

    /// Returns whether the pass under way is one of some passes.
    pub fn is_in(&self, m: &mut Module, plan: &Plan, is_one: impl Fn(&Pass) -> bool) -> Net {
        let passes: Vec<usize> = (0..plan.passes.len()).filter(|&pass| is_one(&plan.passes[pass])).collect();
        let now: Vec<Net> = passes.into_iter().map(|pass| self.is_pass(m, plan, pass)).collect();
        let never = m.constant(1, 0);
        now.into_iter().reduce(|any, one| m.or(any, one)).unwrap_or(never)
    }

    /// Returns the address of the area that the pass under way reads or writes.
    pub fn base(&self, m: &mut Module, plan: &Plan, area: impl Fn(&Pass) -> Area) -> Net {
        let address = |pass: &Pass| match area(pass) {
            Area::Source => self.areas[0],
            Area::Destination => self.areas[1],
            Area::Scratch => self.areas[2],
        };
        let addresses: Vec<Net> = plan.passes.iter().map(address).collect();
        m.select(self.pass, &addresses)
    }

    /// Drives the registers. Returns whether a pass begins with the next clock cycle.
    pub fn connect(&self, m: &mut Module, plan: &Plan, events: &Events) -> Net {
        let Run { accepted, rejected, start, .. } = *self;
        let running = m.not(self.aborting);
        let under_way = m.and(self.busy, running);
        let pass_ends = m.and(under_way, events.pass_ends);
        m.name(pass_ends, "pass_ends");
        let is_last_pass = self.is_pass(m, plan, plan.passes.len() - 1);
        let frame_ends = m.and(pass_ends, is_last_pass);
        m.name(frame_ends, "frame_ends");
        let is_last_frame = m.eq_const(self.frames_left, 1);
        let finished = m.and(frame_ends, is_last_frame);
        // A run that ends now has nothing to end any more.
        let goes_on = m.not(finished);
        let goes_on = m.and(under_way, goes_on);
        let [read_fails, write_fails, aborts] = events.faults.map(|fault| m.and(fault, goes_on));
        let responds = m.or(read_fails, write_fails);
        let fails = m.or(responds, aborts);
        let drained = m.and(self.aborting, events.drained);
        m.drive(self.clear, drained);

        let ends = m.or(finished, drained);
        self.flag(m, self.busy, accepted, ends);
        self.flag(m, self.aborting, fails, drained);
        self.flag(m, self.overflow, events.overflow, start);
        let is_done = m.or(ends, rejected);
        self.flag(m, self.done, is_done, start);

        let bits = m.width(self.pass);
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let next = m.add(self.pass, one);
        let next = m.mux(is_last_pass, zero, next);
        let next = m.mux(pass_ends, next, self.pass);
        let next = m.mux(accepted, zero, next);
        let next = m.mux(drained, zero, next);
        m.drive(self.pass, next);

        let frame = m.constant(MEMORY_ADDRESS_BITS, plan.frame_bytes() as u128);
        for (&address, &given) in self.areas.iter().zip(&self.given).take(2) {
            let next = m.add(address, frame);
            let next = m.mux(accepted, given, next);
            let moves = m.or(accepted, frame_ends);
            m.drive_enabled(address, next, moves);
        }
        // The area between two passes serves all frames.
        for (&address, &given) in self.areas.iter().zip(&self.given).skip(2) {
            m.drive_enabled(address, given, accepted);
        }
        let one = m.constant(FRAME_BITS, 1);
        let fewer = m.sub(self.frames_left, one);
        let next = m.mux(accepted, self.frames, fewer);
        let moves = m.or(accepted, frame_ends);
        m.drive_enabled(self.frames_left, next, moves);

        let codes = [Fault::Aborted, Fault::WriteResponse, Fault::ReadResponse];
        let codes = codes.map(|fault| m.constant(FAULT_BITS, fault.code()));
        let code = m.mux(write_fails, codes[1], codes[0]);
        let code = m.mux(read_fails, codes[2], code);
        let next = m.mux(start, self.settings_fault, code);
        let moves = m.or(start, fails);
        m.drive_enabled(self.fault, next, moves);
        let begins = m.or(accepted, pass_ends);
        m.name(begins, "pass_begins")
    }

    /// Drives a register that is set, and else cleared.
    fn flag(&self, m: &mut Module, flag: Net, set: Net, cleared: Net) {
        let stays = m.not(cleared);
        let kept = m.and(flag, stays);
        let next = m.or(set, kept);
        m.drive(flag, next);
    }
}
