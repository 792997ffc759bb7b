//! The run through frames and passes, and how it ends.

use super::plan::{Area, Pass, Plan, BURST_BYTES};
use super::registers::{Fault, Settings, FAULT_BITS};
use super::requests::MEMORY_ADDRESS_BITS;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Bits of the number of frames.
const FRAME_BITS: u32 = 32;

/// State of the run: registers that [`Run::connect`] drives.
pub(super) struct Run<'m> {
    pub busy: Reg<'m>,
    /// A fault has happened, and bursts are still in flight.
    pub aborting: Reg<'m>,
    /// Number of the pass.
    pub pass: Reg<'m>,
    /// Addresses of the frame that comes in, of its result, and of the frame between two passes if there is one.
    areas: Vec<Reg<'m>>,
    frames_left: Reg<'m>,
    pub done: Reg<'m>,
    pub fault: Reg<'m>,
    /// Whether a value was too large for its word since the start.
    pub overflow: Reg<'m>,
    /// High for a cycle after an aborted run.
    pub clear: Reg<'m>,
    settings: Settings<'m>,
    rejected: Sig<'m>,
    accepted: Sig<'m>,
    /// Code of what is wrong with the settings, or 0.
    settings_fault: Sig<'m>,
}

/// What moves a run on.
pub(super) struct Events<'m> {
    /// All bursts of the pass have ended.
    pub pass_ends: Sig<'m>,
    /// No burst is in flight.
    pub drained: Sig<'m>,
    /// Error responses to a read and to a write, and the control register.
    pub faults: [Sig<'m>; 3],
    /// An engine has a value that is too large for its word.
    pub overflow: Sig<'m>,
}

impl<'m> Run<'m> {
    /// Adds the registers of the run, and the check of its settings. [`Run::connect`] drives them.
    #[hdl]
    pub fn new(m: &'m Builder, plan: &Plan, settings: Settings<'m>) -> Self {
        let busy = m.state(1, 0);
        let aborting = m.state(1, 0);
        let pass = m.state(address_bits(plan.passes.len()), 0);
        let names = ["source_now", "destination_now", "scratch_now"];
        let areas =
            settings.areas.iter().zip(names).map(|(_, name)| m.state(MEMORY_ADDRESS_BITS, 0).named(name)).collect();
        let frames_left = m.state(FRAME_BITS, 0);
        let done = m.state(1, 0);
        let fault = m.state(FAULT_BITS, 0);
        let overflow_seen = m.state(1, 0);
        let clear = m.state(1, 0);

        let no_frames = !settings.frames.any();
        let misaligned = m.any_of(settings.areas.iter().map(|area| area.bits(0, BURST_BYTES.ilog2()))).any();
        let wrong = no_frames | misaligned;
        let rejected = settings.start & wrong;
        let accepted = settings.start & !wrong;
        let alignment_fault = misaligned.mux(code(m, Fault::Misaligned), 0);
        let settings_fault = no_frames.mux(code(m, Fault::NoFrames), alignment_fault);
        Run {
            busy,
            aborting,
            pass,
            areas,
            frames_left,
            done,
            fault,
            overflow: overflow_seen,
            clear,
            settings,
            rejected,
            accepted,
            settings_fault,
        }
    }

    /// Whether the pass under way has this number.
    pub fn is_pass(&self, plan: &Plan, number: usize) -> Sig<'m> {
        match plan.passes.len() {
            1 => self.pass.builder().constant(1, 1),
            _ => self.pass.is(number),
        }
    }

    /// Whether the pass under way is one of some passes.
    pub fn is_in(&self, plan: &Plan, is_one: impl Fn(&Pass) -> bool) -> Sig<'m> {
        let passes = (0..plan.passes.len()).filter(|&pass| is_one(&plan.passes[pass]));
        self.pass.builder().any_of(passes.map(|pass| self.is_pass(plan, pass)))
    }

    /// Address of the area that the pass under way reads or writes.
    pub fn base(&self, plan: &Plan, area: impl Fn(&Pass) -> Area) -> Sig<'m> {
        let address = |pass: &Pass| match area(pass) {
            Area::Source => *self.areas[0],
            Area::Destination => *self.areas[1],
            Area::Scratch => *self.areas[2],
        };
        let addresses: Vec<Sig> = plan.passes.iter().map(address).collect();
        self.pass.builder().select(*self.pass, &addresses)
    }

    /// Drives the registers. Returns whether a pass begins with the next clock cycle.
    #[hdl]
    pub fn connect(&self, plan: &Plan, events: &Events<'m>) -> Sig<'m> {
        let Run { busy, aborting, pass, frames_left, accepted, .. } = *self;
        let Settings { start, frames, ref areas } = self.settings;
        let under_way = busy & !aborting;
        let pass_ends = under_way & events.pass_ends;
        let is_last_pass = self.is_pass(plan, plan.passes.len() - 1);
        let frame_ends = pass_ends & is_last_pass;
        let finished = frame_ends & frames_left.is(1);
        // A run that ends now has nothing to end any more.
        let goes_on = under_way & !finished;
        let [read_fails, write_fails, aborts] = events.faults.map(|fault| fault & goes_on);
        let fails = read_fails | write_fails | aborts;
        let drained = aborting & events.drained;
        self.clear.next(drained);

        let ends = finished | drained;
        busy.set_or_clear(accepted, ends);
        aborting.set_or_clear(fails, drained);
        self.overflow.set_or_clear(events.overflow, start);
        self.done.set_or_clear(ends | self.rejected, start);

        let next_pass = pass_ends.mux(is_last_pass.mux(0, pass + 1), pass);
        pass.next(drained.mux(0, accepted.mux(0, next_pass)));

        let frame_begins = accepted | frame_ends;
        let (of_frames, between_passes) = self.areas.split_at(2);
        for (address, first) in of_frames.iter().zip(areas) {
            address.next_if(frame_begins, accepted.mux(*first, *address + plan.frame_bytes()));
        }
        // The area between two passes serves all frames.
        for (address, area) in between_passes.iter().zip(&areas[2..]) {
            address.next_if(accepted, *area);
        }
        frames_left.next_if(frame_begins, accepted.mux(frames, frames_left - 1));

        let m = busy.builder();
        let write_fault = write_fails.mux(code(m, Fault::WriteResponse), code(m, Fault::Aborted));
        let run_fault = read_fails.mux(code(m, Fault::ReadResponse), write_fault);
        self.fault.next_if(start | fails, start.mux(self.settings_fault, run_fault));
        (accepted | pass_ends).named("pass_begins")
    }
}

fn code(m: &Builder, fault: Fault) -> Sig<'_> {
    m.constant(FAULT_BITS, fault.code())
}
