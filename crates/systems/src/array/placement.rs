//! Placement: which point of a frame is where.

use super::plan::Plan;

impl Plan {
    /// Returns the points of a frame that an element holds before the transform, pencil by pencil, as
    /// [`Plan::point_parts`] does. Elements hold whole pencils of the first round's dimension; columns hold blocks of
    /// the second round's, and rows blocks of the third one's. Where there are two rounds, the blocks of the second one
    /// are numbered through all columns and rows, those of a column one after the other.
    pub fn points(&self, column: usize, row: usize) -> Vec<[usize; 2]> {
        self.pencil_points([column, row], [1, 2, 0]).into_iter().map(|number| self.point_parts(number)).collect()
    }

    /// Returns the results of a frame that an element holds after the transform, pencil by pencil, as
    /// [`Plan::result_parts`] does. Elements hold whole pencils of the last round's dimension; columns hold blocks of
    /// the first round's, and rows blocks of the second one's. Where there are two rounds, the blocks of the first one
    /// are numbered as those of points are.
    pub fn results(&self, column: usize, row: usize) -> Vec<[usize; 2]> {
        let order = if self.rounds.len() == 3 { [0, 1, 2] } else { [0, 2, 1] };
        self.pencil_points([column, row], order).into_iter().map(|number| self.result_parts(number)).collect()
    }

    /// Returns the values of a frame in row-major order that are the real and the imaginary part of a point, of its
    /// number in the elements. Each point of the frame has two values, so that value 2i is the real part of point i,
    /// and of real samples sample 2i.
    pub fn point_parts(&self, number: usize) -> [usize; 2] {
        match (self.is_long_real(), self.is_inverse()) {
            (true, false) => self.samples(number),
            (true, true) => parts(self.spectrum_point(number)),
            (false, _) => parts(number),
        }
    }

    /// Returns the values of the results of a frame in row-major order that are both parts of a result, of its number
    /// in the elements.
    pub fn result_parts(&self, number: usize) -> [usize; 2] {
        let place = || self.rounds.iter().map(|round| round.digit(number) * round.result_stride).sum();
        match (self.is_long_real(), self.is_inverse()) {
            (true, false) => parts(self.spectrum_point(number)),
            (true, true) => self.samples(place()),
            (false, _) => parts(place()),
        }
    }

    /// Returns the numbers of the points of an element, of which those of a pencil follow each other. `order`: rounds
    /// whose dimensions are spread over rows and over columns, and the round whose dimension is in memory.
    fn pencil_points(&self, [column, row]: [usize; 2], order: [usize; 3]) -> Vec<usize> {
        let [first, second, memory] = order;
        let stride = |round: usize| self.rounds.get(round).map_or(0, |round| round.stride);
        let (blocks, [_, by_column]) = (self.blocks(), self.block_radices());
        let place = if by_column > 1 { [column * by_column + row, 0] } else { [column, row] };
        let mut points = Vec::with_capacity(self.words());
        for pencil in (0..blocks[first]).flat_map(|u| (0..blocks[second]).map(move |v| [u, v])) {
            let start = (place[0] * blocks[first] + pencil[0]) * stride(first)
                + (place[1] * blocks[second] + pencil[1]) * stride(second);
            points.extend((0..self.rounds[memory].length).map(|point| start + point * stride(memory)));
        }
        points
    }
}

/// Returns the values of a point of a frame.
fn parts(point: usize) -> [usize; 2] {
    [2 * point, 2 * point + 1]
}
