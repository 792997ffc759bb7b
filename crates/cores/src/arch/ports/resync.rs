//! Frames that end by `tlast`: a frame that it cuts short is dropped. After a frame without it, beats are skipped up to
//! the next `tlast`.
//!
//! The core computes while a frame comes in, so that a dropped frame is inside already. Zeros take the place of its
//! missing beats, and a mark goes with it to the output, where its beats are left out. This needs no memory for frames.

use super::event_counter::saturating_count;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

record! {
    /// The first beat of a frame, which waits until zeros have taken the place of the frame that it cuts short.
    pub struct HeldBeat {
        /// Whether it comes.
        comes,
        /// Whether it waits; it is the next first beat that passes.
        waits,
    }
}

impl<'m> HeldBeat<'m> {
    /// The outputs of an instance that may hold beats, where words go with frames.
    pub fn of(resync: &Placed<'m>) -> Option<Self> {
        Some(HeldBeat { comes: resync.find("cuts")?, waits: resync.find("waits")? })
    }

    /// Returns a word as it was when the first beat came, with that beat.
    pub fn word(&self, word: Sig<'m>) -> Sig<'m> {
        let held = self.comes.builder().reg(word.width());
        held.next_if(self.comes, word);
        self.waits.mux(held, word)
    }
}

/// Builds the module at the input port, for beats of `components` components of `bits` bits. `row_beats`: beats of a
/// row, if rows are padded.
///
/// Inputs: `rst`, `in_valid`, `in_data`, `in_last`, `out_ready`, and `frame_last`, the place of a frame's last beat,
/// unless all frames have a number of `beats`. Outputs: `in_ready`, the handshake of the port; `out_valid` and
/// `out_data`, frames of the right number of beats; `out_drop`, with a frame's last beat, whether the frame is dropped;
/// `enters`, a beat enters that does not cut its frame short; `last`, it is in the place of the last beat of a frame
/// or, where rows are padded, of a row; `missing` and `unexpected`, pulses, the last beat of a frame came without
/// `in_last`, another beat came with it; `dropped`, the count of dropped frames.
#[hdl]
pub fn resync(name: &str, bits: u32, components: usize, beats: Option<usize>, row_beats: Option<usize>) -> Module {
    let doc = "Drops frames that in_last cuts short: their other beats become zeros, and out_drop marks them. After a \
               frame without in_last, beats are skipped up to the next one.";
    let m = Builder::new(name, doc);
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]);
    let (tlast, out_ready) = (m.input("in_last", 1), m.input("out_ready", 1));
    let frame_last = beats.is_none().then(|| m.input("frame_last", 1));

    let skipping = m.state(1, 0);
    let filling = m.state(1, 0);
    let kept = !skipping;
    let ready = out_ready & !filling;
    let out_valid = filling | valid & kept;
    let passes = out_valid & out_ready;
    let last = frame_last.unwrap_or_else(|| m.count("beat", passes, beats.unwrap_or(1)).1);
    let takes = valid & ready;
    let enters_frame = takes & kept;
    let no_last = !tlast;
    let early = enters_frame & (tlast & !last);
    let late = enters_frame & (last & no_last);
    filling.next(filling & !(passes & last) | early);
    let found = takes & tlast;
    skipping.next(skipping & !found | late);

    m.output("in_ready", ready);
    m.output("out_valid", out_valid);
    m.output_bus("out_data", data.into_iter().map(|word| filling.mux(0, word)));
    m.output("out_drop", filling);
    m.output("enters", enters_frame & (last | no_last));
    let row_last = row_beats.map(|beats| m.count("row_beat", passes, beats).1);
    m.output("last", row_last.unwrap_or(last));
    m.output("missing", late.later_with_reset(1));
    m.output("unexpected", early.later_with_reset(1));
    m.output("dropped", saturating_count(&m, "drop_count", early | skipping & found));
    m.finish()
}

/// Builds the module that finds dropped frames as they leave the core. At most `frames` of them are inside after their
/// last beat. Inputs: `ce`, `rst`; `ends`, the last beat of a frame enters, with its mark `drop`; `out_start`. Output:
/// `dropped`, for the frame that leaves.
pub fn drop_tracker(name: &str, frames: usize) -> Module {
    let m = Builder::new(name, "Which of the frames that leave the core are to be dropped.");
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let (ends, drop) = (m.input("ends", 1), m.input("drop", 1));
    m.output("dropped", drop.queued(ends, m.input("out_start", 1), frames));
    m.finish()
}
