//! The configuration channel: gives each frame its configuration word.
//!
//! Words come in a queue of two. When the first beat of a frame passes the data port, the frame takes the oldest word
//! of the queue. If the queue is empty, the word of the frame before holds. So a frame takes at most one word. A first
//! beat that waits until zeros have taken the place of a frame that it cuts short takes its word as it comes.

use super::frame_format::FrameFormat;
use super::resync::HeldBeat;
use super::skid_buffer::{queue_of_two, Queue};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Builds the channel. Its outputs go with the beat that passes the data port: whether it is the first or the last of
/// its frame; the word of the frame, valid with the first point; and, where there are several sizes, whether the frame
/// has the size of the frame before. `may_wait`: first beats may wait before the channel.
#[hdl]
pub fn config_channel(name: &str, format: &FrameFormat, may_wait: bool) -> Module {
    let doc =
        "Configuration words wait in a queue of two, the handshake registered; each frame takes one as its first beat \
               passes, if there is one, and else is as the frame before it.";
    let m = Builder::new(name, doc);
    m.set_reset(m.input("rst", 1));
    let (valid, word) = (m.input("in_valid", 1), m.input("in_word", format.config_bits));
    let passes = m.input("beat_passes", 1);
    let held = may_wait.then(|| HeldBeat { comes: m.input("beat_comes", 1), waits: m.input("beat_waits", 1) });
    // Beats of the frame that are still to come, where frames have several sizes.
    let left = format.sizes.as_ref().map(|sizes| m.state(address_bits(sizes.max_beats() + 1), 0));
    let [first, last] = boundaries(&m, format.input_beats(), passes, left);
    let begins = passes & first;
    let takes = held.map_or(begins, |held| begins & !held.waits | held.comes);
    let Queue { ready, valid, front } = queue_of_two(&m, valid, &[("word".into(), word)], takes);
    let word_before = m.state(format.config_bits, format.default_config.into());
    let taken = valid.mux(front[0], word_before);
    let now = held.map_or(taken, |held| held.word(taken));
    word_before.next_if(begins, now);
    m.output("in_ready", ready);
    m.output("first", first);
    m.output("last", last);
    // A point goes on with its second half, when its frame has taken the word already.
    m.output("word", if format.has_input_halves() { *word_before } else { now });
    if let (Some(sizes), Some(left)) = (&format.sizes, left) {
        let [number, number_before] = [now, *word_before].map(|word| word.bits(0, sizes.number_bits));
        left.next_if(passes, first.mux(sizes.beats_after_first(number, left.width()), left - 1));
        m.output("same", number.is(number_before));
    }
    m.finish()
}

/// Whether the beat that passes is the first and whether it is the last of its frame. `left`: beats that are still to
/// come, where frames differ; else each frame has a number of `beats`.
#[hdl]
fn boundaries<'m>(m: &'m Builder, beats: usize, passes: Sig<'m>, left: Option<Reg<'m>>) -> [Sig<'m>; 2] {
    match left {
        None => {
            let (beat, _) = m.count("beat", passes, beats);
            let first = beat.map_or(m.constant(1, 1), |beat| beat.is(0));
            [first, beat.map_or(first, |beat| beat.is(beats - 1))]
        }
        Some(left) => [!left.any(), left.is(1)],
    }
}
