//! Clock cycles of a core for matrix products.
//!
//! Times of an element count from its first slot of a frame on.

use super::plan::{ProductPlan, ROUND_CYCLES, SELECT_CYCLES};
use super::sums::Sums;
use crate::arch::FrameTiming;

/// Clock cycles from a point to its first slot, where points wait in a buffer.
const BUFFER_CYCLES: usize = 2;

/// When an element reads its results, which leave by the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultReads {
    /// Clock cycles from the first slot of a frame to the first read.
    pub first: usize,
    /// Clock cycles from a frame to the next one.
    pub interval: usize,
    /// Results of the element.
    pub rows: usize,
    /// Whether there are two places for each result, those of even and of odd frames.
    pub has_two_places: bool,
    /// Registers to the next element.
    pub hop: usize,
}

impl ProductPlan {
    /// Returns beats, initiation interval and latency of the core.
    pub fn timing(&self) -> FrameTiming {
        FrameTiming { beats: [self.columns(), self.rows()], interval: self.interval(), latency: self.latency() }
    }

    /// Returns the clock cycles from a frame to the next, which are those of its products.
    pub fn interval(&self) -> usize {
        self.slots()
    }

    /// Returns the clock cycles from the first point at the core to its first result.
    fn latency(&self) -> usize {
        let results = self.first_slot(0) + self.first_result() + SELECT_CYCLES;
        results + self.elements.count() * self.elements.hop + self.round_cycles()
    }

    /// Returns the clock cycles in which a sum becomes a result.
    pub(super) fn round_cycles(&self) -> usize {
        match self.sums {
            Sums::Fixed(_) => ROUND_CYCLES,
            Sums::Float(_) => 0,
        }
    }

    /// Whether points wait in a buffer before the first element of a line.
    pub(super) fn has_buffer(&self) -> bool {
        !self.elements.is_ring() && self.mac_rows() > 1
    }

    /// Returns the clock cycles from the first point at the core to the first slot of an element.
    pub(super) fn first_slot(&self, element: usize) -> usize {
        let hop = self.elements.hop;
        match (self.elements.is_ring(), self.has_buffer()) {
            // All elements begin when the last one has its last point.
            (true, _) => self.columns() + (self.elements.count() - 1) * hop,
            (false, true) => BUFFER_CYCLES + element * hop,
            (false, false) => element * hop,
        }
    }

    /// Returns the time at which an element stores its first sum.
    fn first_sum(&self) -> usize {
        self.slots() - self.loop_slots() + self.mac_cycles()
    }

    /// Whether the sum of a row is made of several sums.
    pub(super) fn has_tree(&self) -> bool {
        self.partial_sums > 1
    }

    /// Returns the time at which the tree of an element reads its first sum.
    pub(super) fn first_leaf(&self) -> usize {
        self.first_sum() + 1 + (self.partial_sums - 1) * (self.mac_rows() - 1)
    }

    /// Returns the clock cycles from the address of the last leaf of a row to its sum.
    pub(super) fn tree_cycles(&self) -> usize {
        SELECT_CYCLES + self.leaves().ilog2() as usize * self.depths.adder as usize
    }

    /// Returns the time at which element 0 reads its first result.
    fn first_result(&self) -> usize {
        match self.has_tree() {
            // The last result is written in the clock cycle before its read.
            true => {
                self.first_leaf() + self.element_rows() * self.leaves() + self.tree_cycles() - self.element_rows() + 1
            }
            false => self.first_sum() + 1,
        }
    }

    /// Returns the time at which an element reads its first result: after those of the elements before it.
    fn result_read(&self, element: usize) -> usize {
        let hops = if self.elements.is_ring() { element * self.elements.hop } else { 0 };
        self.first_result() + element * self.element_rows() + hops
    }

    /// Returns when an element reads its results.
    pub(super) fn result_reads(&self, element: usize) -> ResultReads {
        ResultReads {
            first: self.result_read(element),
            interval: self.interval(),
            rows: self.element_rows(),
            has_two_places: self.has_two_places(),
            hop: self.elements.hop,
        }
    }

    /// Whether sums of a frame are read when those of the next one are stored, so that there are two places for each.
    pub(super) fn has_two_places(&self) -> bool {
        let last = self.result_read(self.elements.count() - 1) - self.first_result() + self.element_rows();
        self.has_tree() || last + 1 > self.slots() + self.mac_rows()
    }

    /// Returns the blocks of points that an element of a ring has memory for: one that goes round, and others that
    /// come.
    pub(super) fn blocks(&self) -> usize {
        let reach = self.columns() + self.elements.count() * self.elements.hop;
        1 + reach.div_ceil(self.slots())
    }

    /// Complex words of memory for points and sums.
    pub fn memory_words(&self) -> usize {
        let points = match (self.elements.is_ring(), self.has_buffer()) {
            (true, _) => self.blocks() * self.columns(),
            (false, true) => self.columns(),
            (false, false) => 0,
        };
        let places = if self.has_two_places() { 2 } else { 1 };
        let loops = self.rows() * self.partial_sums;
        let tree = if self.has_tree() { 2 * self.rows() } else { 0 };
        points + loops * (1 + places) + tree
    }
}
