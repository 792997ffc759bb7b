//! Follows frames through a core: valid and last beats at its output, and at its input where nothing else counts them.

use super::frame_format::{FrameFormat, SizeTable};
use crate::parts::BeatCounter;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the tracker. Its last two outputs are `out_valid` and `out_last`. If the last beats of rows are marked, the
/// output before them is `out_row_last`. Without configuration words it has `in_running` and `in_last` as well.
pub fn output_tracker(name: &str, format: &FrameFormat) -> Module {
    match &format.sizes {
        Some(sizes) => of_sizes(name, sizes),
        None => of_beats(name, format),
    }
}

/// Tracks frames of several sizes.
fn of_sizes(name: &str, sizes: &SizeTable) -> Module {
    let m = Builder::new(name, "Counts the beats of the frames that leave the core.");
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let (start, number) = (m.input("out_start", 1), m.input("size", sizes.number_bits));
    let more = sizes.beats_after_first(number, address_bits(sizes.max_beats() + 1));
    let (left, running) = m.count_down("left", start, more);
    m.output("out_valid", start | running);
    m.output("out_last", left.is(1));
    m.finish()
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
    let m = Builder::new(name, format!("Counts the {counted} the core."));
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let in_start = enters.then(|| m.input("in_start", 1));
    let out_start = m.input("out_start", 1);
    if let Some(in_start) = in_start {
        let BeatCounter { running, last, .. } = BeatCounter::new("enter_", in_start, entering);
        m.output("in_running", running);
        m.output("in_last", last);
    }
    let BeatCounter { active, last, .. } = BeatCounter::new("leave_", out_start, leaving);
    if let Some(row_beats) = format.output_row_beats() {
        m.output("out_row_last", m.count("leave_row_beat", active, row_beats).1);
    }
    m.output("out_valid", active);
    m.output("out_last", last);
    m.finish()
}
