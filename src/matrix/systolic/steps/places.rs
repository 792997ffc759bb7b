//! Places of points: natural order, and the order in which a step takes its vectors.
//!
//! With the radices r0, r1, .. a point has the digits d0, d1, .., d0 the highest. A step replaces its digit d by the digit e of its results,
//! whose order is that of frequencies with e0 the lowest. The vectors of a step count by the digits that follow, the next one fastest, then by
//! the digits e of the steps before it, the last one fastest, and then by the frames of the batch.

use super::plan::StepsPlan;

/// A vector of a step, and a place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Number of the vector.
    pub vector: usize,
    /// Place in the vector.
    pub place: usize,
}

/// Returns the number with the digits of another one, of given numbers of values from the lowest on, in the order from the highest on.
pub fn reversed(number: usize, values: &[usize]) -> usize {
    let turned =
        values.iter().fold((number, 0), |(left, turned), values| (left / values, turned * values + left % values));
    turned.1
}

impl StepsPlan {
    /// Returns the radices of the steps.
    pub fn radices(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.radix()).collect()
    }

    /// Returns the vectors of a batch in a step.
    pub fn vectors(&self, step: usize) -> usize {
        self.batch * self.size / self.steps[step].radix()
    }

    /// Returns the groups of results of a step, of which each has a column of cells for a result.
    pub fn groups(&self, step: usize) -> usize {
        self.steps[step].radix().div_ceil(self.cells.columns)
    }

    /// Returns the number of the first tile of a step.
    pub fn first_tile(&self, step: usize) -> usize {
        (0..step).map(|before| self.groups(before)).sum()
    }

    /// Lists the tiles as steps and groups.
    pub fn tiles(&self) -> Vec<[usize; 2]> {
        (0..self.steps.len()).flat_map(|step| (0..self.groups(step)).map(move |group| [step, group])).collect()
    }

    /// Returns the place at which a step finds what the step before it makes: vector `from.vector`, result `from.place`.
    pub fn next_place(&self, step: usize, from: Place) -> Place {
        let [now, next] = [&self.steps[step], &self.steps[step + 1]];
        let (place, above) = (from.vector % next.radix(), from.vector / next.radix());
        let (low, high) = (above % next.rest, above / next.rest);
        Place { vector: low + next.rest * (from.place + now.radix() * high), place }
    }

    /// Returns the place at which the last step has a frequency of the first frame.
    pub fn place_of_frequency(&self, frequency: usize) -> Place {
        let radices = self.radices();
        let before = &radices[..radices.len() - 1];
        let done: usize = before.iter().product();
        Place { vector: reversed(frequency % done, before), place: frequency / done }
    }

    /// Returns the number of a twiddle factor for a vector of a step: that of the point of the rest of the transform.
    pub fn factor_column(&self, step: usize, vector: usize) -> usize {
        reversed(vector % self.steps[step].rest, &self.radices()[step + 1..])
    }
}
