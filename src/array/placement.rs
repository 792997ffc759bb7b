//! Placement: which point of a frame is where.

use super::plan::Plan;

impl Plan {
    /// Returns the points of a frame in row-major order that an element holds ahead of the transform, pencil by pencil. Elements hold whole
    /// pencils of the first round's dimension; columns hold blocks of the second round's, and rows blocks of the third one's. Where there are two rounds, the
    /// blocks of the second one are numbered through all columns and rows, those of a column one behind the other.
    pub fn points(&self, column: usize, row: usize) -> Vec<usize> {
        self.pencil_points([column, row], [1, 2, 0], self.rounds.iter().map(|round| round.stride).collect())
    }

    /// Returns the results of a frame in row-major order that an element holds behind the transform, pencil by pencil. Elements hold whole
    /// pencils of the last round's dimension; columns hold blocks of the first round's, and rows blocks of the second one's. Where there are two rounds, the
    /// blocks of the first one are numbered as those of points are.
    pub fn results(&self, column: usize, row: usize) -> Vec<usize> {
        let order = if self.rounds.len() == 3 { [0, 1, 2] } else { [0, 2, 1] };
        self.pencil_points([column, row], order, self.rounds.iter().map(|round| round.result_stride).collect())
    }

    /// Returns the points of an element, of which those of a pencil follow each other. `order`: rounds whose dimensions are spread over rows
    /// and over columns, and the round whose dimension is in memory.
    fn pencil_points(&self, [column, row]: [usize; 2], order: [usize; 3], strides: Vec<usize>) -> Vec<usize> {
        let [first, second, memory] = order;
        let stride = |round: usize| strides.get(round).copied().unwrap_or(0);
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
