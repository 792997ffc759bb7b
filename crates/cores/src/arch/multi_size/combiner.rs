//! The last stage after several lanes: it makes one transform of those of the lanes.

use crate::pipeline::{Stage, Units};

/// Clock cycles from an input beat to the products with the twiddle factors, which are looked up by the numbers of the
/// points.
pub const CYCLES_BEFORE_ROTATOR: usize = 8;

/// Twiddle factors on the lanes, and a kernel across them.
#[derive(Clone, Debug)]
pub struct LaneCombiner {
    /// Factors of one, for the first lane: it only rounds.
    pub unit: Stage,
    /// Twiddle factors of any other lane, as scheduled for the first size.
    pub rotator: Stage,
    /// A transform of one beat.
    pub kernel: Stage,
    /// Bits of a component at the input, between rotator and kernel, and at the output.
    pub bits: [u32; 3],
}

impl LaneCombiner {
    /// Lanes that have a rotator: all but the first.
    pub fn rotators(&self) -> usize {
        self.kernel.transform.radix() - 1
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        self.rotators() * self.rotator.units() + self.kernel.units()
    }

    /// Clock cycles from an input beat to its output beat.
    pub fn cycles(&self) -> usize {
        CYCLES_BEFORE_ROTATOR + self.rotator.cycles() + self.kernel.cycles()
    }
}
