//! Frames that end by `tlast`: a frame that it cuts short is dropped. After a frame without it, beats are skipped up to the
//! next `tlast`.
//!
//! The core computes while a frame comes in, so that a dropped frame is inside already. Zeros take the place of its missing
//! beats, and a mark goes with it to the output, where its beats are left out. This needs no memory for frames.

use super::event_counter::saturating_count;
use crate::lower::control::pulse_fifo;
use crate::lower::count::count;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::*;

/// The outputs of [`resync`]: frames of the right number of beats, on their way to the core.
pub struct Resynced {
    pub valid: Net,
    pub data: Vec<Net>,
    /// With a frame's last beat: whether the frame is dropped.
    pub drop: Net,
    /// Whether a beat enters that does not cut its frame short, and whether it is in the place of the last beat of a frame or,
    /// where rows are padded, of a row.
    pub enters: [Net; 2],
    /// The handshake of the port.
    pub ready: Net,
    /// Pulses: the last beat of what `tlast` marks came without it; another beat came with it.
    pub events: [Net; 2],
    /// Pulses, if the first beats of frames are marked: the beat after a frame came without the mark; a beat within a frame
    /// came with it.
    pub start_events: Option<[Net; 2]>,
    /// Count of dropped frames.
    pub dropped: Net,
    /// Whether the first beat of a frame cuts another one short, and whether it waits, if it may and words go with frames.
    pub held: Option<HeldBeat<Net>>,
}

/// The first beat of a frame, which waits until zeros have taken the place of the frame that it cuts short.
#[derive(Clone, Copy)]
pub struct HeldBeat<S> {
    /// Whether it comes.
    pub comes: S,
    /// Whether it waits; it is the next first beat that passes.
    pub waits: S,
}

impl<'m> HeldBeat<Sig<'m>> {
    /// Returns a word as it was when the first beat came, with that beat.
    pub fn word(&self, word: Sig<'m>) -> Sig<'m> {
        let held = self.comes.builder().reg(word.width());
        held.next_if(self.comes, word);
        self.waits.mux(held, word)
    }
}

impl Resynced {
    /// Names the outputs of an instance of [`resync`].
    pub fn new(outputs: &[Vec<Net>]) -> Self {
        let [ready, valid, drop, enters, last, missing, unexpected, dropped] =
            [0, 1, 3, 4, 5, 6, 7, 8].map(|port: usize| outputs[port][0]);
        let (enters, events) = ([enters, last], [missing, unexpected]);
        let start_events = outputs.get(9..11).map(|ports| [ports[0][0], ports[1][0]]);
        let held = outputs.get(11..13).map(|ports| HeldBeat { comes: ports[0][0], waits: ports[1][0] });
        Resynced { valid, data: outputs[2].clone(), drop, enters, ready, events, start_events, dropped, held }
    }
}

/// Builds the module at the input port, for beats of `components` components of `bits` bits. Inputs: `rst`, `in_valid`,
/// `in_data`, `in_last`, `out_ready`, and `frame_last`, the place of a frame's last beat, unless all frames have a number of
/// `beats`. `row_beats`: beats of a row, if rows are padded.
pub fn resync(name: &str, bits: u32, components: usize, beats: Option<usize>, row_beats: Option<usize>) -> Module {
    let doc = "Drops frames that in_last cuts short: their other beats become zeros, and out_drop marks them. Behind a frame \
               without in_last, beats are skipped up to the next one.";
    let mut m = Module::new(name, doc);
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]);
    let (tlast, out_ready) = (m.input("in_last", 1), m.input("out_ready", 1));
    let given = beats.is_none().then(|| m.input("frame_last", 1));
    let (skipping, filling) = (m.state(1, Some(0)), m.state(1, Some(0)));
    let (skipping, filling) = (m.name(skipping, "skipping"), m.name(filling, "filling"));

    let (kept, taking) = (m.not(skipping), m.not(filling));
    let ready = m.and(out_ready, taking);
    let comes = m.and(valid, kept);
    let out_valid = m.or(filling, comes);
    let passes = m.and(out_valid, out_ready);
    let last = given.unwrap_or_else(|| {
        let (_, wraps) = count(&mut m, "beat".into(), passes, beats.unwrap_or(1));
        wraps
    });
    let takes = m.and(valid, ready);
    let enters = m.and(takes, kept);
    let (more, open) = (m.not(last), m.not(tlast));
    let [early, late] = [[tlast, more], [last, open]].map(|[a, b]| {
        let both = m.and(a, b);
        m.and(enters, both)
    });
    let ends = m.and(passes, last);
    let goes_on = m.not(ends);
    let fills = m.and(filling, goes_on);
    let next = m.or(fills, early);
    m.drive(filling, next);
    let found = m.and(takes, tlast);
    let lost = m.not(found);
    let skips = m.and(skipping, lost);
    let next = m.or(skips, late);
    m.drive(skipping, next);

    m.output("in_ready", ready);
    m.output("out_valid", out_valid);
    let zero = m.constant(bits, 0);
    let data: Vec<Net> = data.into_iter().map(|word| m.mux(filling, zero, word)).collect();
    m.output_bus("out_data", &data);
    m.output("out_drop", filling);
    let in_place = m.or(last, open);
    let in_place = m.and(enters, in_place);
    m.output("enters", in_place);
    let row_last = row_beats.map(|beats| count(&mut m, "row_beat".into(), passes, beats).1);
    m.output("last", row_last.unwrap_or(last));
    for (event, now) in [("missing", late), ("unexpected", early)] {
        let pulse = m.register(now, Some(0));
        m.output(event, pulse);
    }
    let skipped = m.and(skipping, found);
    let drops = m.or(early, skipped);
    let dropped = saturating_count(&mut m, "dropped", drops);
    m.output("dropped", dropped);
    m
}

/// Builds the module that finds dropped frames as they leave the core. At most `frames` of them are inside after their last
/// beat. Inputs: `ce`, `rst`; `ends`, the last beat of a frame enters, with its mark `drop`; `out_start`. Output: `dropped`,
/// for the frame that leaves.
pub fn drop_tracker(name: &str, frames: usize) -> Module {
    let mut m = Module::new(name, "Which of the frames that leave the core are to be dropped.");
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (ends, drop, start) = (m.input("ends", 1), m.input("drop", 1), m.input("out_start", 1));
    let dropped = pulse_fifo(&mut m, [ends, drop], start, frames);
    m.output("dropped", dropped);
    m
}
