//! What frames say of their shifts: the fields of a configuration word for the steps of a pipeline, the first step lowest.

use super::Pipeline;
use crate::formula::Direction;
use std::ops::Range;

impl Pipeline {
    /// For each stage the bits of the configuration word that are its shift, where frames choose one. What else a frame
    /// chooses stands below.
    pub fn shift_fields(&self) -> Vec<Option<Range<u32>>> {
        let mut end = u32::from(matches!(self.spec.direction, Direction::Chosen { .. }));
        let field = |bits: u32| {
            let start = end;
            end += bits;
            (bits > 0).then_some(start..end)
        };
        self.choices().map(field).collect()
    }

    /// Bits of all these fields.
    pub fn shift_bits(&self) -> u32 {
        self.choices().sum()
    }

    /// The fields of a word that nobody has sent: nothing overflows between the steps.
    pub fn standard_shifts(&self) -> u64 {
        let shifts = self.stages().map(|stage| stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift as u64));
        self.shift_fields().into_iter().zip(shifts).fold(0, |word, (field, shift)| match field {
            Some(bits) => word | shift << bits.start,
            None => word,
        })
    }

    fn choices(&self) -> impl Iterator<Item = u32> + '_ {
        self.stages().map(|stage| stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift_field_bits))
    }
}
