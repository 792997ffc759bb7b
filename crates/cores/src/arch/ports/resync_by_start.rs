//! Frames that begin by `tuser[0]`: a frame that the start of another one cuts short is dropped. Before a start, beats
//! are skipped.
//!
//! The beat that cuts a frame short waits in a register, and zeros take the place of the missing beats of that frame. A
//! mark goes with them to the output, where the beats of the frame are left out.

use super::event_counter::saturating_count;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the module at the input port, for beats of `components` components of `bits` bits and rows of `row_beats`
/// beats. Its outputs are those of [`resync`](super::resync::resync), two events of the start, and if `has_words`
/// whether a beat cuts a frame short and whether it waits, so that the frame that it begins takes what is there for it
/// as it comes. Inputs: `rst`, `in_valid`, `in_data`, `in_last`, `in_start`, `out_ready`, and `frame_last`, the place
/// of a frame's last beat, unless all frames have a number of `beats`.
#[hdl]
pub fn resync_by_start(
    name: &str,
    (bits, components): (u32, usize),
    beats: Option<usize>,
    row_beats: usize,
    has_words: bool,
) -> Module {
    let doc = "Drops frames that in_start cuts short: their other beats become zeros, and out_drop marks them. Beats \
               after a frame are skipped up to the next one with in_start.";
    let m = Builder::new(name, doc);
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]);
    let (tlast, start, out_ready) = (m.input("in_last", 1), m.input("in_start", 1), m.input("out_ready", 1));
    let frame_last = beats.is_none().then(|| m.input("frame_last", 1));

    let first = m.state(1, 1);
    let holding = m.state(1, 0);
    let within = !first;
    let ready = out_ready & !holding;
    let takes = valid & ready;
    let strays = first & !start;
    let skips = takes & strays;
    let cuts = takes & (within & start);
    let in_frame = !strays;
    let out_valid = holding | valid & in_frame;
    let passes = out_valid & out_ready;
    let last = frame_last.unwrap_or_else(|| m.count("beat", passes, beats.unwrap_or(1)).1);
    let (_, row_ends) = m.count("row_beat", passes, row_beats);
    first.next(passes.mux(last, first));
    holding.next(holding & !(passes & first) | cuts);

    let fills = within & (holding | start);
    let data = data.into_iter().map(|word| {
        let held = m.reg(bits);
        held.next_if(cuts, word);
        fills.mux(0, holding.mux(held, word))
    });
    // The beat that cuts a frame short is in the place of the first beat of another one.
    let row_last = cuts.mux(usize::from(row_beats == 1), row_ends);
    let enters = takes & in_frame;
    m.output("in_ready", ready);
    m.output("out_valid", out_valid);
    m.output_bus("out_data", data);
    m.output("out_drop", fills);
    m.output("enters", enters);
    m.output("last", row_last);
    m.output("missing", (enters & (row_last & !tlast)).later_with_reset(1));
    m.output("unexpected", (enters & (tlast & !row_last)).later_with_reset(1));
    // The first beat of a run of beats that are skipped.
    let skipping = m.state(1, 0);
    skipping.next_if(takes, skips);
    let begins = skips & !skipping;
    m.output("dropped", saturating_count(&m, "drop_count", begins | cuts));
    m.output("start_missing", begins.later_with_reset(1));
    m.output("start_unexpected", cuts.later_with_reset(1));
    if has_words {
        m.output("cuts", cuts);
        m.output("waits", holding);
    }
    m.finish()
}
