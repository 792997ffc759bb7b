//! Places of points: natural order, and the order in which a step takes its vectors.
//!
//! With the radices r0, r1, .. a point has the digits d0, d1, .., d0 the highest. A step replaces its digit d by the
//! digit e of its results, whose order is that of frequencies with e0 the lowest. The vectors of a step count by the
//! digits that follow, the next one fastest, then by the digits e of the steps before it, the last one fastest, and
//! then by the frames of the batch.

use super::digits::reversed;
use super::plan::StepsPlan;

/// A vector of a step, and a place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Number of the vector.
    pub vector: usize,
    /// Place in the vector.
    pub place: usize,
}

/// Coefficients of all cells for some slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Step of the slots.
    pub step: usize,
    /// Group of results.
    pub group: usize,
    /// Matrix of the step.
    pub matrix: usize,
}

impl StepsPlan {
    /// Returns the radices of the steps.
    pub fn radices(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.radix()).collect()
    }

    /// Returns the vectors of a batch in a step.
    pub fn vectors(&self, step: usize) -> usize {
        self.batch * self.length / self.steps[step].radix()
    }

    /// Returns the groups of results of a step, of which each has a column of cells for a result.
    pub fn groups(&self, step: usize) -> usize {
        self.steps[step].results().div_ceil(self.cells.columns)
    }

    /// Returns the number of the first tile of a step.
    pub fn first_tile(&self, step: usize) -> usize {
        (0..step).map(|before| self.groups(before) * self.steps[before].matrices()).sum()
    }

    /// Lists the tiles.
    pub fn tiles(&self) -> Vec<Tile> {
        let of_group = |step: usize, group: usize| {
            (0..self.steps[step].matrices()).map(move |matrix| Tile { step, group, matrix })
        };
        let of_step = |step: usize| (0..self.groups(step)).flat_map(move |group| of_group(step, group));
        (0..self.steps.len()).flat_map(of_step).collect()
    }

    /// Returns the points of a vector of a step that may be other than zero.
    pub fn used_points(&self, step: usize) -> usize {
        match step {
            0 => self.size.div_ceil(self.steps[0].rest),
            _ => self.steps[step].radix(),
        }
    }

    /// Returns the number of the first point of a vector of the first step.
    pub fn first_point(&self, vector: usize) -> usize {
        reversed(vector % self.steps[0].rest, &self.radices()[self.ends[0].clone()][1..])
    }

    /// Returns the place at which the first step has a point of the first frame.
    pub fn place_of_point(&self, point: usize) -> Place {
        let rest = self.steps[0].rest;
        let others = &self.radices()[self.ends[0].clone()][1..];
        Place { vector: reversed(point % rest, others.iter().rev()), place: point / rest }
    }

    /// Returns the place at which a step finds what the step before it makes: vector `from.vector`, result
    /// `from.place`.
    pub fn next_place(&self, step: usize, from: Place) -> Place {
        let [now, next] = [&self.steps[step], &self.steps[step + 1]];
        let (place, above) = (from.vector % next.radix(), from.vector / next.radix());
        let (low, high) = (above % next.rest, above / next.rest);
        Place { vector: low + next.rest * (from.place + now.radix() * high), place }
    }

    /// Returns the place at which the last step has a frequency of the first frame.
    pub fn place_of_frequency(&self, frequency: usize) -> Place {
        let radices = &self.radices()[self.ends[1].clone()];
        let before = &radices[..radices.len() - 1];
        let done: usize = before.iter().product();
        Place { vector: reversed(frequency % done, before), place: frequency / done }
    }

    /// Returns the number of a twiddle factor for a vector of a step: that of the point of the rest of the transform.
    pub fn factor_column(&self, step: usize, vector: usize) -> usize {
        reversed(vector % self.steps[step].rest, &self.radices()[step + 1..])
    }
}
