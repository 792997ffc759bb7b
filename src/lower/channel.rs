//! The configuration channel of the shell: which word holds for which frame.
//!
//! Words wait in a queue of two. A frame takes the oldest of them, if there is one, as its first beat passes the data
//! port; without one it is as the frame before it. So a frame takes one word at the most, and sees no other.

use super::control::count;
use super::shell::buffered;
use crate::rtl::Module;

/// Goes with the data port: which beats are the first and the last of a frame, and the word that holds for a frame,
/// which is to be taken from its first beat. Words have `bits` bits, frames `beats` beats.
pub fn channel(name: &str, bits: u32, beats: usize) -> Module {
    let doc = format!(
        "Configuration words wait in a queue of two, the handshake registered; each frame of {beats} beats takes one as \
         its first beat passes, if there is one, and else is as the frame before it."
    );
    let mut m = Module::new(name, doc);
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let (valid, word) = (m.input("in_valid", 1), m.input("in_word", bits));
    // A beat passes the data port.
    let passes = m.input("beat_passes", 1);
    let (beat, _) = count(&mut m, "beat".into(), passes, beats);
    let first = beat.map(|beat| m.eq_const(beat, 0));
    let first = first.unwrap_or_else(|| m.constant(1, 1));
    let last = beat.map_or(first, |beat| m.eq_const(beat, beats as u128 - 1));
    let begins = m.and(passes, first);
    let (ready, waiting, words) = buffered(&mut m, valid, &[("word".into(), word)], begins);
    let before = m.state(bits, Some(0));
    m.name(before, "word_before");
    let now = m.mux(waiting, words[0], before);
    m.drive_enabled(before, now, begins);
    m.output("in_ready", ready);
    m.output("first", first);
    m.output("last", last);
    m.output("word", now);
    m
}
