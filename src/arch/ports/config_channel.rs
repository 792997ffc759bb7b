//! The configuration channel of the shell: which word holds for which frame.
//!
//! Words wait in a queue of two. A frame takes the oldest of them, if there is one, as its first beat passes the data
//! port; without one it is as the frame before it. So a frame takes one word at the most, and sees no other.

use super::frame_format::Frames;
use super::skid_buffer::buffered;
use crate::lower::count::{count, count_down};
use crate::rtl::{address_bits, Module};

/// Goes with the data port: which beats are the first and the last of a frame, the word that holds for a frame, which is
/// to be taken from its first beat, and whether the frame has the size of the one before it.
pub fn channel(name: &str, frames: &Frames) -> Module {
    let doc =
        "Configuration words wait in a queue of two, the handshake registered; each frame takes one as its first beat \
               passes, if there is one, and else is as the frame before it.";
    let mut m = Module::new(name, doc);
    let rst = m.input("rst", 1);
    m.set_reset(rst);
    let (valid, word) = (m.input("in_valid", 1), m.input("in_word", frames.config));
    // A beat passes the data port.
    let passes = m.input("beat_passes", 1);
    let left = frames.sizes.as_ref().map(|sizes| m.state(address_bits(sizes.longest() + 1), Some(0)));
    let (first, last) = match left {
        None => {
            let (beat, _) = count(&mut m, "beat".into(), passes, frames.beats);
            let first = beat.map(|beat| m.eq_const(beat, 0));
            let first = first.unwrap_or_else(|| m.constant(1, 1));
            (first, beat.map_or(first, |beat| m.eq_const(beat, frames.beats as u128 - 1)))
        }
        Some(left) => {
            m.name(left, "left");
            let more = m.any(left);
            (m.not(more), m.eq_const(left, 1))
        }
    };
    let begins = m.and(passes, first);
    let (ready, waiting, words) = buffered(&mut m, valid, &[("word".into(), word)], begins);
    let before = m.state(frames.config, Some(frames.standard.into()));
    m.name(before, "word_before");
    let now = m.mux(waiting, words[0], before);
    m.drive_enabled(before, now, begins);
    m.output("in_ready", ready);
    m.output("first", first);
    m.output("last", last);
    m.output("word", now);
    if let (Some(sizes), Some(left)) = (&frames.sizes, left) {
        let numbers = [now, before].map(|word| m.slice(word, 0, sizes.bits));
        let width = m.width(left);
        let more = sizes.beats_less(&mut m, numbers[0], width);
        let one = m.constant(width, 1);
        let less = m.sub(left, one);
        let next = m.mux(first, more, less);
        m.drive_enabled(left, next, passes);
        let same = m.eq(numbers[0], numbers[1]);
        m.output("same", same);
    }
    m
}

/// Lets a frame of another size begin when none of those before it will be met any more: whether one may.
pub fn gate(name: &str, frames: &Frames) -> Option<Module> {
    let sizes = frames.sizes.as_ref()?;
    let doc = "Holds a frame of another size than the one before it back until it will nowhere meet that one.";
    let mut m = Module::new(name, doc);
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (waits, same, number) = (m.input("frame_waits", 1), m.input("same", 1), m.input("size", sizes.bits));
    let most = sizes.waits.iter().zip(&sizes.beats).map(|(wait, beats)| wait.lag + beats).max().unwrap_or(0);
    let bits = address_bits(most + 1);
    let rom = |m: &mut Module, word: &dyn Fn(usize) -> usize| {
        let words: Vec<u128> = (0..sizes.beats.len()).map(|size| word(size) as u128).collect();
        m.rom(number, bits, words)
    };
    let (quiet, granted) = (m.state(1, Some(1)), m.state(1, Some(0)));
    let (quiet, granted) = (m.name(quiet, "quiet"), m.name(granted, "granted"));
    let may = m.or(same, granted);
    let may = m.or(may, quiet);
    let starts = m.and(waits, may);
    // A cycle passes until this is there, and another until the frame that it lets begin does.
    let load = rom(&mut m, &|size| sizes.waits[size].lag + sizes.beats[size] - 2);
    let enough = rom(&mut m, &|size| sizes.waits[size].lead);
    let least = rom(&mut m, &|size| sizes.waits[size].lag - sizes.waits[size].min);
    let held = m.state(bits, None);
    m.drive_enabled(held, least, starts);
    let (after, running) = count_down(&mut m, "cycles_left", starts, load);
    let still = m.not(running);
    let stays = m.not(starts);
    let still = m.and(still, stays);
    m.drive(quiet, still);
    let short = [enough, held].map(|end| m.lt(end, after));
    let short = m.or(short[0], short[1]);
    let passed = m.not(short);
    let goes = m.and(waits, stays);
    let grant = m.and(goes, passed);
    m.drive(granted, grant);
    m.output("start", starts);
    Some(m)
}

/// Follows frames of several sizes that leave the core: whether there is a beat, and whether it is a frame's last.
pub fn leaving(name: &str, frames: &Frames) -> Option<Module> {
    let sizes = frames.sizes.as_ref()?;
    let mut m = Module::new(name, "Counts the beats of the frames that leave the core.");
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(ce);
    m.set_reset(rst);
    let (start, number) = (m.input("out_start", 1), m.input("size", sizes.bits));
    let more = sizes.beats_less(&mut m, number, address_bits(sizes.longest() + 1));
    let (left, running) = count_down(&mut m, "left", start, more);
    let valid = m.or(start, running);
    let last = m.eq_const(left, 1);
    m.output("out_valid", valid);
    m.output("out_last", last);
    Some(m)
}
