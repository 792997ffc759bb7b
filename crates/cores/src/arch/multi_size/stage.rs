//! A stage of the chain that several sizes share: kernels of several radices, and the twiddle factors after them.

use crate::pipeline::{Stage, Units};

/// Clock cycles from the input of a shared stage to the operators of its kernel, bank registers included.
pub const CYCLES_BEFORE_KERNEL: usize = 3;

/// Clock cycles from the operators of a kernel to the twiddle factors, bank registers included.
pub const CYCLES_BEHIND_KERNEL: usize = 3;

/// Fewest clock cycles that a kernel is taken to have. The table lookup of the twiddle factors runs beside it and needs
/// them; three products need one cycle more.
const MIN_KERNEL_CYCLES: usize = 2;

/// Kernels of which a frame takes one, and the twiddle factors after them.
#[derive(Clone, Debug)]
pub struct SharedStage {
    /// A kernel for each radix, the smallest radix first, as scheduled for the first size that has it.
    pub kernels: Vec<Stage>,
    /// Twiddle factors, as scheduled for the first size that has them; none after the last stage of a lane.
    pub rotator: Option<Stage>,
    /// Bits of an input component and of an output component.
    pub bits: [u32; 2],
}

impl SharedStage {
    /// Kernels and twiddle factors.
    pub fn parts(&self) -> impl Iterator<Item = &Stage> {
        self.kernels.iter().chain(&self.rotator)
    }

    /// Returns kernels and twiddle factors, to be changed.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Stage> {
        self.kernels.iter_mut().chain(&mut self.rotator)
    }

    /// The radices, the smallest first.
    pub fn radices(&self) -> impl Iterator<Item = usize> + '_ {
        self.kernels.iter().map(|kernel| kernel.transform.radix())
    }

    /// The largest radix.
    pub fn max_radix(&self) -> usize {
        self.radices().last().unwrap_or(1)
    }

    /// Real operators of one lane.
    pub fn units(&self) -> Units {
        self.parts().map(Stage::units).sum()
    }

    /// Clock cycles of the slowest kernel.
    pub fn kernel_cycles(&self) -> usize {
        let sums = self.rotator.as_ref().is_some_and(Stage::has_triples);
        let slowest = self.kernels.iter().map(Stage::cycles).max().unwrap_or(0);
        slowest.max(MIN_KERNEL_CYCLES + usize::from(sums))
    }

    /// Clock cycles from an address of the element banks to the write of the result.
    pub fn turnaround_cycles(&self) -> usize {
        CYCLES_BEFORE_KERNEL - 1 + self.kernel_cycles()
    }

    /// Clock cycles from input to output that are the same for all sizes.
    pub fn fixed_cycles(&self) -> usize {
        let rotator = self.rotator.as_ref().map_or(0, Stage::cycles);
        CYCLES_BEFORE_KERNEL + self.kernel_cycles() + CYCLES_BEHIND_KERNEL + rotator
    }

    /// Clock cycles from the first input beat of a frame to the first output beat. `delay`: beats between the elements
    /// of a transform. A frame of radix 1 bypasses the stage in one cycle.
    pub fn latency(&self, radix: usize, delay: usize) -> usize {
        match radix {
            1 => 1,
            _ => (radix - 1) * delay + self.fixed_cycles(),
        }
    }
}
