//! The model after schedules: latencies and costs of operators, the goal, and options.

use super::costs::OperatorCosts;
use super::unit::UnitKind;
use crate::choice::Choice;
use crate::format::Format;
use crate::formula::Factor;

/// Latencies of the operators, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies {
    /// Addition or subtraction.
    pub add: usize,
    /// Multiplication.
    pub mul: usize,
    /// Multiplication by a power of two.
    pub scale: usize,
}

impl Latencies {
    /// Latency of a two-input multiplexer: its register.
    pub const MUX: usize = 1;

    /// Returns the latency of a kind of operator.
    pub fn of(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add | UnitKind::AddSub | UnitKind::MaskedAdd => self.add,
            UnitKind::Mul => self.mul,
            UnitKind::Scale(_) => self.scale,
            UnitKind::Mux => Self::MUX,
            UnitKind::OctantRotate => self.octant_rotate(),
        }
    }

    /// Returns the latency of a rotation by an octant, which computes both parts one after the other. The input
    /// register takes one cycle, and the first part waits a cycle for the second.
    pub fn octant_rotate(&self) -> usize {
        1 + self.add + self.mul + 1
    }
}

/// Goal of the search for plans and schedules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Goal {
    /// Lowest latency; among equal latencies, lowest area.
    Latency,
    /// Lowest area; among equal areas, lowest latency.
    Area,
    /// Lowest sum of area and latency, with latency at its worth in LUTs.
    #[default]
    Balanced,
}

impl Choice for Goal {
    const WORDS: &'static [(&'static str, Self)] =
        &[("latency", Goal::Latency), ("area", Goal::Area), ("balanced", Goal::Balanced)];
}

impl Goal {
    /// Returns the worth of a cycle of latency in LUTs for each lane, in plans as in schedules.
    fn luts_per_cycle(self) -> u64 {
        match self {
            Goal::Latency => 10_000_000,
            Goal::Area => 0,
            Goal::Balanced => 29,
        }
    }

    /// Returns the score that is lowest for the best: area and latency in one number, which may have more bits than an
    /// address, then latency in cycles.
    pub fn score(self, area: usize, latency: usize, lanes: usize) -> (u64, usize) {
        (area as u64 + (latency * lanes) as u64 * self.luts_per_cycle(), latency)
    }
}

/// Algorithm of complex products.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Rotation {
    /// Four products and two sums: fewest LUTs, and the most accurate.
    #[default]
    Four,
    /// Three products and three sums.
    Three,
}

/// Latencies and costs of operators, the goal, and options of stages and permuters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleModel {
    /// Format of operators.
    pub format: Format,
    /// Latencies of operators.
    pub latencies: Latencies,
    /// Costs of operators.
    pub costs: OperatorCosts,
    /// Goal of the search for plans and schedules.
    pub goal: Goal,
    /// Algorithm of products by twiddle factors.
    pub rotation: Rotation,
    /// Whether permuters have the fewest words of memory, at any cost in LUTs.
    pub least_memory: bool,
    /// Whether twiddle factors come with the data, so that every factor needs a general product. Otherwise a stage has
    /// tables of its own, and simpler operators for simple factors.
    pub external_twiddles: bool,
    /// Whether a scale takes the product of a twiddle factor, because one multiplication serves both.
    pub scales_as_twiddles: bool,
    /// Whether small factors of a stage are multiplied by a power of two that its shift takes off again. Shifts that
    /// frames choose take off none.
    pub fills_coefficients: bool,
    /// Whether each result takes the product of a twiddle factor, also where the factor is one, because in floating
    /// point products round, and one multiplication serves all results.
    pub multiplies_all: bool,
    /// Words of the deepest bank in LUT RAM, if the words of block RAM pass a register.
    pub registered_above: Option<usize>,
}

impl ScheduleModel {
    /// Returns the model of a folded core, whose factors and scales all pass one multiplication.
    pub fn for_folding(self) -> Self {
        let multiplies_all = matches!(self.format, Format::Float(_));
        ScheduleModel { external_twiddles: true, scales_as_twiddles: true, multiplies_all, ..self }
    }

    /// Whether rotations by an octant among the factors of a step are computed by sums and one constant. With four
    /// products the results depend on the algorithm, so that all elements of a step have one algorithm on all lanes.
    pub fn makes_eighths(&self, factors: &[Factor]) -> bool {
        !self.external_twiddles && (self.rotation == Rotation::Three || Factor::are_eighth_turns(factors))
    }
}
