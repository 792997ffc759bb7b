//! Reading of frames, a few at a time.

use super::error::DataError;
use super::lines::{Decoder, Lines};
use super::npy::Array;
use super::numbers::{Beyond, Numbers};
use super::recording::Recording;
use super::{coe::Coe, csv::Rows, hex::Words, mif::Mif, Frame, Notation};
use crate::model::Sample;
use std::io::BufRead;

/// Reader of frames.
pub struct Frames<R> {
    source: Source<R>,
    numbers: Numbers,
    /// Components after the last whole frame of a recording.
    left_out: usize,
}

enum Source<R> {
    Text(Lines<R>),
    Array(Array<R>),
    Recording(Recording<R>),
}

impl<R: BufRead> Frames<R> {
    /// Reads frames of a notation. `columns` lists the columns of `csv` that hold the numbers, by their names or
    /// counted from 1; an empty list stands for all columns.
    pub fn new(source: R, notation: Notation, frame: Frame, columns: &[String]) -> Self {
        let text = |source: R, decoder: Box<dyn Decoder>| Source::Text(Lines::new(source, decoder));
        let source = match notation {
            Notation::Csv => text(source, Box::new(Rows::new(&frame, columns))),
            Notation::Hex => text(source, Box::<Words>::default()),
            Notation::Coe => text(source, Box::<Coe>::default()),
            Notation::Mif => text(source, Box::<Mif>::default()),
            Notation::Npy => Source::Array(Array::new(source)),
            Notation::Raw(layout) => Source::Recording(Recording::new(source, Some(layout))),
            Notation::Wav => Source::Recording(Recording::new(source, None)),
        };
        Frames { source, numbers: Numbers::new(frame), left_out: 0 }
    }

    /// Chooses whether a number beyond the range of the format is an error. If not, it becomes the largest number that
    /// there is.
    pub fn strict(mut self, strict: bool) -> Self {
        self.numbers.strict = strict;
        self
    }

    /// Reads up to `max` frames. Returns none at the end.
    pub fn read(&mut self, max: usize) -> Result<Vec<Sample>, DataError> {
        let frame = 2 * self.numbers.frame.size();
        let wanted = max.max(1) * frame;
        let mut ended = false;
        while self.numbers.words.len() < wanted && !ended {
            ended = !match &mut self.source {
                Source::Text(lines) => lines.fetch(&mut self.numbers)?,
                Source::Array(array) => array.fetch(&mut self.numbers)?,
                Source::Recording(recording) => recording.fetch(&mut self.numbers)?,
            };
        }
        let mut there = self.numbers.words.len().min(wanted);
        if ended && there % frame != 0 {
            if self.numbers.strict || !matches!(self.source, Source::Recording(_)) {
                return Err(self.short(there % frame));
            }
            self.left_out = there % frame;
            there -= self.left_out;
            self.numbers.words.truncate(there);
        }
        let rest = self.numbers.words.split_off(there);
        let words = std::mem::replace(&mut self.numbers.words, rest);
        Ok(words.chunks_exact(2).map(|parts| [parts[0], parts[1]]).collect())
    }

    /// Returns the number of bytes read so far.
    pub fn bytes(&self) -> u64 {
        match &self.source {
            Source::Text(lines) => lines.bytes,
            Source::Array(array) => array.bytes,
            Source::Recording(recording) => recording.bytes,
        }
    }

    /// Returns the points, or real samples, after the last whole frame of a recording.
    pub fn left_out(&self) -> usize {
        self.left_out / if self.numbers.frame.real { 1 } else { 2 }
    }

    /// Counts the numbers beyond the range of the format so far, if there are any.
    pub fn beyond(&self) -> Option<Beyond> {
        self.numbers.beyond()
    }

    /// Returns the error of data that end within a frame, after some components.
    fn short(&self, components: usize) -> DataError {
        let Numbers { place, frame: frame @ Frame { real, .. }, .. } = self.numbers;
        let size = frame.size();
        match real {
            true => DataError::Short { place, there: components, size: 2 * size, what: "samples" },
            false => DataError::Short { place, there: components / 2, size, what: "points" },
        }
    }
}
