//! Frames of floating point.

use super::frame::Frame;
use crate::format::{Float, Format};
use crate::model::Sample;
use crate::rng::Rng;

fn float(frame: &Frame) -> Float {
    match *frame.format {
        Format::Float(float) => float,
        Format::Fixed(_) => unreachable!("these kinds are of floating point"),
    }
}

/// A number of any sign and fraction whose exponent field is one of some from the lowest on.
fn with_field(float: Float, rng: &mut Rng, (lowest, fields): (u64, u64)) -> u64 {
    let field = lowest + rng.below(fields);
    let rest = rng.word();
    field << float.fraction | rest & (float.sign_mask() | ((1 << float.fraction) - 1))
}

fn any_bits(float: Float, rng: &mut Rng) -> u64 {
    rng.word() & (u64::MAX >> (64 - float.bits()))
}

pub fn noise(frame: &mut Frame) -> Vec<Sample> {
    let format = *frame.format;
    frame.each(|rng, _, _| format.from_f64(rng.real()))
}

/// Within forty powers of two of each other, or every finite number alike.
pub fn wide(frame: &mut Frame) -> Vec<Sample> {
    let (format, float) = (*frame.format, float(frame));
    match frame.turn % 2 {
        0 => frame.each(|rng, _, _| format.from_f64(rng.real() * (40.0 * rng.real()).exp2())),
        _ => frame.each(|rng, _, _| with_field(float, rng, (0, float.exponent_max()))),
    }
}

pub fn ends(frame: &mut Frame) -> Vec<Sample> {
    let (float, signs) = (float(frame), frame.signs());
    let word = float.infinity() - 1;
    frame.each(|_, index, _| if signs(index) { float.neg(word) } else { word })
}

pub fn near(frame: &mut Frame) -> Vec<Sample> {
    let (float, signs) = (float(frame), frame.signs());
    let bias = float.bias() as u64;
    let words = [0, 1].map(|_| with_field(float, frame.rng, (bias - 1, 2)));
    let places = frame.one_of(&[2, 4, 64]);
    frame.each(|rng, index, part| {
        let word = words[part] ^ rng.below(places);
        if signs(index) {
            float.neg(word)
        } else {
            word
        }
    })
}

/// Numbers at the largest exponents, or so far below that their sums reach these.
pub fn top(frame: &mut Frame) -> Vec<Sample> {
    let (float, size) = (float(frame), frame.size as u64);
    let last = float.exponent_max() - 1;
    let below = frame.one_of(&[size.ilog2() as u64 / 2, 0, size.ilog2() as u64]).min(last - 2);
    frame.each(|rng, _, _| with_field(float, rng, (last - below - 1, 2)))
}

/// Numbers at the smallest exponents, subnormal ones among them, and such as leave them where they cancel.
pub fn bottom(frame: &mut Frame) -> Vec<Sample> {
    let (float, fraction) = (float(frame), float(frame).fraction as u64);
    let most = float.exponent_max() - 1;
    let fields = frame.one_of(&[(1, 2), (0, 2), (2, fraction), (fraction / 2, 2)]);
    let fields = (fields.0.min(most - 1), fields.1.min(most / 2));
    frame.each(|rng, _, _| with_field(float, rng, fields))
}

pub fn tone(frame: &mut Frame) -> Vec<Sample> {
    let (format, bin, size) = (*frame.format, frame.place(), frame.size);
    let quiet = 0.5f64.powi(frame.one_of(&[4, 8, 12]));
    frame.each(|rng, index, part| {
        let angle = std::f64::consts::TAU * (index * bin % size) as f64 / size as f64;
        format.from_f64([angle.cos(), angle.sin()][part] + quiet * rng.real())
    })
}

pub fn impulse(frame: &mut Frame) -> Vec<Sample> {
    let (format, float, place) = (*frame.format, float(frame), frame.place());
    let any = with_field(float, frame.rng, (1, float.exponent_max() - 1));
    let words = frame.one_of(&[[format.from_f64(1.0), 0], [any, 0], [0, format.from_f64(-1.0)], [0, any]]);
    frame.each(|_, index, part| if index == place { words[part] } else { 0 })
}

pub fn few_bits(frame: &mut Frame) -> Vec<Sample> {
    let (format, zero) = (*frame.format, [0, float(frame).sign_mask()]);
    let zeros = frame.one_of(&[2, 4, 1]);
    frame.each(|rng, _, _| match rng.below(zeros) {
        0 => zero[rng.below(2) as usize],
        _ => format.from_f64(rng.below(17) as f64 - 8.0),
    })
}

pub fn not_finite(frame: &mut Frame) -> Vec<Sample> {
    let (format, float, lone) = (*frame.format, float(frame), (frame.place(), frame.turn / 2 % 2));
    let word = frame.one_of(&[0, float.infinity(), 0, float.nan(), 0, float.infinity() | float.sign_mask()]);
    frame.each(|rng, index, part| match word {
        0 => any_bits(float, rng),
        _ if (index, part) == lone => word,
        _ => format.from_f64(rng.real()),
    })
}

/// Some words so many powers of two above the others.
pub fn spread(frame: &mut Frame) -> Vec<Sample> {
    let (format, turn) = (*frame.format, frame.turn as i32);
    let quiet = 0.5f64.powi(1 + 3 * turn % (float(frame).fraction as i32 + 6));
    let loud = frame.one_of(&[2, 3, 5, frame.size as u64]);
    frame.each(|rng, _, _| {
        let level = if rng.one_in(loud) { 1.0 } else { quiet };
        format.from_f64(level * rng.real())
    })
}
