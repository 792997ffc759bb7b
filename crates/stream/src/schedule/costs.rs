//! Costs of operators and their operand routes, in LUTs.

use super::route_cost::WORD_BITS;
use super::unit::UnitKind;

/// Share of the LUTs of operand routes that synthesis saves in fixed point: one part in `FIXED_POINT_SAVING`.
const FIXED_POINT_SAVING: usize = 8;

/// LUTs of operators, and the worth of a DSP block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorCosts {
    /// LUTs of an adder.
    pub add: usize,
    /// LUTs of an operator for a sum and a difference at once.
    pub add_sub: usize,
    /// LUTs of a multiplier.
    pub mul: usize,
    /// LUTs of a multiplier by a power of two.
    pub scale: usize,
    /// DSP blocks of a multiplier.
    pub dsps_per_multiplier: usize,
    /// LUTs that a DSP block is worth.
    pub luts_per_dsp: usize,
    /// Bits of a real word.
    pub word_bits: usize,
    /// Whether a negation takes no LUTs, so that a - b may be computed as -b + a.
    pub free_negation: bool,
}

impl OperatorCosts {
    /// Returns the LUTs of an operator, without DSP blocks.
    pub fn luts(&self, kind: UnitKind) -> usize {
        match kind {
            UnitKind::Add | UnitKind::MaskedAdd => self.add,
            UnitKind::AddSub => self.add_sub,
            UnitKind::Mul => self.mul,
            UnitKind::Scale(_) => self.scale,
            // Two bits of a two-input multiplexer share a LUT.
            UnitKind::Mux => self.word_bits.div_ceil(2),
            UnitKind::OctantRotate => self.add + self.mul + self.word_bits,
        }
    }

    /// Converts the LUTs of operand routes from words of [`WORD_BITS`] bits to words of this format.
    pub(super) fn route_luts(&self, luts: usize) -> usize {
        let luts = luts * self.word_bits / WORD_BITS;
        if self.free_negation {
            luts
        } else {
            luts - luts / FIXED_POINT_SAVING
        }
    }
}
