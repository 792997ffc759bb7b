//! Normalizers of block floating point: the words of a frame are brought to the largest of them, and an exponent says
//! how far.
//!
//! # Rules
//!
//! - h is the number of bits behind the sign that equal it in every component of a frame, of `input` bits each. So it
//!   is `input` - 1 where there are only zeros, or zeros and least negative numbers.
//! - Every component is multiplied by 2^h, which loses nothing. Of that its upper `output` bits go on, rounded once by
//!   the rule that is asked for. A value that rounding would carry out of the word becomes the largest number, less
//!   than one place away; nothing else is too large.
//! - So words are divided by 2^(`input` - `output` - h), and by that the exponent of the frame grows.
//!
//! Floating-point numbers become words of a block the same way:
//!
//! - M is the largest exponent field of any component of a frame; subnormal numbers are zero.
//! - A significand of F fraction bits with exponent field e becomes itself times 2^(`output` - 2 - F - (M - e)), rounded
//!   once by the rule that is asked for; the largest number stays where rounding would carry beyond it. The frame's
//!   exponent is M - bias - `output` + 2.
//! - Where M is the field of infinity and NaN, the whole frame is no number.
//!
//! A frame is measured as it enters a permuter, and its words are shifted behind it: most of what has to wait until the
//! whole frame is known waits there anyway. A delay line adds what is missing.

use super::feedback::waiting;
use super::Layout;
use crate::format::{Float, Overflow, Rounding};
use crate::rtl::address_bits;
use std::ops::RangeInclusive;

/// A normalizer around a permuter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Normalizer {
    /// Where the elements of a frame come in, ahead of the permuter.
    pub measured: Layout,
    /// Cycles that they take through the permuter.
    pub passing: usize,
    /// Lanes behind it.
    pub lanes: usize,
    /// Bits of a component that comes in.
    pub input: u32,
    /// Bits of one that goes out: no more.
    pub output: u32,
    pub rounding: Rounding,
    /// What comes in, where that is floating point.
    pub float: Option<Float>,
}

/// Lookup tables of the pulses and the registers of the exponent.
const CONTROL: usize = 30;

impl Normalizer {
    /// Takes words of `input` bits from this layout through a permuter of so many cycles to so many lanes, and gives words of
    /// `output` bits.
    pub fn new(measured: &Layout, [passing, lanes]: [usize; 2], [input, output]: [u32; 2], rounding: Rounding) -> Self {
        Normalizer { measured: measured.clone(), passing, lanes, input, output, rounding, float: None }
    }

    /// The same for floating-point numbers.
    pub fn of_floats(measured: &Layout, passing: [usize; 2], float: Float, output: u32, rounding: Rounding) -> Self {
        let words = Normalizer::new(measured, passing, [float.bits(), output], rounding);
        Normalizer { float: Some(float), ..words }
    }

    /// Cycles to measure a beat: bits take one, fields are compared two by two, twice a cycle.
    pub fn measuring(&self) -> usize {
        match self.float {
            None => 1,
            Some(_) => (2 * self.measured.lanes).next_power_of_two().ilog2().div_ceil(2) as usize,
        }
    }

    /// Cycle after the frame's first beat in which it is known how far to shift, with a register behind the frame's
    /// measure.
    pub fn known(&self) -> usize {
        self.measured.beats + self.measuring()
    }

    /// Cycles that words wait behind the permuter.
    pub fn wait(&self) -> usize {
        self.known().saturating_sub(self.passing)
    }

    /// Cycles from the frame's first beat to the shift of its first words.
    pub fn shifted(&self) -> usize {
        self.passing + self.wait()
    }

    /// Cycles to shift a word, and to round it where bits are dropped; to find the places of a significand and
    /// to give it its sign ahead of that.
    pub fn cycles(&self) -> usize {
        match self.float {
            None => 1 + usize::from(self.dropped() > 0),
            Some(_) => 4,
        }
    }

    /// Cycles from the permuter's first output beat to the first one here.
    pub fn latency(&self) -> usize {
        self.wait() + self.cycles()
    }

    /// Bits that are dropped.
    pub fn dropped(&self) -> u32 {
        match self.float {
            None => self.input - self.output,
            Some(float) => float.fraction + 1,
        }
    }

    /// Bits of a word that is about to be rounded: it has been shifted left by up to `output` - 1 if it was a float.
    pub fn shifted_bits(&self) -> u32 {
        self.output + self.dropped()
    }

    /// Bits of the measure of a frame: h, or M.
    pub fn measure_bits(&self) -> u32 {
        self.float.map_or(address_bits(self.input as usize), |float| float.exponent)
    }

    /// h, of the bits in which some component of the frame differs from its sign.
    pub fn headroom(&self, different: u64) -> u32 {
        self.input - 1 - (u64::BITS - different.leading_zeros())
    }

    /// What goes out of a component, or of a significand with M - e for h.
    pub fn align(&self, value: i128, by: u32) -> i128 {
        let left = match self.float {
            None => Some(by),
            Some(_) => (self.output - 1).checked_sub(by),
        };
        let shifted = left.map_or(0, |left| value << left);
        Overflow::Saturate.fit(self.rounding.drop(shifted, self.dropped()), self.output).0
    }

    /// What the exponent grows by, for h or M.
    pub fn exponent(&self, measure: u32) -> i32 {
        let (constant, sign) = self.exponent_of_measure();
        constant + sign * measure as i32
    }

    /// The same as a constant, and what the measure is multiplied by: 1 or -1.
    pub fn exponent_of_measure(&self) -> (i32, i32) {
        match self.float {
            None => (self.dropped() as i32, -1),
            Some(float) => (2 - float.bias() - self.output as i32, 1),
        }
    }

    /// All that it can grow by.
    pub fn exponents(&self) -> RangeInclusive<i32> {
        let most = self.float.map_or(self.input - 1, |float| float.exponent_max() as u32);
        let ends = [self.exponent(0), self.exponent(most)];
        ends[0].min(ends[1])..=ends[0].max(ends[1])
    }

    /// Complex words of memory.
    pub fn words(&self) -> usize {
        self.lanes * self.wait()
    }

    /// Estimate of the lookup tables: shifters of four ways a table, roundings, what is common to all lanes, and waiting.
    pub fn luts(&self) -> usize {
        let [input, output] = [self.input, self.output].map(|bits| bits as usize);
        let rounding = if self.dropped() > 0 { output } else { 0 };
        let places = address_bits(self.output.max(self.input) as usize).div_ceil(2) as usize;
        let shifting = 2 * self.lanes * (self.shifted_bits() as usize * places + rounding);
        shifting + self.lanes * waiting(self.wait(), 2 * input) + self.measured.lanes * input + 2 * input + CONTROL
    }
}
