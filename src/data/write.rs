//! Writes frames as text.

use super::{hex, Frame, Notation};
use crate::reference::Sample;
use rayon::prelude::*;

/// Samples that one thread writes at once.
const TOGETHER: usize = 4096;

/// Frames as text that reads back to the same bits (any NaN as the canonical one in `csv`), where they have no
/// exponents.
pub fn write(notation: Notation, frame: &Frame, samples: &[Sample], exponents: Option<&[i32]>) -> String {
    let together = TOGETHER.div_ceil(frame.size);
    let chunks = samples.par_chunks(frame.size * together).enumerate();
    let texts = chunks.map(|(number, frames)| {
        let exponents = exponents.map(|exponents| &exponents[number * together..]);
        some(notation, frame, frames, exponents)
    });
    texts.collect::<Vec<String>>().concat()
}

fn some(notation: Notation, frame: &Frame, frames: &[Sample], exponents: Option<&[i32]>) -> String {
    let mut text = String::new();
    let line = frame.line();
    for (number, points) in frames.chunks(frame.size).enumerate() {
        let exponent = exponents.map(|exponents| exponents[number]);
        match notation {
            Notation::Hex => {
                text.extend(exponent.map(|exponent| format!("// exponent {exponent}\n")));
                let beats = points.as_flattened().chunks(frame.beat_components());
                beats.for_each(|beat| hex::encode(frame, beat, &mut text));
            }
            Notation::Csv => points.iter().for_each(|sample| line.encode(&frame.format, *sample, exponent, &mut text)),
        }
    }
    text
}
