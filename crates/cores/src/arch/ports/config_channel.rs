//! The configuration channel: gives each frame its configuration word.
//!
//! Words come in a queue of two. When the first beat of a frame passes the data port, the frame takes the oldest word of the
//! queue. If the queue is empty, the word of the frame before holds. So a frame takes at most one word. A first beat that waits
//! until zeros have taken the place of a frame that it cuts short takes its word as it comes.

use super::frame_format::FrameFormat;
use super::resync::HeldBeat;
use super::skid_buffer::{queue_of_two, Queue};
use crate::lower::count::count;
use crate::rtl::{address_bits, Module, Net};

/// Builds the channel. Its outputs go with the beat that passes the data port: whether it is the first or the last of its
/// frame; the word of the frame, valid with the first point; and, where there are several sizes, whether the frame has the size
/// of the frame before. `may_wait`: first beats may wait before the channel.
pub fn config_channel(name: &str, format: &FrameFormat, may_wait: bool) -> Module {
    let doc =
        "Configuration words wait in a queue of two, the handshake registered; each frame takes one as its first beat \
               passes, if there is one, and else is as the frame before it.";
    let mut m = Module::new(name, doc);
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let (valid, word) = (m.input("in_valid", 1), m.input("in_word", format.config_bits));
    let passes = m.input("beat_passes", 1);
    let held = may_wait.then(|| HeldBeat { comes: m.input("beat_comes", 1), waits: m.input("beat_waits", 1) });
    // Beats of the frame that are still to come, where frames have several sizes.
    let left = format.sizes.as_ref().map(|sizes| m.state(address_bits(sizes.max_beats() + 1), Some(0)));
    let (first, last) = boundaries(&mut m, format.input_beats(), passes, left);
    let begins = m.and(passes, first);
    let takes = held.map_or(begins, |held| {
        let told = m.not(held.waits);
        let takes = m.and(begins, told);
        m.or(takes, held.comes)
    });
    let Queue { ready, valid, front } = queue_of_two(&mut m, valid, &[("word".into(), word)], takes);
    let before = m.state(format.config_bits, Some(format.default_config.into()));
    m.name(before, "word_before");
    let now = m.mux(valid, front[0], before);
    let now = held.map_or(now, |held| held.word(&mut m, now));
    m.drive_enabled(before, now, begins);
    m.output("in_ready", ready);
    m.output("first", first);
    m.output("last", last);
    // A point goes on with its second half, when its frame has taken the word already.
    let given = if format.has_input_halves() { before } else { now };
    m.output("word", given);
    if let (Some(sizes), Some(left)) = (&format.sizes, left) {
        let [number, number_before] = [now, before].map(|word| m.slice(word, 0, sizes.number_bits));
        let width = m.width(left);
        let more = sizes.beats_behind_first(&mut m, number, width);
        let one = m.constant(width, 1);
        let less = m.sub(left, one);
        let next = m.mux(first, more, less);
        m.drive_enabled(left, next, passes);
        let same = m.eq(number, number_before);
        m.output("same", same);
    }
    m
}

/// Returns whether the beat that passes is the first or the last of its frame. `left`: beats that are still to come, where
/// frames differ; else each frame has a number of `beats`.
fn boundaries(m: &mut Module, beats: usize, passes: Net, left: Option<Net>) -> (Net, Net) {
    match left {
        None => {
            let (beat, _) = count(m, "beat".into(), passes, beats);
            let first = beat.map(|beat| m.eq_const(beat, 0));
            let first = first.unwrap_or_else(|| m.constant(1, 1));
            (first, beat.map_or(first, |beat| m.eq_const(beat, beats as u128 - 1)))
        }
        Some(left) => {
            m.name(left, "left");
            let more = m.any(left);
            (m.not(more), m.eq_const(left, 1))
        }
    }
}
