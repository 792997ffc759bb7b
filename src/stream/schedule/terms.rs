//! On what terms schedules are made: how long operators take, what they cost, and what is sought.

use super::{feeds, UnitKind};
use crate::plan::Factor;

/// Latencies of the operators, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies {
    pub add: usize,
    pub mul: usize,
    pub scale: usize,
}

impl Latencies {
    /// Of a choice between two words, whatever the pipelines: a lookup table a bit, and a register.
    pub const CHOOSE: usize = 1;

    /// Of what makes one part of a word after the other, an eighth of a turn or a rotation: a cycle in which registers take
    /// the word, and one in which the first part waits.
    pub fn in_turn(&self) -> usize {
        1 + self.add + self.mul + 1
    }
}

/// What parts take, in LUTs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prices {
    pub add: usize,
    pub pair: usize,
    pub mul: usize,
    pub scale: usize,
    /// DSP blocks of a multiplier.
    pub blocks: usize,
    /// LUTs that a DSP block is worth.
    pub block: usize,
    /// Bits of a real word.
    pub word: usize,
    /// Whether a sign flips for nothing, so that a - b may be computed as -b + a.
    pub free_signs: bool,
}

impl Prices {
    /// LUTs of an operator, DSP blocks apart.
    pub fn luts(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add | UnitKind::Gated => self.add,
            UnitKind::Pair => self.pair,
            UnitKind::Mul => self.mul,
            UnitKind::Scale(_) => self.scale,
            // Two bits of three inputs share a lookup table.
            UnitKind::Choose => self.word.div_ceil(2),
            UnitKind::Eighth => self.add + self.mul + self.word,
            UnitKind::Rotation => self.add + 2 * self.mul + 4 * self.word,
        }
    }

    /// LUTs of what feeds ports, which take so many of words of 32 bits. Of fixed point synthesis finds an eighth less.
    pub(super) fn fed(&self, luts: usize) -> usize {
        let luts = luts * self.word / feeds::WORD;
        if self.free_signs {
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

/// Cycles of latency that a lane is worth on which a step has no two beats in a row whose words are turned, so that half the
/// operators turn them: by an eighth, and by anything.
#[derive(Clone, Copy, Default)]
pub struct Worth {
    pub eighth: u32,
    pub rotation: u32,
}

/// All of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    pub latencies: Latencies,
    pub prices: Prices,
    pub goal: Goal,
    /// Products by factors between kernels.
    pub rotation: Rotation,
    /// Permuters with as few words as elements wait, whatever that takes in LUTs.
    pub least_memory: bool,
    /// Whether words of factors come with the data, so that each is taken like any other; else a stage has tables of its own,
    /// and may do with less for factors that take less.
    pub given: bool,
}

impl Terms {
    /// Whether a rotation that no two batches in a row ask for is made by half the multipliers, which takes two cycles more: in
    /// floating point, where sums take less than multipliers.
    pub fn makes_rotations(&self) -> bool {
        !self.given && self.rotation == Rotation::Four && self.prices.free_signs && self.goal != Goal::Latency
    }

    /// What it is worth at a width if words come so that half the operators turn them.
    pub fn worth(&self, width: usize) -> Worth {
        if !self.makes_rotations() {
            return Worth::default();
        }
        let Prices { add, mul, blocks, block, word, .. } = self.prices;
        let multiplier = mul + blocks * block;
        let cycles = |luts: usize| (luts / (width * Goal::Balanced.cycle())) as u32;
        // A rotation holds words and factors, and takes two cycles more than one of twice the multipliers.
        let rotation = (add + 2 * multiplier).saturating_sub(4 * word);
        Worth { eighth: cycles((add + multiplier).saturating_sub(word)), rotation: cycles(rotation).saturating_sub(2) }
    }

    /// Whether an eighth of a turn among these factors of a step is made by sums and a constant. By four products results
    /// depend on how a factor is taken, so that all elements' are taken alike, whatever their lanes.
    pub fn makes_eighths(&self, factors: &[Factor]) -> bool {
        !self.given && (self.rotation == Rotation::Three || Factor::are_eighths(factors))
    }
}
