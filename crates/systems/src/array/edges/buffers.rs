//! Buffers of a row: queues of whole frames in memory.

use crate::arch::ports::skid_buffer;
use crate::lower::count::{advance, step_on};
use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// Frames whose results an east buffer holds. With two, a frame starts while the results of the one before are still to come.
const FRAMES: usize = 2;

/// Builds the buffer of the words that come: a queue of the `words` words of a frame, of `bits` bits each. The row takes them in the first clock
/// cycles with `loading`.
pub(super) fn west_buffer(name: &str, bits: u32, words: usize) -> Module {
    let doc = format!("Queue of the {words} words of a row's frame, which takes them when all have come.");
    let mut m = Module::new(name, doc);
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let [valid, data] = [("in_valid", 1), ("in_data", bits)].map(|(name, bits)| m.input(name, bits));
    let loading = m.input("loading", 1);
    let filled = named_state(&mut m, "filled", address_bits(words + 1), 0);
    let is_full = m.eq_const(filled, words as u128);
    let ready = m.not(is_full);
    let comes = m.and(valid, ready);
    m.name(comes, "comes");
    let rests = m.not(loading);
    let taken = named_state(&mut m, "taken", address_bits(words + 1), 0);
    let is_over = m.eq_const(taken, words as u128);
    let more = m.not(is_over);
    let leaves = m.and(loading, more);
    m.name(leaves, "leaves");
    let moves = m.or(leaves, rests);
    let next = advance(&mut m, taken, moves, rests);
    m.drive(taken, next);
    let front = queue(&mut m, words, [comes, data], leaves);
    drive_count(&mut m, filled, comes, leaves);
    // Words of the next frame may come while those of this one leave.
    let has_frame = m.and(is_full, rests);
    m.output("in_ready", ready);
    m.output("word", front);
    m.output("has_frame", has_frame);
    m
}

/// Builds the buffer of the words that leave: a queue of the words of two frames, of `words` words of `bits` bits each. A frame takes room when
/// its points come, and gives it back when the last of its results leaves.
pub(super) fn east_buffer(name: &str, bits: u32, words: usize) -> Module {
    let doc = format!("Queue of the results of {FRAMES} frames, {words} words of each, which have room from the first point of a frame on.");
    let mut m = Module::new(name, doc);
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let [comes, data] = [("in_valid", 1), ("in_data", bits)].map(|(name, bits)| m.input(name, bits));
    let [loading, take] = ["loading", "out_take"].map(|name| m.input(name, 1));
    let filled = named_state(&mut m, "filled", address_bits(FRAMES * words + 1), 0);
    let is_any = m.any(filled);
    let skid = Arc::new(skid_buffer(&format!("{name}_skid"), 1, bits, &[("last", 1)]));
    let (number, outputs) = m.place("output", &skid);
    let [ready, valid, word, last] = [0, 1, 2, 3].map(|port: usize| outputs[port][0]);
    let leaves = m.and(is_any, ready);
    m.name(leaves, "leaves");
    let front = queue(&mut m, FRAMES * words, [comes, data], leaves);
    // A word is read the cycle after its write.
    let written = m.register(comes, Some(0));
    drive_count(&mut m, filled, written, leaves);
    let place = (words > 1).then(|| named_state(&mut m, "word_of_frame", address_bits(words), 0));
    let is_last = place.map_or(leaves, |place| step_on(&mut m, place, leaves, words));
    m.name(is_last, "leaves_last");
    m.connect(number, [reset, is_any, front, is_last, take].map(|net| vec![net]).to_vec());

    let room = named_state(&mut m, "frames_of_room", address_bits(FRAMES + 1), FRAMES as u128);
    let was_loading = m.register(loading, Some(0));
    let before = m.not(was_loading);
    let begins = m.and(loading, before);
    m.name(was_loading, "was_loading");
    m.name(begins, "frame_begins");
    drive_count(&mut m, room, is_last, begins);
    let has_room = m.any(room);
    m.output("out_valid", valid);
    m.output("out_data", word);
    m.output("out_last", last);
    m.output("has_room", has_room);
    m
}

/// Adds a queue of `words` words: `comes` and a word that comes, and `leaves`, high when the word in front leaves. Returns the word in front.
fn queue(m: &mut Module, words: usize, [comes, data]: [Net; 2], leaves: Net) -> Net {
    let bits = address_bits(words);
    let memory = m.memory("words", words, m.width(data));
    let [back, front] = ["back", "front"].map(|name| named_state(m, name, bits, 0));
    m.write(memory, comes, back, data);
    step_on(m, back, comes, words);
    let at_end = m.eq_const(front, words as u128 - 1);
    let next = advance(m, front, leaves, at_end);
    m.drive(front, next);
    m.read(memory, next)
}

/// Drives a number that one pulse increments and another one decrements.
fn drive_count(m: &mut Module, number: Net, more: Net, less: Net) {
    let bits = m.width(number);
    let one = m.constant(bits, 1);
    let both = m.and(more, less);
    let (up, down) = (m.add(number, one), m.sub(number, one));
    let next = m.mux(more, up, number);
    let next = m.mux(less, down, next);
    let next = m.mux(both, number, next);
    m.drive(number, next);
}

/// Adds a register with a name and a reset value.
fn named_state(m: &mut Module, name: &str, bits: u32, first: u128) -> Net {
    let state = m.state(bits, Some(first));
    m.name(state, name)
}
