//! Rounds: transforms of all pencils along one dimension.

use super::Plan;

/// Transforms of all pencils along one dimension, which is in memory meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Points of a pencil.
    pub length: usize,
    /// Distance of a pencil's points in a frame, in points.
    pub stride: usize,
    /// Distance of a pencil's results in the frame of the results, in points. It is that of the points, unless a frame has one dimension.
    pub result_stride: usize,
    /// Number of the engine that transforms the pencils.
    pub engine: usize,
}

impl Round {
    /// Returns the number of a pencil's point, of the number of a point in the frame.
    pub(crate) fn digit(&self, point: usize) -> usize {
        point / self.stride % self.length
    }
}

/// Returns the rounds of a frame of several dimensions: the last one first, then the first one, and the second one if there are three. Refuses
/// a frame that has not `count` dimensions, or whose lengths the elements of an axis do not divide.
pub(super) fn rounds(lengths: &[usize], count: usize, places: usize) -> Result<Vec<Round>, String> {
    if lengths.len() != count {
        let cube = vec![lengths[lengths.len() - 1].to_string(); count].join("x");
        return Err(format!("a frame has {count} dimensions, or one; try --size {cube}"));
    }
    if lengths.iter().any(|length| length % places != 0) {
        let next: Vec<String> = lengths.iter().map(|length| length.next_multiple_of(places).to_string()).collect();
        return Err(format!("each element has the same number of points; try --size {}", next.join("x")));
    }
    let stride = |dimension: usize| lengths[dimension + 1..].iter().product();
    let last = lengths.len() - 1;
    let round = |dimension: usize| {
        let stride = stride(dimension);
        Round { length: lengths[dimension], stride, result_stride: stride, engine: 0 }
    };
    Ok([last].into_iter().chain(0..last).map(round).collect())
}

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
        let stride = self.rounds[round].stride;
        self.rounds.iter().filter(|other| other.stride > stride).count()
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
