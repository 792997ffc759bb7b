//! Components of frames as they are read.

use super::error::Place;
use super::{decimal, Frame};
use crate::format::{Fixed, Format, Overflow};
use std::fmt;

/// Count of the numbers that are beyond the range of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beyond {
    /// Count of the numbers beyond the range.
    pub count: u64,
    /// Count of all numbers.
    pub of: u64,
    /// Place of the first number beyond the range.
    pub first: Place,
    /// Value that a number beyond the range becomes.
    is_now: &'static str,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beyond { count, of, first, is_now } = self;
        let were = if *count == 1 { "was" } else { "were" };
        write!(f, "{count} of {of} numbers {were} beyond the format's range and {is_now}; the first on {first}")
    }
}

/// Numbers of frames, as they are read.
pub(super) struct Numbers {
    /// Shape of the frames.
    pub frame: Frame,
    /// Place of the next numbers.
    pub place: Place,
    /// Whether a number beyond the range is an error.
    pub strict: bool,
    /// Components of frames. The first one is the first component of a frame.
    pub words: Vec<u64>,
    /// Count of the numbers that have been read.
    read: u64,
    /// Count of the numbers beyond the range.
    beyond: u64,
    first_beyond: Option<Place>,
}

impl Numbers {
    pub fn new(frame: Frame) -> Self {
        let place = Place::Line(0);
        Numbers { frame, place, strict: false, words: vec![], read: 0, beyond: 0, first_beyond: None }
    }

    /// Returns the number of components of the frame in the next beat.
    pub fn beat(&self) -> usize {
        let packing = self.frame.packing();
        let first = self.words.len() % (2 * self.frame.size());
        packing.beat.min(packing.run - first % packing.run)
    }

    /// Appends components as they are on the bus.
    pub fn bits(&mut self, words: impl Iterator<Item = u64>) {
        let before = self.words.len();
        self.words.extend(words);
        self.read += (self.words.len() - before) as u64;
    }

    /// Appends a decimal. `value` is the nearest double.
    pub fn decimal(&mut self, text: &str, value: f64) -> Result<(), String> {
        self.no_nan(value)?;
        let rounded = decimal::nearest(&self.frame.format, text, value);
        self.take(rounded, || text.to_string())
    }

    /// Appends a double.
    pub fn value(&mut self, value: f64) -> Result<(), String> {
        self.no_nan(value)?;
        let rounded = decimal::nearest_to_double(&self.frame.format, value);
        self.take(rounded, || value.to_string())
    }

    /// Appends an integer: a word in fixed point, the value itself in floating point.
    pub fn integer(&mut self, number: i64) -> Result<(), String> {
        let rounded = match self.frame.format {
            Format::Float(float) => decimal::checked(float, float.nearest(number.into(), 0)),
            Format::Fixed(fixed) => decimal::fit(fixed, number.into()),
        };
        self.take(rounded, || number.to_string())
    }

    /// Appends an unsigned integer: offset binary in fixed point, where half of the words are below zero, and the value
    /// itself in floating point.
    pub fn unsigned(&mut self, number: u64) -> Result<(), String> {
        let rounded = match self.frame.format {
            Format::Float(float) => decimal::checked(float, float.nearest(number.into(), 0)),
            Format::Fixed(fixed) => decimal::fit(fixed, i128::from(number) - (1 << (fixed.bits() - 1))),
        };
        self.take(rounded, || number.to_string())
    }

    /// Counts the numbers beyond the range, if there are any.
    pub fn beyond(&self) -> Option<Beyond> {
        let is_now = match (self.frame.format, self.beyond) {
            (Format::Fixed(_), 1) => "is at full scale",
            (Format::Fixed(_), _) => "are at full scale",
            (Format::Float(_), 1) => "is infinite",
            (Format::Float(_), _) => "are infinite",
        };
        self.first_beyond.map(|first| Beyond { count: self.beyond, of: self.read, first, is_now })
    }

    /// Returns an error for a NaN if the format has none.
    fn no_nan(&self, value: f64) -> Result<(), String> {
        let Format::Fixed(fixed) = self.frame.format else { return Ok(()) };
        match value.is_nan() {
            true => Err(format!("nan is not in {}, where every word is a number; replace it by one", fixed.name())),
            false => Ok(()),
        }
    }

    /// Appends a word, and counts it if its number is beyond the range.
    fn take(&mut self, (word, beyond): (u64, bool), text: impl Fn() -> String) -> Result<(), String> {
        if beyond {
            if self.strict {
                return Err(self.refused(&text()));
            }
            self.beyond += 1;
            self.first_beyond.get_or_insert(self.place);
        }
        self.read += 1;
        self.words.push(word);
        Ok(())
    }

    /// Describes the error of a number beyond the range.
    fn refused(&self, text: &str) -> String {
        let format = self.frame.format;
        let range = match format {
            Format::Float(float) => format!("{:e}", format.to_f64(float.infinity() - 1)),
            Format::Fixed(Fixed { fraction, .. }) => {
                let mut range = String::new();
                let last = Overflow::Saturate.fit(i128::MAX, format.bits()).0 as i64;
                decimal::write(last, fraction as i32, &mut range);
                range
            }
        };
        let text = crate::error::quoted(text);
        format!(
            "{text} is beyond the range of {}, which ends at {range}; scale the data, or leave --strict out",
            format.name()
        )
    }
}
