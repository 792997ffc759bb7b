//! Places of the points of a frame: numbers with a digit for each step.

/// Mixed-radix numbers of places. The digit of the first step has the largest weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// `radices[step]`: radix of the digit of each step.
    pub radices: Vec<usize>,
}

impl Places {
    /// Returns the number of places.
    pub fn count(&self) -> usize {
        self.radices.iter().product()
    }

    /// Returns the weight of the digit of a step in the number of a place.
    pub fn weight(&self, step: usize) -> usize {
        self.radices[step + 1..].iter().product()
    }

    /// Returns the digit of a step in the number of a place.
    pub fn digit(&self, place: usize, step: usize) -> usize {
        place / self.weight(step) % self.radices[step]
    }

    /// Returns the place of a bin behind the last step: the digits of the bin's number in reversed order.
    ///
    /// ```
    /// use fftgen::arch::folded::Places;
    /// let places = Places { radices: vec![4, 2] };
    /// let of_bins: Vec<usize> = (0..8).map(|bin| places.of_bin(bin)).collect();
    /// assert_eq!(of_bins, [0, 2, 4, 6, 1, 3, 5, 7]);
    /// ```
    pub fn of_bin(&self, bin: usize) -> usize {
        let mut left = bin;
        let digit = |(step, radix): (usize, &usize)| {
            let digit = left % radix;
            left /= radix;
            digit * self.weight(step)
        };
        self.radices.iter().enumerate().map(digit).sum()
    }

    /// Whether the radices are equal in both directions, so that a place has the digits of a sample and, in reversed order, those
    /// of a bin.
    pub fn is_palindrome(&self) -> bool {
        self.radices.iter().eq(self.radices.iter().rev())
    }
}
