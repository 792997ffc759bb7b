//! A buffer of whole frames before a core: a frame enters once its last beat has come.

use super::skid_buffer::skid_buffer;
use crate::parts::wide::WideMemory;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Clock cycles from a frame's last beat at the buffer to its first beat after it.
const CYCLES: usize = 2;

/// Clock cycles by which frames of so many beats are held back until they are whole, if there is a buffer. `pace`:
/// clock cycles to each beat.
pub fn held_cycles(has_buffer: bool, beats: usize, pace: usize) -> usize {
    match has_buffer {
        true => pace * (beats - 1) + CYCLES.next_multiple_of(pace),
        false => 0,
    }
}

/// Builds the buffer, a ring with the beats of one frame. `marks`: bits of what goes with a beat.
///
/// A frame is read from the cycle on in which its last beat is written, and the next one takes the places that are
/// read, so that frames come without a gap.
#[hdl]
pub fn frame_buffer(name: &str, [components, bits]: [usize; 2], marks: u32, beats: usize) -> Module {
    let m = Builder::new(name, format!("Holds the {beats} beats of a frame back until the last one has come."));
    m.set_reset(m.input("rst", 1));
    let valid = m.input("in_valid", 1);
    let data = m.input_bus("in_data", &vec![bits as u32; components]);
    let mark = m.input("in_mark", marks);
    let out_ready = m.input("out_ready", 1);

    m.section("beats come");
    let is_full = m.state(1, 0);
    let ready = !is_full;
    let comes = valid & ready;
    let (written, is_complete) = m.count("written", comes, beats);
    let frame = WideMemory::new(&m, "frame", beats, [components, bits]);
    let marks_of_frame = WideMemory::new(&m, "frame_marks", beats, [1, marks as usize]);
    let place = address(&m, written);
    frame.write(comes, place, &data);
    marks_of_frame.write(comes, place, &[mark]);

    m.section("a whole frame leaves");
    let is_leaving = m.state(1, 0);
    let is_whole = is_complete | is_leaving;
    // A beat is read if the queue has room for it, besides the one that is on its way.
    let arrives = m.state(1, 0);
    let queue = m.place("queue", skid_buffer(&format!("{name}_queue"), components, bits as u32, &[("mark", marks)]));
    let out_valid = queue.out("out_valid");
    let take = out_valid & out_ready;
    let has_room = take | !(out_valid & (!queue.out("in_ready") | arrives));
    let reads = is_whole & has_room;
    let (read, is_read) = m.count("read", reads, beats);
    is_leaving.next(is_whole & !is_read);
    arrives.next(reads);
    let free = m.state(address_bits(beats + 1), beats as u128);
    let one_less = comes & !reads;
    free.next((comes ^ reads).mux(one_less.mux(free - 1, free + 1), free));
    is_full.next(!reads & (is_full | comes & free.is(1)));
    let place = address(&m, read);
    queue.set("in_valid", *arrives).set_bus("in_data", frame.read(place));
    queue.set("in_mark", marks_of_frame.read(place)[0]).set("out_take", take);
    m.output("in_ready", ready);
    m.output("out_valid", out_valid);
    m.output_bus("out_data", queue.bus("out_data"));
    m.output("out_mark", queue.out("out_mark"));
    m.finish()
}

/// A number of a beat as an address.
fn address<'m>(m: &'m Builder, number: Option<Sig<'m>>) -> Sig<'m> {
    number.unwrap_or_else(|| m.constant(1, 0))
}
