//! Programs with the cycles in which they run.

use super::program::{Output, Program};

/// Cycles from the last element of a transform to its total in a ring: element, sum, and ring.
pub(super) const TOTAL_CYCLES: usize = 3;

/// A program with the cycles in which it runs, from the first element of a transform on.
#[derive(Clone, PartialEq, Debug)]
pub struct TimedProgram {
    /// Program.
    pub program: Program,
    /// Cycle of the first instruction.
    pub begins: usize,
    /// Cycle in which the sums of result 0 are read. Those of result k are read k cycles later.
    pub reads: usize,
}

impl TimedProgram {
    /// Returns a program whose cycles the unit has still to set.
    pub(super) fn new(program: Program) -> Self {
        TimedProgram { program, begins: 0, reads: 0 }
    }

    /// Clock cycles without an element after a transform.
    pub fn rest(&self) -> usize {
        self.program.period() - self.program.radix
    }

    /// Cycles of the program's multiplications by twiddle factors.
    pub(super) fn rotations(&self) -> std::ops::Range<usize> {
        self.reads + 1..self.reads + 1 + self.program.rotations()
    }

    /// Cycle of an instruction from which on the results of sums can be read one a cycle, less the cycle of the first
    /// instruction. `cycles`: from an instruction to the read of its sum.
    pub(super) fn sums_after(&self, cycles: usize) -> usize {
        let late = |(k, output): (usize, &Output)| match *output {
            Output::Sums { summed, .. } => (summed + cycles).saturating_sub(k),
            Output::Total { .. } => 0,
        };
        self.program.outputs.iter().enumerate().map(late).max().unwrap_or(0)
    }

    /// Cycle, at least, in which the sums of result 0 may be read so that the total in the middle is in its ring.
    fn total_after(&self) -> usize {
        let Program { radix, outputs, .. } = &self.program;
        let middle = outputs.iter().position(|output| *output == Output::Total { alternates: true });
        middle.map_or(0, |k| (radix - 1 + TOTAL_CYCLES).saturating_sub(k))
    }

    /// Begins as late as results allow that are read from a cycle on. Returns `None` if that is before the last
    /// element, or if products of sums and of twiddle factors would meet. `cycles`: from an instruction to the read of
    /// its sum.
    pub(super) fn read_from(mut self, reads: usize, cycles: usize) -> Option<Self> {
        self.reads = reads;
        if reads < self.total_after() {
            return None;
        }
        let (sums, rotations) = (self.program.instructions.len(), self.program.rotations());
        let period = self.program.period();
        let meets = |begins: usize| {
            // The program repeats itself in each period.
            let used = |cycle: usize| (cycle + period - begins % period) % period;
            (1..=rotations).any(|k| used(reads + k) < sums)
        };
        let last = reads.checked_sub(self.sums_after(cycles))?;
        self.begins = (self.program.radix..=last).rev().find(|begins| !meets(*begins))?;
        Some(self)
    }

    /// Cycles, at least, from the last transform of this program to the first one of another.
    pub(super) fn distance(&self, next: &TimedProgram) -> usize {
        let sums_end = self.begins + self.program.instructions.len();
        let products_end = sums_end.max(self.rotations().end);
        let reads_end = self.reads + self.program.radix;
        products_end.saturating_sub(next.begins).max(reads_end.saturating_sub(next.reads))
    }
}
