//! Follows frames through a core: valid and last beats at its output, and at its input where nothing else counts them.

use super::frame_format::{FrameFormat, SizeTable};
use crate::lower::beat_counter::BeatCounter;
use crate::lower::count::{count, count_down};
use crate::rtl::{address_bits, Module};

/// Builds the tracker. Its last two outputs are `out_valid` and `out_last`. If the last beats of rows are marked, the output
/// before them is `out_row_last`. Without configuration words it has `in_running` and `in_last` as well.
pub fn output_tracker(name: &str, format: &FrameFormat) -> Module {
    match &format.sizes {
        Some(sizes) => of_sizes(name, sizes),
        None => of_beats(name, format),
    }
}

/// Tracks frames of several sizes.
fn of_sizes(name: &str, sizes: &SizeTable) -> Module {
    let mut m = Module::new(name, "Counts the beats of the frames that leave the core.");
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (start, number) = (m.input("out_start", 1), m.input("size", sizes.number_bits));
    let more = sizes.beats_behind_first(&mut m, number, address_bits(sizes.max_beats() + 1));
    let (left, running) = count_down(&mut m, "left", start, more);
    let valid = m.or(start, running);
    let last = m.eq_const(left, 1);
    m.output("out_valid", valid);
    m.output("out_last", last);
    m
}

/// Tracks frames of one number of beats on either side: at the input as well, if there are no configuration words.
fn of_beats(name: &str, format: &FrameFormat) -> Module {
    let ([entering, leaving], enters) = (format.beats, format.config_bits == 0);
    let counted = match enters {
        true if entering != leaving => {
            format!("{entering} beats of the frames that enter and the {leaving} of those that leave")
        }
        true => format!("{leaving} beats of the frames that enter and leave"),
        false => format!("{leaving} beats of the frames that leave"),
    };
    let mut m = Module::new(name, format!("Counts the {counted} the core."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let in_start = enters.then(|| m.input("in_start", 1));
    let out_start = m.input("out_start", 1);
    let arriving = in_start.map(|start| BeatCounter::new(&mut m, "enter_", start, entering));
    let departing = BeatCounter::new(&mut m, "leave_", out_start, leaving);
    if let Some(arriving) = arriving {
        let running = arriving.running(&mut m);
        m.output("in_running", running);
        m.output("in_last", arriving.last);
    }
    if let Some(row_beats) = format.output_row_beats() {
        let (_, row_last) = count(&mut m, "leave_row_beat".into(), departing.active, row_beats);
        m.output("out_row_last", row_last);
    }
    m.output("out_valid", departing.active);
    m.output("out_last", departing.last);
    m
}
