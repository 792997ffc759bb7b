//! Normalizers of block floating point: all words of a frame are shifted left until the largest fills its word, and the
//! exponent of the frame changes by the shift.
//!
//! # Rules
//!
//! - h is the number of bits after the sign that equal it in every component of a frame, of `input` bits each. It
//!   is `input` - 1 where all components are 0 or -1.
//! - Every component is multiplied by 2^h, which is exact, and rounded once to its upper `output` bits by the rounding
//!   mode. A value that rounding would carry out of the word becomes the largest number, which is less than one place
//!   away. No other value is too large.
//! - Words are therefore divided by 2^(`input` - `output` - h), and `input` - `output` - h is added to the frame's
//!   exponent.
//!
//! Rules for floating-point numbers at the input:
//!
//! - M is the largest exponent field of any component of a frame; subnormal numbers are zero.
//! - A significand of F fraction bits with exponent field e becomes itself times 2^(`output` - 2 - F - (M - e)),
//!   rounded once by the rounding mode. A value that rounding would carry out of the word becomes the largest number.
//!   The frame's exponent is M - bias - `output` + 2.
//! - Where M is the field of infinity and NaN, the whole frame is marked NaN.
//!
//! A frame is measured before a permuter, and its words are shifted after it, because the permuter delays words by most
//! of the time that the measurement takes. A delay line adds the rest.

use super::feedback::delay_luts;
use super::Layout;
use crate::format::{Float, Overflow, Rounding};
use crate::rtl::address_bits;
use std::ops::RangeInclusive;

/// A normalizer around a permuter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Normalizer {
    /// Layout of the elements before the permuter.
    pub measured: Layout,
    /// Latency of the permuter in clock cycles.
    pub permuter_latency: usize,
    /// Lanes after the permuter.
    pub lanes: usize,
    /// Bits of a component at the input.
    pub input: u32,
    /// Bits of a component at the output, at most those at the input.
    pub output: u32,
    /// Rounding mode.
    pub rounding: Rounding,
    /// Format of the input, if it is floating point.
    pub float: Option<Float>,
}

/// LUTs of the pulses and the registers of the exponent.
const CONTROL_LUTS: usize = 30;

impl Normalizer {
    /// Creates a normalizer from words of `input` bits to words of `output` bits, around a permuter with its latency in
    /// clock cycles and its output lanes.
    pub fn new(
        measured: &Layout,
        [permuter_latency, lanes]: [usize; 2],
        [input, output]: [u32; 2],
        rounding: Rounding,
    ) -> Self {
        Normalizer { measured: measured.clone(), permuter_latency, lanes, input, output, rounding, float: None }
    }

    /// Creates a normalizer from floating-point numbers to words of `output` bits, around a permuter with its latency
    /// in clock cycles and its output lanes.
    pub fn for_floats(measured: &Layout, permuter: [usize; 2], float: Float, output: u32, rounding: Rounding) -> Self {
        let words = Normalizer::new(measured, permuter, [float.bits(), output], rounding);
        Normalizer { float: Some(float), ..words }
    }

    /// Clock cycles to measure a beat: one for fixed point. Exponent fields are compared in a binary tree, two levels
    /// in a cycle.
    pub fn measure_cycles(&self) -> usize {
        match self.float {
            None => 1,
            Some(_) => (2 * self.measured.lanes).next_power_of_two().ilog2().div_ceil(2) as usize,
        }
    }

    /// Clock cycles from the frame's first beat until its measure is in a register.
    pub fn measure_ready_cycles(&self) -> usize {
        self.measured.beats + self.measure_cycles()
    }

    /// Clock cycles of the delay line after the permuter.
    pub fn delay_cycles(&self) -> usize {
        self.measure_ready_cycles().saturating_sub(self.permuter_latency)
    }

    /// Clock cycles from the frame's first beat to the shift of its first words.
    pub fn shift_start_cycles(&self) -> usize {
        self.permuter_latency + self.delay_cycles()
    }

    /// Clock cycles to shift a word, and to round it where bits are dropped. For floating point they include the
    /// distance of the shift and the sign.
    pub fn shift_cycles(&self) -> usize {
        match self.float {
            None => 1 + usize::from(self.dropped_bits() > 0),
            Some(_) => 4,
        }
    }

    /// Clock cycles from the permuter's first output beat to the normalizer's.
    pub fn latency(&self) -> usize {
        self.delay_cycles() + self.shift_cycles()
    }

    /// Bits that rounding drops.
    pub fn dropped_bits(&self) -> u32 {
        match self.float {
            None => self.input - self.output,
            Some(float) => float.fraction + 1,
        }
    }

    /// Bits of a shifted word before rounding. A significand is shifted left by up to `output` - 1 bits.
    pub fn shifted_bits(&self) -> u32 {
        self.output + self.dropped_bits()
    }

    /// Bits of the measure of a frame: h, or M.
    pub fn measure_bits(&self) -> u32 {
        self.float.map_or(address_bits(self.input as usize), |float| float.exponent)
    }

    /// Returns h for the bits in which some component of the frame differs from its sign.
    pub fn headroom(&self, different: u64) -> u32 {
        self.input - 1 - (u64::BITS - different.leading_zeros())
    }

    /// Shifts and rounds a component by h, or a significand by M - e.
    pub fn align(&self, value: i128, by: u32) -> i128 {
        let left = match self.float {
            None => Some(by),
            Some(_) => (self.output - 1).checked_sub(by),
        };
        let shifted = left.map_or(0, |left| value << left);
        Overflow::Saturate.fit(self.rounding.drop(shifted, self.dropped_bits()), self.output).0
    }

    /// Returns the increment of the frame's exponent for a measure, h or M.
    pub fn exponent(&self, measure: u32) -> i32 {
        let (constant, sign) = self.exponent_of_measure();
        constant + sign * measure as i32
    }

    /// Returns the increment of the frame's exponent as a constant and the sign of the measure, 1 or -1.
    pub fn exponent_of_measure(&self) -> (i32, i32) {
        match self.float {
            None => (self.dropped_bits() as i32, -1),
            Some(float) => (2 - float.bias() - self.output as i32, 1),
        }
    }

    /// Returns the range of the increment of a frame's exponent.
    pub fn exponents(&self) -> RangeInclusive<i32> {
        let max_measure = self.float.map_or(self.input - 1, |float| float.exponent_max() as u32);
        let ends = [self.exponent(0), self.exponent(max_measure)];
        ends[0].min(ends[1])..=ends[0].max(ends[1])
    }

    /// Complex words of memory.
    pub fn words(&self) -> usize {
        self.lanes * self.delay_cycles()
    }

    /// Estimate of the LUTs: shifters of four ways in a LUT, roundings, the measure of all lanes, and the delay line.
    pub fn luts(&self) -> usize {
        let [input, output] = [self.input, self.output].map(|bits| bits as usize);
        let rounding = if self.dropped_bits() > 0 { output } else { 0 };
        let levels = address_bits(self.output.max(self.input) as usize).div_ceil(2) as usize;
        let shifting = 2 * self.lanes * (self.shifted_bits() as usize * levels + rounding);
        shifting
            + self.lanes * delay_luts(self.delay_cycles(), 2 * input)
            + self.measured.lanes * input
            + 2 * input
            + CONTROL_LUTS
    }
}
