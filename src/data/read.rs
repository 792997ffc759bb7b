//! Reads frames from text, a few at a time.

use super::{csv, hex, Frame, Notation};
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
        "line {line}: the last frame is short: {points} of {size} points; add the missing {}, or remove the frame",
        size - points
    )]
    Short { line: u64, points: usize, size: usize },
}

/// A reader of frames.
pub struct Frames<R> {
    source: R,
    notation: Notation,
    frame: Frame,
    line: u64,
    bytes: u64,
    text: Vec<u8>,
}

impl<R: BufRead> Frames<R> {
    pub fn new(source: R, notation: Notation, frame: Frame) -> Self {
        Frames { source, notation, frame, line: 0, bytes: 0, text: Vec::new() }
    }

    /// The next `most` frames, or all that are left; empty at the end.
    pub fn read(&mut self, most: usize) -> Result<Vec<Sample>, DataError> {
        let size = self.frame.size;
        let mut samples = Vec::new();
        while samples.len() < most.max(1) * size {
            if self.next_line()? {
                self.decode(&mut samples)?;
            } else if samples.len() % size != 0 {
                return Err(DataError::Short { line: self.line, points: samples.len() % size, size });
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

    /// Fetches a line; false at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        self.text.clear();
        let bytes = self.source.read_until(b'\n', &mut self.text)?;
        self.bytes += bytes as u64;
        self.line += u64::from(bytes > 0);
        Ok(bytes > 0)
    }

    fn decode(&self, samples: &mut Vec<Sample>) -> Result<(), DataError> {
        let wrong = |what| DataError::Line { line: self.line, what };
        let text = std::str::from_utf8(&self.text).map_err(|_| wrong("no text: it is not UTF-8".into()))?;
        // Editors may put a byte order mark ahead of everything.
        let text = text.trim_start_matches('\u{feff}');
        match self.notation {
            Notation::Hex => {
                let word = text.split("//").next().unwrap_or_default().trim();
                let points = self.frame.points_of_beat(samples.len() % self.frame.size);
                match word.is_empty() {
                    true => Ok(()),
                    false => hex::decode(&self.frame, word, points, samples).map_err(wrong),
                }
            }
            Notation::Csv => {
                let line = text.trim();
                let header = self.line == 1 && csv::is_header(line);
                if !line.is_empty() && !header {
                    samples.push(csv::decode(&self.frame.format, line).map_err(wrong)?);
                }
                Ok(())
            }
        }
    }
}
