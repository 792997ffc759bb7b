//! Shifts that frames choose: fields of a configuration word, one for each step, the first step lowest. They lie above
//! the other choices of a frame.

use super::Pipeline;
use crate::formula::Direction;
use std::ops::Range;

impl Pipeline {
    /// Returns, for each stage, the bits that are its shift, where frames choose it. Bits are counted from the first
    /// one above the other choices of a frame.
    pub fn shift_fields(&self) -> Vec<Option<Range<u32>>> {
        let mut end = 0;
        let field = |bits: u32| {
            let start = end;
            end += bits;
            (bits > 0).then_some(start..end)
        };
        self.field_bits().map(field).collect()
    }

    /// Bits of the configuration word of a frame, whose size is fixed: its direction and its shifts, if it chooses
    /// them.
    pub fn config_bits(&self) -> u32 {
        self.direction_bits() + self.shift_bits()
    }

    /// Bits of the configuration word of a frame, whose size is fixed, below its shifts: one if it chooses its
    /// direction.
    pub fn direction_bits(&self) -> u32 {
        u32::from(matches!(self.spec.direction, Direction::Chosen { .. }))
    }

    /// Bits of all shift fields together.
    pub fn shift_bits(&self) -> u32 {
        self.field_bits().sum()
    }

    /// Shift fields of the default configuration word, with which nothing overflows between the steps, as a number.
    pub fn standard_shifts(&self) -> u64 {
        let shifts = self.stages().map(|stage| stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift as u64));
        self.shift_fields().into_iter().zip(shifts).fold(0, |word, (field, shift)| match field {
            Some(bits) => word | shift << bits.start,
            None => word,
        })
    }

    /// Returns, for each stage, the bits of its shift field.
    fn field_bits(&self) -> impl Iterator<Item = u32> + '_ {
        self.stages().map(|stage| stage.arithmetic.fixed().map_or(0, |fixed| fixed.shift_field_bits))
    }
}
