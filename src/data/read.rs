//! Reads frames from text, a few at a time.

use super::{hex, Frame, Notation};
use crate::reference::Sample;
use std::io::{self, BufRead};

/// Text that is not frames of samples.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something is wrong with a line.
    #[error("line {line}: {what}")]
    Line { line: u64, what: String },
    /// The text ends within a frame.
    #[error(
        "line {line}: the last frame is short: {there} of {size} {what}; add the missing {}, or remove the frame",
        size - there
    )]
    Short { line: u64, there: usize, size: usize, what: &'static str },
}

/// A reader of frames.
pub struct Frames<R> {
    source: R,
    notation: Notation,
    frame: Frame,
    line: u64,
    bytes: u64,
    text: Vec<u8>,
    /// Numbers that are no sample yet.
    numbers: Vec<u64>,
}

impl<R: BufRead> Frames<R> {
    pub fn new(source: R, notation: Notation, frame: Frame) -> Self {
        Frames { source, notation, frame, line: 0, bytes: 0, text: Vec::new(), numbers: Vec::new() }
    }

    /// The next `most` frames, or all that are left; empty at the end.
    pub fn read(&mut self, most: usize) -> Result<Vec<Sample>, DataError> {
        let size = self.frame.size;
        let mut samples = Vec::new();
        while samples.len() < most.max(1) * size {
            if self.next_line()? {
                self.decode(&mut samples)?;
            } else if samples.len() % size != 0 || !self.numbers.is_empty() {
                return Err(self.short(samples.len() % size));
            } else {
                break;
            }
        }
        Ok(samples)
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The text ends behind so many points of a frame.
    fn short(&self, points: usize) -> DataError {
        let Frames { line, frame: Frame { size, real, .. }, .. } = *self;
        match real {
            true => DataError::Short { line, there: 2 * points + self.numbers.len(), size: 2 * size, what: "samples" },
            false => DataError::Short { line, there: points, size, what: "points" },
        }
    }

    /// Fetches a line; false at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        self.text.clear();
        let bytes = self.source.read_until(b'\n', &mut self.text)?;
        self.bytes += bytes as u64;
        self.line += u64::from(bytes > 0);
        Ok(bytes > 0)
    }

    fn decode(&mut self, samples: &mut Vec<Sample>) -> Result<(), DataError> {
        let number = self.line;
        let wrong = |what| DataError::Line { line: number, what };
        let text = std::str::from_utf8(&self.text).map_err(|_| wrong("no text: it is not UTF-8".into()))?;
        // Editors may put a byte order mark ahead of everything.
        let text = text.trim_start_matches('\u{feff}');
        match self.notation {
            Notation::Hex => {
                let word = text.split("//").next().unwrap_or_default().trim();
                let first = 2 * (samples.len() % self.frame.size) + self.numbers.len();
                if !word.is_empty() {
                    let count = self.frame.components_from(first);
                    hex::decode(&self.frame, word, count, &mut self.numbers).map_err(wrong)?;
                }
            }
            Notation::Csv => {
                let (text, line) = (text.trim(), self.frame.line());
                let header = number == 1 && line.is_header(text);
                if !text.is_empty() && !header {
                    line.decode(&self.frame.format, text, &mut self.numbers).map_err(wrong)?;
                }
            }
        }
        let whole = self.numbers.len() / 2 * 2;
        samples.extend(self.numbers[..whole].chunks(2).map(|parts| [parts[0], parts[1]]));
        self.numbers.drain(..whole);
        Ok(())
    }
}
