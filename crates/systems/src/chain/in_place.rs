//! Frames of reversed order become frames of natural order in a memory of one frame.
//!
//! Each word that leaves makes room for the word of the next frame that comes in the same beat, or later. So words take
//! the places of the frame before, in the order in which these are read. The reversal of bits is its own inverse, so
//! that two layouts alternate from frame to frame.
//!
//! Lane `l` of beat `b` is in bank `l ^ r`, where `r` has the highest bits of `b` in reverse. So the elements of a beat
//! are in different banks when they come, and when they leave.

use super::operation::Frame;
use super::ports::Beats;
use super::stream::Stream;
use crate::formula::Order;
use crate::parts::wide::WideMemory;
use fftgen_hdl::dsl::*;

/// Whether frames of a size are put in order so: sizes are powers of two, and the bits of lanes are not those of banks.
pub fn takes(size: usize, lanes: usize) -> bool {
    size.is_power_of_two() && lanes.is_power_of_two() && size >= lanes * lanes.max(2)
}

/// Whether the frames of a stream come in an order that a memory puts right.
pub fn takes_stream(stream: &Stream) -> bool {
    stream.order == Order::Reversed && stream.rows == 1 && stream.frame.is_some_and(|size| takes(size, stream.lanes))
}

/// Clock cycles from the number of a beat that leaves to its words.
pub const READ_CYCLES: u32 = 1;

/// Adds the memory. `leaving`: the beats that leave in natural order, from the cycle after the last one that comes on.
/// The whole frame leaves at the end, after beats that leave twice, and the next one comes no earlier.
///
/// Returns the components of a beat, [`READ_CYCLES`] after its number.
pub fn memory<'m>(stream: &Stream, arriving: &Beats<'m>, words: &[Sig<'m>], leaving: &Beats<'m>) -> Vec<Sig<'m>> {
    let m = arriving.active.builder();
    let parts = stream.element.parts();
    let bank_bits = stream.lanes.ilog2();
    let word = [parts, stream.element.format.bits() as usize];
    let [written, read] = [arriving, leaving].map(|beats| beats.address().untimed());
    // High in each second frame.
    let [written_odd, read_odd] = [arriving, leaving].map(|beats| beats.last.untimed().toggled());
    let lanes: Vec<Vec<Sig>> = words.chunks(parts).map(<[Sig]>::to_vec).collect();
    let bank = |(number, word_of_bank): (usize, Vec<Sig<'m>>)| {
        let memory = WideMemory::new(m, &format!("bank{number}"), stream.beats(), word);
        let place = |beat: Sig<'m>, is_turned: Sig<'m>| is_turned.mux(turned(beat, number, bank_bits), beat);
        memory.write(arriving.active.untimed(), place(written, written_odd), &word_of_bank);
        memory.read(place(read, !read_odd))
    };
    let banks = exchanged(lanes, &exchanges(written, bank_bits)).into_iter().enumerate().map(bank).collect();
    let late = exchanges(read, bank_bits).into_iter().map(|bit| bit.later(READ_CYCLES).untimed());
    exchanged(banks, &late.collect::<Vec<_>>()).concat()
}

/// The place in a bank of a beat in the other layout: its low bits in reverse, and its high ones by the bank.
fn turned(beat: Sig, bank: usize, bank_bits: u32) -> Sig {
    let low_bits = beat.width() - bank_bits;
    let low = (0..low_bits).rev().map(|bit| beat.bit(bit));
    let is_inverted = |bit: u32| bank >> (bank_bits - 1 - bit) & 1 == 1;
    let high = (0..bank_bits).map(|bit| (is_inverted(bit), beat.bit(low_bits + bit)));
    let high = high.map(|(is_inverted, bit)| if is_inverted { !bit } else { bit });
    beat.builder().cat(low.chain(high))
}

/// The bits by which the number of a bank differs from that of the lane: the highest ones of the beat in reverse.
fn exchanges(beat: Sig, bank_bits: u32) -> Vec<Sig> {
    (0..bank_bits).map(|bit| beat.bit(beat.width() - 1 - bit)).collect()
}

/// The words of lanes, each from the lane whose number differs in the bits of `by` that are high.
fn exchanged<'m>(lanes: Vec<Vec<Sig<'m>>>, by: &[Sig<'m>]) -> Vec<Vec<Sig<'m>>> {
    by.iter().enumerate().fold(lanes, |lanes, (bit, is_high)| {
        let one = |lane: usize| {
            let pairs = lanes[lane].iter().zip(&lanes[lane ^ 1 << bit]);
            pairs.map(|(own, other)| is_high.mux(*other, *own)).collect()
        };
        (0..lanes.len()).map(one).collect()
    })
}

/// The frame in natural order, in the model.
pub fn in_natural_order(stream: &Stream, frame: Frame) -> Frame {
    let parts = stream.element.parts();
    let mut components = frame.components.clone();
    let points = stream.order.points(stream.elements().into());
    for (point, element) in points.into_iter().zip(frame.components.chunks(parts)) {
        components[point * parts..][..parts].copy_from_slice(element);
    }
    Frame { components, ..frame }
}
