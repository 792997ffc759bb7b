//! Buffers of a row: queues of whole frames in memory.

use crate::arch::ports::skid_buffer;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Frames whose results an east buffer holds. With two, a frame starts while the results of the one before are still
/// to come.
const FRAMES: usize = 2;

/// Builds the buffer of the words that come: a queue of the `words` words of a frame, of `bits` bits each. The row
/// takes them in the first clock cycles with `loading`.
#[hdl]
pub(super) fn west_buffer(name: &str, bits: u32, words: usize) -> Module {
    let doc = format!("Queue of the {words} words of a row's frame, which takes them when all have come.");
    let m = Builder::new(name, doc);
    m.set_reset(m.input("rst", 1));
    let [valid, data] = [("in_valid", 1), ("in_data", bits)].map(|(name, bits)| m.input(name, bits));
    let loading = m.input("loading", 1);
    let filled = m.state(address_bits(words + 1), 0);
    let is_full = filled.is(words);
    let ready = !is_full;
    let comes = valid & ready;
    let rests = !loading;
    let taken = m.state(address_bits(words + 1), 0);
    let leaves = loading & !taken.is(words);
    taken.next(taken.advance(leaves | rests, rests));
    m.output("in_ready", ready);
    m.output("word", queue(&m, words, [comes, data], leaves));
    // Words of the next frame may come while those of this one leave.
    m.output("has_frame", is_full & rests);
    drive_count(filled, comes, leaves);
    m.finish()
}

/// Builds the buffer of the words that leave: a queue of the words of two frames, of `words` words of `bits` bits
/// each. A frame takes room when its points come, and gives it back when the last of its results leaves.
#[hdl]
pub(super) fn east_buffer(name: &str, bits: u32, words: usize) -> Module {
    let doc = format!(
        "Queue of the results of {FRAMES} frames, {words} words of each, which have room from the first point of a \
         frame on."
    );
    let m = Builder::new(name, doc);
    m.set_reset(m.input("rst", 1));
    let [comes, data] = [("in_valid", 1), ("in_data", bits)].map(|(name, bits)| m.input(name, bits));
    let [loading, take] = ["loading", "out_take"].map(|name| m.input(name, 1));
    let filled = m.state(address_bits(FRAMES * words + 1), 0);
    let is_any = filled.any();
    let output = m.place("output", skid_buffer(&format!("{name}_skid"), 1, bits, &[("last", 1)]));
    let leaves = is_any & output.out("in_ready");
    let front_word = queue(&m, FRAMES * words, [comes, data], leaves);
    // A word is read the cycle after its write.
    drive_count(filled, comes.later_with_reset(1), leaves);
    let (_, leaves_last) = m.count("word_of_frame", leaves, words);
    output.set("rst", m.reset()).set("in_valid", is_any).set("in_data", front_word);
    output.set("in_last", leaves_last).set("out_take", take);

    let frames_of_room = m.state(address_bits(FRAMES + 1), FRAMES as u128);
    let was_loading = loading.later_with_reset(1);
    let frame_begins = loading & !was_loading;
    drive_count(frames_of_room, leaves_last, frame_begins);
    m.output("out_valid", output.out("out_valid"));
    m.output("out_data", output.out("out_data"));
    m.output("out_last", output.out("out_last"));
    m.output("has_room", frames_of_room.any());
    m.finish()
}

/// A queue of `words` words: `comes` and a word that comes, and `leaves`, high when the word in front leaves. Returns
/// the word in front.
#[hdl]
fn queue<'m>(m: &'m Builder, words: usize, [comes, data]: [Sig<'m>; 2], leaves: Sig<'m>) -> Sig<'m> {
    let memory = m.memory("words", words, data.width());
    let (back, front) = (m.state(address_bits(words), 0), m.state(address_bits(words), 0));
    memory.write(comes, back, data);
    back.step_on(comes, words);
    let next_front = front.advance(leaves, front.is(words - 1));
    front.next(next_front);
    memory.read(next_front)
}

/// Drives a number that one pulse increments and another one decrements.
fn drive_count<'m>(number: Reg<'m>, more: Sig<'m>, less: Sig<'m>) {
    let changed = less.mux(number - 1, more.mux(number + 1, number));
    number.next((more & less).mux(number, changed));
}
