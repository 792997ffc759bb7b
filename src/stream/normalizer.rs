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
//! A frame is measured as it enters a permuter, and its words are shifted behind it: most of what has to wait until the
//! whole frame is known waits there anyway. A delay line adds what is missing.

use super::permuter::{distributed, line, Memory};
use super::{Layout, Permuter};
use crate::format::{Overflow, Rounding};
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
}

/// Delays of so many cycles are shift registers, longer ones memories.
const SHIFTED: usize = super::feedback::SHIFTED;

/// Lookup tables of the pulses and the registers of the exponent.
const CONTROL: usize = 30;

impl Normalizer {
    /// One that takes words of `input` bits through a permuter from this layout, and gives words of `output` bits.
    pub fn new(measured: &Layout, permuter: &Permuter, [input, output]: [u32; 2], rounding: Rounding) -> Self {
        let (passing, lanes) = (permuter.latency, permuter.outputs.len());
        Normalizer { measured: measured.clone(), passing, lanes, input, output, rounding }
    }

    /// Cycle after the frame's first beat in which it is known how far to shift: a register behind the lanes' common
    /// bits, and one behind the count.
    pub fn known(&self) -> usize {
        self.measured.beats + 1
    }

    /// Cycles that words wait behind the permuter.
    pub fn wait(&self) -> usize {
        self.known().saturating_sub(self.passing)
    }

    /// Cycles from the frame's first beat to the shift of its first words.
    pub fn shifted(&self) -> usize {
        self.passing + self.wait()
    }

    /// Cycles to shift a word, and to round it where bits are dropped.
    pub fn cycles(&self) -> usize {
        1 + usize::from(self.dropped() > 0)
    }

    /// Cycles from the permuter's first output beat to the first one here.
    pub fn latency(&self) -> usize {
        self.wait() + self.cycles()
    }

    /// Bits that are dropped.
    pub fn dropped(&self) -> u32 {
        self.input - self.output
    }

    /// Bits of a shift.
    pub fn shift_bits(&self) -> u32 {
        address_bits(self.input as usize)
    }

    /// h, of the bits in which some component of the frame differs from its sign.
    pub fn headroom(&self, different: u64) -> u32 {
        self.input - 1 - (u64::BITS - different.leading_zeros())
    }

    /// What goes out of a component.
    pub fn align(&self, value: i128, headroom: u32) -> i128 {
        Overflow::Saturate.fit(self.rounding.drop(value << headroom, self.dropped()), self.output).0
    }

    /// What the exponent grows by.
    pub fn exponent(&self, headroom: u32) -> i32 {
        self.dropped() as i32 - headroom as i32
    }

    /// All that it can grow by.
    pub fn exponents(&self) -> RangeInclusive<i32> {
        self.exponent(self.input - 1)..=self.exponent(0)
    }

    /// Complex words of memory.
    pub fn words(&self) -> usize {
        self.lanes * self.wait()
    }

    /// Estimate of the lookup tables: shifters of four ways a table, roundings, what is common to all lanes, and waiting.
    pub fn luts(&self) -> usize {
        let [input, output] = [self.input, self.output].map(|bits| bits as usize);
        let rounding = if self.dropped() > 0 { output } else { 0 };
        let shifting = 2 * self.lanes * (input * self.shift_bits().div_ceil(2) as usize + rounding);
        let waiting = match self.wait() {
            cycles @ 0..=SHIFTED => line(cycles) * 2 * input,
            cycles if cycles <= Memory::DEEPEST_TABLES => distributed(cycles, 2 * input),
            _ => 0,
        };
        shifting + self.lanes * waiting + self.measured.lanes * input + 2 * input + CONTROL
    }
}
