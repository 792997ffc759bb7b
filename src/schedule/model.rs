//! On what terms schedules are made: how long operators take, what they cost, and what is sought.

use super::port::WORD;
use super::unit::UnitKind;
use crate::choice::Choice;
use crate::format::Format;
use crate::formula::Factor;

/// Latencies of the operators, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies {
    pub add: usize,
    pub mul: usize,
    pub scale: usize,
}

impl Latencies {
    /// Of a choice between two words, whatever the pipelines: a lookup table a bit, and a register.
    pub const MUX: usize = 1;

    /// Of what makes one part of a word after the other, an eighth of a turn: a cycle in which registers take
    /// the word, and one in which the first part waits.
    pub fn octant_rotate(&self) -> usize {
        1 + self.add + self.mul + 1
    }
}

/// What parts take, in LUTs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorCosts {
    pub add: usize,
    pub add_sub: usize,
    pub mul: usize,
    pub scale: usize,
    /// DSP blocks of a multiplier.
    pub dsps_per_multiplier: usize,
    /// LUTs that a DSP block is worth.
    pub luts_per_dsp: usize,
    /// Bits of a real word.
    pub word_bits: usize,
    /// Whether a sign flips for nothing, so that a - b may be computed as -b + a.
    pub free_negation: bool,
}

impl OperatorCosts {
    /// LUTs of an operator, DSP blocks apart.
    pub fn luts(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add | UnitKind::MaskedAdd => self.add,
            UnitKind::AddSub => self.add_sub,
            UnitKind::Mul => self.mul,
            UnitKind::Scale(_) => self.scale,
            // Two bits of three inputs share a lookup table.
            UnitKind::Mux => self.word_bits.div_ceil(2),
            UnitKind::OctantRotate => self.add + self.mul + self.word_bits,
        }
    }

    /// LUTs of what feeds ports, which take so many of words of 32 bits. Of fixed point synthesis finds an eighth less.
    pub(super) fn routed(&self, luts: usize) -> usize {
        let luts = luts * self.word_bits / WORD;
        if self.free_negation {
            luts
        } else {
            luts - luts / 8
        }
    }
}

/// What is sought among plans and schedules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Goal {
    /// Least latency; of those, least area.
    Latency,
    /// Least area; of those, least latency.
    Area,
    /// Least area, with latency as a price.
    #[default]
    Balanced,
}

impl Choice for Goal {
    const WORDS: &'static [(&'static str, Self)] =
        &[("latency", Goal::Latency), ("area", Goal::Area), ("balanced", Goal::Balanced)];
}

impl Goal {
    /// LUTs that a cycle of latency is worth, for each lane: the one weight of plans and schedules.
    fn cycle(self) -> usize {
        match self {
            Goal::Latency => 10_000_000,
            Goal::Area => 0,
            Goal::Balanced => 29,
        }
    }

    /// What is least for the best: area and latency in one number, and latency where that is the same.
    pub fn score(self, area: usize, latency: usize, lanes: usize) -> (usize, usize) {
        (area + latency * lanes * self.cycle(), latency)
    }
}

/// How complex numbers are multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Rotation {
    /// By four products and two sums: fewest LUTs, and the most accurate.
    #[default]
    Four,
    /// By three products and three sums.
    Three,
}

/// All of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleModel {
    /// Format that operators compute in.
    pub format: Format,
    pub latencies: Latencies,
    pub costs: OperatorCosts,
    pub goal: Goal,
    /// Products by factors between kernels.
    pub rotation: Rotation,
    /// Permuters with as few words as elements wait, whatever that takes in LUTs.
    pub least_memory: bool,
    /// Whether words of factors come with the data, so that each is taken like any other; else a stage has tables of its own,
    /// and may do with less for factors that take less.
    pub external_twiddles: bool,
}

impl ScheduleModel {
    /// Whether an eighth of a turn among these factors of a step is made by sums and a constant. By four products results
    /// depend on how a factor is taken, so that all elements' are taken alike, whatever their lanes.
    pub fn makes_eighths(&self, factors: &[Factor]) -> bool {
        !self.external_twiddles && (self.rotation == Rotation::Three || Factor::are_eighths(factors))
    }
}
