//! Shapes of the matrices of a convolution's steps.

/// Matrices of a step, which the vectors of a frame take one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matrices {
    /// Number of matrices.
    pub count: usize,
    /// Results of a vector.
    pub results: usize,
    /// Points of a vector.
    pub points: usize,
    /// Points of the transform that are left after the step.
    pub rest: usize,
}

impl Matrices {
    /// Returns the number of coefficients.
    pub fn coefficients(&self) -> usize {
        self.count * self.results * self.points
    }
}

/// Returns the radices of a convolution's steps: those of a transform, and back from the last but one to the first.
pub fn there_and_back(radices: &[usize]) -> Vec<usize> {
    radices.iter().chain(radices.iter().rev().skip(1)).copied().collect()
}

/// Lists the matrices of the steps there and back, by which frames of `size` points are transformed. The last step has
/// no more results than are used.
pub fn matrices(size: usize, radices: &[usize]) -> Vec<Matrices> {
    let length: usize = radices.iter().product();
    let (middle, last) = (radices.len() - 1, 2 * radices.len() - 2);
    let shape = |(step, points): (usize, usize)| {
        let others = length / points;
        let rest = match step <= middle {
            true => radices[step + 1..].iter().product(),
            false => radices[..last - step].iter().product(),
        };
        let count = if step == middle || step == last { others } else { rest };
        let results = if step == last { size.div_ceil(others) } else { points };
        Matrices { count, results, points, rest }
    };
    there_and_back(radices).into_iter().enumerate().map(shape).collect()
}
