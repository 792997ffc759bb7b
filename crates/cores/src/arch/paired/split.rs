//! The division of a frame into transforms of few points that take no products, and transforms of the other points.

/// Division of N points into coprime numbers of points (Good, 1958; Thomas, 1963), so that there are no twiddle
/// factors. Where eight divides N, all points are those of one transform.
///
/// Sample n belongs to the points n modulo `front` and n modulo `rear` of the transforms. Bin q and bin k of the
/// transforms belong to bin q·`rear` + k·`front` modulo N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedSplit {
    /// Points of the transforms without products: 1, 2 or 4.
    pub front: usize,
    /// Points of the transforms with products: at least 2, and an odd number unless `front` is 1.
    pub rear: usize,
}

impl PairedSplit {
    /// Divides a frame of `points` points, two or more.
    ///
    /// ```
    /// use fftgen_cores::arch::paired::PairedSplit;
    /// assert_eq!(PairedSplit::new(20), PairedSplit { front: 4, rear: 5 });
    /// assert_eq!(PairedSplit::new(67), PairedSplit { front: 1, rear: 67 });
    /// assert_eq!(PairedSplit::new(24), PairedSplit { front: 1, rear: 24 });
    /// ```
    pub fn new(points: usize) -> Self {
        let twos = points.trailing_zeros();
        match twos <= 2 && !points.is_power_of_two() {
            true => PairedSplit { front: 1 << twos, rear: points >> twos },
            false => PairedSplit { front: 1, rear: points },
        }
    }

    /// Points of a frame.
    pub fn points(&self) -> usize {
        self.front * self.rear
    }

    /// Mirrored pairs of a transform with products, with the point that is its own mirror image if the points are an
    /// even number: so many points have cosines.
    pub fn cosines(&self) -> usize {
        self.rear / 2
    }

    /// Mirrored pairs of two points: so many have sines.
    pub fn sines(&self) -> usize {
        (self.rear - 1) / 2
    }

    /// Returns the numbers in both transforms of a sample.
    pub fn place(&self, sample: usize) -> [usize; 2] {
        [sample % self.front, sample % self.rear]
    }

    /// Returns what the numbers in both transforms grow by from a bin to the next one.
    pub fn bin_steps(&self) -> [usize; 2] {
        [inverse(self.rear, self.front), inverse(self.front, self.rear)]
    }

    /// Returns the numbers in both transforms of a bin.
    pub fn bin_place(&self, bin: usize) -> [usize; 2] {
        let [front, rear] = self.bin_steps();
        [bin * front % self.front, bin * rear % self.rear]
    }

    /// Returns the quarter turns, of -i each, of term `term` of bin `bin` of a transform without products.
    pub fn quarter_turns(&self, bin: usize, term: usize) -> usize {
        bin * term * (4 / self.front) % 4
    }
}

/// Returns the number whose product with `number` is one modulo `order`, which has no factor in common with it.
fn inverse(number: usize, order: usize) -> usize {
    (0..order).find(|other| number * other % order == 1 % order).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_those_of_both_transforms() {
        for points in 2..200 {
            let split = PairedSplit::new(points);
            assert_eq!((split.points(), split.front > 1 && split.rear % 2 == 0), (points, false));
            for bin in 0..points {
                let [q, k] = split.bin_place(bin);
                assert_eq!((q * split.rear + k * split.front) % points, bin, "{points}");
            }
        }
    }
}
