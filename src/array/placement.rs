//! Placement: which point of a frame is where.

use super::plan::Plan;

impl Plan {
    /// Returns the points of a frame in row-major order that an element holds ahead of the transform, pencil by pencil. Columns hold blocks
    /// of the first dimension, rows blocks of the second one, and elements whole pencils of the last one.
    pub fn points(&self, column: usize, row: usize) -> Vec<usize> {
        self.pencil_points(column, row, |[first, second], point| match self.dimensions {
            3 => [first, second, point],
            _ => [0, first, point],
        })
    }

    /// Returns the results of a frame in row-major order that an element holds behind the transform, pencil by pencil. Columns hold blocks
    /// of the last dimension, rows blocks of the first one, and elements whole pencils of the second one. In two dimensions pencils are
    /// along the first one.
    pub fn results(&self, column: usize, row: usize) -> Vec<usize> {
        self.pencil_points(column, row, |[first, second], point| match self.dimensions {
            3 => [second, point, first],
            _ => [0, point, first],
        })
    }

    /// Returns the points of an element, whose indices in the frame follow from the indices of a pencil and the number of a point in it.
    fn pencil_points(
        &self,
        column: usize,
        row: usize,
        indices: impl Fn([usize; 2], usize) -> [usize; 3],
    ) -> Vec<usize> {
        let [first, second] = self.pencils();
        let mut points = Vec::with_capacity(self.words());
        for pencil in (0..first).flat_map(|first| (0..second).map(move |second| [first, second])) {
            let pencil = [column * first + pencil[0], row * second + pencil[1]];
            points.extend(
                (0..self.length).map(|point| {
                    indices(pencil, point).into_iter().fold(0, |place, index| place * self.length + index)
                }),
            );
        }
        points
    }
}
