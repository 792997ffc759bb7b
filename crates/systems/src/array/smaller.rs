//! Smaller arrays in place of those that are too large to be simulated.

use super::{Array, Plan};
use crate::design::Config;
use crate::error::Error;
use crate::formula::FrameShape;

impl Array {
    /// Returns arrays of fewer elements, the largest first, whose elements have blocks of as many points. Their frames
    /// have shorter pencils. There are none for arrays that multiply by matrices, which are those of one size.
    pub fn smaller(&self) -> impl Iterator<Item = Array> + '_ {
        let (places, is_fourier) = (self.plan.places, self.plan.is_fourier(&self.config));
        let divisors = (2..places).rev().filter(move |fewer| is_fourier && places % fewer == 0);
        divisors.filter_map(move |fewer| self.with_places(fewer).ok())
    }

    /// Returns the array with another number of elements of each axis, and blocks of as many points.
    fn with_places(&self, fewer: usize) -> Result<Array, Error> {
        let Plan { topology, links, places, .. } = self.plan;
        let (shape, spread) = (self.config.shape, self.plan.spread() as u32);
        // A frame of one dimension has a length for each round.
        let power = if shape.has_rows() { spread } else { spread * self.plan.rounds.len() as u32 };
        let lengths = shape.dimensions().iter().map(|length| length / places.pow(power) * fewer.pow(power));
        let shape = FrameShape::new(&lengths.collect::<Vec<_>>()).unwrap_or(shape);
        Array::new(Config { shape, name: None, ..self.config.clone() }, topology.with_places(fewer), links)
    }
}
