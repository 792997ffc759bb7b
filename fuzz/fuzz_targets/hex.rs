//! Beats as hexadecimal words, and as initial contents of memories.

#![no_main]

use fftgen::data::Notation;
use fftgen_fuzz::{choice, frame, read_and_write};
use libfuzzer_sys::fuzz_target;

const NOTATIONS: [Notation; 3] = [Notation::Hex, Notation::Coe, Notation::Mif];

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice(data) else { return };
    let (frame, _) = frame(choice / NOTATIONS.len());
    read_and_write(text, NOTATIONS[choice % NOTATIONS.len()], frame);
});
