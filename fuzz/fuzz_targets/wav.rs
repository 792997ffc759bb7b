//! Samples in WAV files.

#![no_main]

use fftgen::data::Notation;
use fftgen_fuzz::{choice, frame, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, file)) = choice(data) else { return };
    read(file, Notation::Wav, frame(choice).0);
});
