//! Frames that begin by `tuser[0]`: a frame that the start of another one cuts short is dropped. Before a start, beats are
//! skipped.
//!
//! The beat that cuts a frame short waits in a register, and zeros take the place of the missing beats of that frame. A mark goes
//! with them to the output, where the beats of the frame are left out.

use super::event_counter::saturating_count;
use crate::lower::count::count;
use crate::rtl::{Module, Net};

/// Builds the module at the input port, for beats of `components` components of `bits` bits and rows of `row_beats` beats. Its
/// outputs are those of [`resync`](super::resync::resync), two events of the start, and if `has_words` whether a beat cuts a frame
/// short and whether it waits, so that the frame that it begins takes what is there for it as it comes. Inputs: `rst`, `in_valid`, `in_data`,
/// `in_last`, `in_start`, `out_ready`, and `frame_last`, the place of a frame's last beat, unless all frames have a number of
/// `beats`.
pub fn resync_by_start(
    name: &str,
    (bits, components): (u32, usize),
    beats: Option<usize>,
    row_beats: usize,
    has_words: bool,
) -> Module {
    let doc = "Drops frames that in_start cuts short: their other beats become zeros, and out_drop marks them. Beats behind a \
               frame are skipped up to the next one with in_start.";
    let mut m = Module::new(name, doc);
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits; components]);
    let (tlast, start, out_ready) = (m.input("in_last", 1), m.input("in_start", 1), m.input("out_ready", 1));
    let given = beats.is_none().then(|| m.input("frame_last", 1));
    let (first, holding) = (m.state(1, Some(1)), m.state(1, Some(0)));
    let (first, holding) = (m.name(first, "first"), m.name(holding, "holding"));

    let (within, open, no_start) = (m.not(first), m.not(holding), m.not(start));
    let ready = m.and(out_ready, open);
    let takes = m.and(valid, ready);
    let (strays, restarts) = (m.and(first, no_start), m.and(within, start));
    let (skips, cuts) = (m.and(takes, strays), m.and(takes, restarts));
    let in_frame = m.not(strays);
    let comes = m.and(valid, in_frame);
    let out_valid = m.or(holding, comes);
    let passes = m.and(out_valid, out_ready);
    let last = given.unwrap_or_else(|| count(&mut m, "beat".into(), passes, beats.unwrap_or(1)).1);
    let (_, row_last) = count(&mut m, "row_beat".into(), passes, row_beats);
    let next = m.mux(passes, last, first);
    m.drive(first, next);
    let held_passes = m.and(passes, first);
    let stays = m.not(held_passes);
    let holds = m.and(holding, stays);
    let next = m.or(holds, cuts);
    m.drive(holding, next);

    let is_cut = m.or(holding, start);
    let fills = m.and(within, is_cut);
    let zero = m.constant(bits, 0);
    let given = |m: &mut Module, word: Net| {
        let held = m.state(bits, None);
        m.drive_enabled(held, word, cuts);
        let word = m.mux(holding, held, word);
        m.mux(fills, zero, word)
    };
    let data: Vec<Net> = data.into_iter().map(|word| given(&mut m, word)).collect();
    // The beat that cuts a frame short is in the place of the first beat of another one.
    let alone = m.constant(1, u128::from(row_beats == 1));
    let row_last = m.mux(cuts, alone, row_last);
    let enters = m.and(takes, in_frame);
    m.output("in_ready", ready);
    m.output("out_valid", out_valid);
    m.output_bus("out_data", &data);
    m.output("out_drop", fills);
    m.output("enters", enters);
    m.output("last", row_last);
    let (more, unmarked) = (m.not(row_last), m.not(tlast));
    let wrong = [[row_last, unmarked], [tlast, more]].map(|[a, b]| {
        let both = m.and(a, b);
        m.and(enters, both)
    });
    event_outputs(&mut m, ["missing", "unexpected"], wrong);
    let begins = run_begins(&mut m, takes, skips);
    let drops = m.or(begins, cuts);
    let dropped = saturating_count(&mut m, "dropped", drops);
    m.output("dropped", dropped);
    event_outputs(&mut m, ["start_missing", "start_unexpected"], [begins, cuts]);
    if has_words {
        m.output("cuts", cuts);
        m.output("waits", holding);
    }
    m
}

/// Adds outputs that pulse a clock cycle after their events.
fn event_outputs(m: &mut Module, names: [&str; 2], events: [Net; 2]) {
    for (name, event) in names.into_iter().zip(events) {
        let pulse = m.register(event, Some(0));
        m.output(name, pulse);
    }
}

/// Returns whether the first beat of a run of beats that are skipped is taken.
fn run_begins(m: &mut Module, takes: Net, skips: Net) -> Net {
    let skipping = m.state(1, Some(0));
    m.name(skipping, "skipping");
    m.drive_enabled(skipping, skips, takes);
    let not_yet = m.not(skipping);
    m.and(skips, not_yet)
}
