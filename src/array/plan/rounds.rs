//! Rounds: transforms of all pencils along one dimension.

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
