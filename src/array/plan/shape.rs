//! What elements hold: points, blocks and pencils.

use super::rounds::dimension;
use super::Plan;

impl Plan {
    /// Points of a frame.
    pub fn points_in_all(&self) -> usize {
        self.rounds.iter().map(|round| round.length).product()
    }

    /// Returns the blocks of each round, which are the points of its dimension in an element while the dimension is spread. A frame of two rounds
    /// has a third block of one point.
    pub fn blocks(&self) -> [usize; 3] {
        std::array::from_fn(|round| self.rounds.get(round).map_or(1, |round| round.length / self.places))
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
        self.blocks().iter().product()
    }

    /// Pencils of an element in a round.
    pub fn pencils(&self, round: usize) -> usize {
        self.words() / self.rounds[round].length
    }

    /// Whether elements are in columns too.
    pub fn has_columns(&self) -> bool {
        self.rounds.len() == 3
    }
}
