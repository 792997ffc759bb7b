//! Text, a line at a time.

use super::error::{DataError, Place};
use super::limits::MAX_LINE_BYTES;
use super::numbers::Numbers;
use std::io::{BufRead, Read};

/// Notation that consists of lines.
pub(super) trait Decoder {
    /// Reads the numbers of a line, or returns what is wrong with it.
    fn line(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String>;

    /// Reads some of the numbers that are left of the lines so far. Returns false if none are left.
    fn rest(&mut self, _: &mut Numbers) -> Result<bool, String> {
        Ok(false)
    }

    /// Returns an error if the text ends too early.
    fn end(&mut self) -> Result<(), String> {
        Ok(())
    }
}

/// Reader of a text, line by line.
pub(super) struct Lines<R> {
    source: R,
    decoder: Box<dyn Decoder>,
    /// Number of the last line.
    line: u64,
    /// Number of bytes read so far.
    pub bytes: u64,
    /// Last line.
    text: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(source: R, decoder: Box<dyn Decoder>) -> Self {
        Lines { source, decoder, line: 0, bytes: 0, text: Vec::new() }
    }

    /// Reads some numbers, perhaps none. Returns false at the end.
    pub fn fetch(&mut self, numbers: &mut Numbers) -> Result<bool, DataError> {
        let wrong = |what| DataError::At { place: Place::Line(self.line), what };
        if self.decoder.rest(numbers).map_err(wrong)? {
            return Ok(true);
        }
        self.text.clear();
        let bytes = (&mut self.source).take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut self.text)? as u64;
        if bytes == 0 {
            self.decoder.end().map_err(wrong)?;
            return Ok(false);
        }
        self.bytes += bytes;
        self.line += 1;
        if bytes > MAX_LINE_BYTES {
            return Err(DataError::Long(self.line));
        }
        numbers.place = Place::Line(self.line);
        let wrong = |what| DataError::At { place: numbers.place, what };
        let text = std::str::from_utf8(&self.text).map_err(|_| wrong("no text: it is not UTF-8".into()))?;
        // Editors may put a byte order mark before everything.
        let text = text.trim_start_matches('\u{feff}');
        let place = numbers.place;
        self.decoder.line(text, numbers).map_err(|what| DataError::At { place, what })?;
        Ok(true)
    }
}
