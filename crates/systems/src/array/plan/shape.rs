//! What elements hold: points, blocks and pencils.

use super::rounds::dimension;
use super::Plan;
use std::ops::Range;

impl Plan {
    /// Points of a frame.
    pub fn points_in_all(&self) -> usize {
        self.rounds.iter().map(|round| round.length).product()
    }

    /// Number of axes over which each dimension is spread that is not in memory: two for frames of two dimensions on a
    /// mesh or a torus, else one.
    pub fn spread(&self) -> usize {
        self.topology.axes().len() / (self.rounds.len() - 1)
    }

    /// Returns the axes along which pencils change places before a round, one after the other.
    pub(crate) fn axes_ahead(&self, round: usize) -> Range<usize> {
        let spread = self.spread();
        round.saturating_sub(1) * spread..round * spread
    }

    /// Number of elements over which a dimension is spread.
    fn holders(&self) -> usize {
        self.places.pow(self.spread() as u32)
    }

    /// Returns the numbers of values of the digits of a block's number: that along the rows, or along the one axis of
    /// the exchange, and that along the columns, which has one value unless dimensions are spread over both axes. The
    /// last digit counts first.
    pub(crate) fn block_radices(&self) -> [usize; 2] {
        [self.places, self.holders() / self.places]
    }

    /// Returns the blocks of each round, which are the points of its dimension in an element while the dimension is
    /// spread. A frame of two rounds has a third block of one point.
    pub fn blocks(&self) -> [usize; 3] {
        std::array::from_fn(|round| self.rounds.get(round).map_or(1, |round| round.length / self.holders()))
    }

    /// Returns the number of the dimension of a round, counted from 0, of which the last one has neighbouring points.
    pub fn dimension(&self, round: usize) -> usize {
        dimension(&self.rounds, round)
    }

    /// Points of an element.
    pub fn words(&self) -> usize {
        self.places * self.block_words()
    }

    /// Points that an element has for each element of an axis.
    pub fn block_words(&self) -> usize {
        self.within_words() * self.block_radices()[1]
    }

    /// Points of an element that differ in their numbers within blocks alone.
    pub(crate) fn within_words(&self) -> usize {
        self.blocks().iter().product()
    }

    /// Pencils of an element in a round.
    pub fn pencils(&self, round: usize) -> usize {
        self.words() / self.rounds[round].length
    }

    /// Whether elements are in columns too.
    pub fn has_columns(&self) -> bool {
        self.topology.axes().len() > 1
    }
}
