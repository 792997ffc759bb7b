//! Frames of fixed point.

use super::frame::Frame;
use crate::model::Sample;
use crate::rng::Rng;

/// The largest number; the least one is one more.
fn last(frame: &Frame) -> u64 {
    u64::MAX >> (65 - frame.format.bits())
}

/// All bits of a word.
fn mask(frame: &Frame) -> u64 {
    u64::MAX >> (64 - frame.format.bits())
}

/// A number from `-most` to `most`.
fn within(rng: &mut Rng, most: u64) -> u64 {
    rng.below(2 * most + 1).wrapping_sub(most)
}

pub fn any_bits(frame: &mut Frame) -> Vec<Sample> {
    let mask = mask(frame);
    frame.each(|rng, _, _| rng.word() & mask)
}

pub fn ends(frame: &mut Frame) -> Vec<Sample> {
    // The least number comes first: its magnitude is the larger one.
    let (last, signs) = (last(frame), frame.signs());
    frame.each(|_, index, _| last + u64::from(!signs(index)))
}

pub fn tiny(frame: &mut Frame) -> Vec<Sample> {
    let (mask, most) = (mask(frame), frame.one_of(&[1, 3, 2, 7]));
    frame.each(|rng, _, _| within(rng, most) & mask)
}

/// A quarter of a sample off the zeros of sine and cosine, of which it is the signs.
pub fn square(frame: &mut Frame) -> Vec<Sample> {
    let (last, size) = (last(frame), frame.size);
    let harmonic = match frame.turn {
        0 => 1,
        _ => 1 + frame.rng.below((size as u64 - 1).max(1)) as usize,
    };
    frame.each(|_, index, part| {
        let below = match (4 * index * harmonic + 1) / size % 4 {
            0 => [0, 0],
            1 => [1, 0],
            2 => [1, 1],
            _ => [0, 1],
        };
        last + below[part]
    })
}

pub fn near(frame: &mut Frame) -> Vec<Sample> {
    let (mask, signs, most) = (mask(frame), frame.signs(), frame.one_of(&[1, 3]));
    let words = [0, 1].map(|_| frame.rng.word());
    frame.each(|rng, index, part| {
        let word = words[part].wrapping_add(within(rng, most));
        (if signs(index) { word.wrapping_neg() } else { word }) & mask
    })
}

pub fn noise(frame: &mut Frame) -> Vec<Sample> {
    let format = *frame.format;
    frame.each(|rng, _, _| format.from_f64(rng.real()))
}

pub fn corners(frame: &mut Frame) -> Vec<Sample> {
    let last = last(frame);
    frame.each(|rng, _, _| last + rng.below(2))
}

pub fn tone(frame: &mut Frame) -> Vec<Sample> {
    let (format, bin, size) = (*frame.format, frame.place(), frame.size);
    let loud = format.to_f64(last(frame));
    let quiet = loud * 0.5f64.powi(frame.one_of(&[6, 10, 3]));
    frame.each(|rng, index, part| {
        let angle = std::f64::consts::TAU * (index * bin % size) as f64 / size as f64;
        format.from_f64(loud * [angle.cos(), angle.sin()][part] + quiet * rng.real())
    })
}

pub fn impulse(frame: &mut Frame) -> Vec<Sample> {
    let (last, mask, place, part) = (last(frame), mask(frame), frame.place(), frame.turn / 2 % 2);
    let word = frame.one_of(&[last + 1, last, 1, mask]);
    frame.each(|_, index, at| if (index, at) == (place, part) { word } else { 0 })
}

/// Where sums overflow at all, they do in few places.
pub fn two(frame: &mut Frame) -> Vec<Sample> {
    let (last, mask) = (last(frame), mask(frame));
    let (places, words) = ([0, 1].map(|_| frame.place()), [0, 1].map(|_| last + frame.rng.below(2)));
    let parts = [frame.turn % 2, frame.turn / 2 % 2];
    frame.each(|rng, index, part| match [0, 1].iter().find(|&&one| (places[one], parts[one]) == (index, part)) {
        Some(&one) => words[one],
        None => within(rng, 1) & mask,
    })
}

pub fn few_bits(frame: &mut Frame) -> Vec<Sample> {
    let mask = mask(frame);
    let rare = frame.one_of(&[4, u64::MAX >> 32, 2]);
    frame.each(|rng, _, _| if rng.one_in(rare) { rng.word() & mask } else { 0 })
}

pub fn quiet(frame: &mut Frame) -> Vec<Sample> {
    let (bits, mask) = (frame.format.bits(), mask(frame));
    // A step that meets every amplitude sooner or later, and distant ones first.
    let less = (1 + 3 * frame.turn as u32) % bits;
    frame.each(|rng, _, _| (rng.word() as i64 >> (64 - bits) >> less) as u64 & mask)
}
