//! Writing of frames, as they come.

use super::{beat, coe, csv, mif, npy, Frame, Layout, Notation};
use crate::error::Error;
use crate::model::Sample;
use rayon::prelude::*;

/// Number of samples that one thread writes at once.
const TOGETHER: usize = 4096;

/// Writer of frames. Frames without exponents are read back to the same bits, but for NaNs: where numbers are values,
/// they become the canonical NaN.
pub struct Writer {
    notation: Notation,
    frame: Frame,
    /// Whether each frame has an exponent.
    exponents: bool,
    /// Number of frames so far.
    frames: usize,
    /// Frames that follow a head. The head is written at the end, because it states the number of frames.
    held: Vec<u8>,
}

impl Writer {
    /// Makes a writer. `exponents` states whether each frame has an exponent.
    pub fn new(notation: Notation, frame: Frame, exponents: bool) -> Result<Self, Error> {
        match (notation, exponents) {
            (Notation::Coe, true) => Err(Error::Usage(
                "block floating point has an exponent for each frame, for which coe has no place; write csv, hex, mif \
                 or npy"
                    .into(),
            )),
            (Notation::Wav, _) => Err(unwritten("wav")),
            (Notation::Raw(layout), _) if layout != Layout::CF32 || frame.real => Err(unwritten(
                "a recording of \
                integers or of real samples",
            )),
            _ => Ok(Writer { notation, frame, exponents, frames: 0, held: Vec::new() }),
        }
    }

    /// Returns the next text of the file, which has these frames.
    pub fn write(&mut self, samples: &[Sample], exponents: Option<&[i32]>) -> Vec<u8> {
        let before = self.frames;
        self.frames += samples.len() / self.frame.size();
        let bytes = self.frames(samples, exponents);
        let text = || String::from_utf8_lossy(&bytes);
        let mut next = before * self.frame.beats();
        match self.notation {
            Notation::Csv | Notation::Hex | Notation::Raw(_) | Notation::Wav => return bytes,
            Notation::Coe => return coe::encode(&text(), before > 0).into_bytes(),
            Notation::Mif => self.held.extend(mif::encode(&text(), &mut next).into_bytes()),
            Notation::Npy => self.held.extend(bytes),
        }
        Vec::new()
    }

    /// Returns the text that ends the file.
    pub fn finish(self) -> Vec<u8> {
        let Writer { notation, frame, exponents, frames, held } = self;
        match notation {
            Notation::Csv | Notation::Hex | Notation::Raw(_) | Notation::Wav => held,
            Notation::Coe => coe::END.into(),
            Notation::Mif => {
                [mif::head(&frame, frames * frame.beats()).as_bytes(), &held, mif::END.as_bytes()].concat()
            }
            Notation::Npy => [npy::head(&frame, frames, exponents), held].concat(),
        }
    }

    /// Writes frames one after the other, as numbers or as lines of beats.
    fn frames(&self, samples: &[Sample], exponents: Option<&[i32]>) -> Vec<u8> {
        let together = TOGETHER.div_ceil(self.frame.size());
        let chunks = samples.par_chunks(self.frame.size() * together).enumerate();
        let chunks = chunks.map(|(number, samples)| {
            let exponents = exponents.map(|exponents| &exponents[number * together..]);
            self.some(samples, exponents)
        });
        chunks.collect::<Vec<Vec<u8>>>().concat()
    }

    fn some(&self, samples: &[Sample], exponents: Option<&[i32]>) -> Vec<u8> {
        let (frame, mut text, mut bytes) = (&self.frame, String::new(), Vec::new());
        for (number, points) in samples.chunks(frame.size()).enumerate() {
            let exponent = exponents.map(|exponents| exponents[number]);
            match self.notation {
                Notation::Csv => points.iter().for_each(|sample| csv::encode(frame, *sample, exponent, &mut text)),
                Notation::Npy => points.iter().for_each(|sample| npy::encode(frame, *sample, exponent, &mut bytes)),
                Notation::Raw(_) | Notation::Wav => {
                    let scale = 2f64.powi(exponent.unwrap_or(0));
                    let values = points.as_flattened().iter().map(|word| (frame.format.to_f64(*word) * scale) as f32);
                    bytes.extend(values.flat_map(f32::to_le_bytes));
                }
                Notation::Hex | Notation::Coe | Notation::Mif => {
                    text.extend(exponent.map(|exponent| format!("// exponent {exponent}\n")));
                    let (packing, components) = (frame.packing(), points.as_flattened());
                    let runs = components.chunks(packing.run);
                    let beats = runs.flat_map(|run| run.chunks(packing.beat));
                    beats.for_each(|beat| beat::encode(frame, beat, &mut text));
                }
            }
        }
        bytes.extend(text.into_bytes());
        bytes
    }
}

/// Returns the error for a notation that has no place for results.
fn unwritten(what: &str) -> Error {
    Error::Usage(format!(
        "results are not written as {what}, because their range is that of the core; write csv, hex, npy or cf32"
    ))
}
