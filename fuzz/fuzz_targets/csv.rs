//! Samples as decimals in columns.

#![no_main]

use fftgen::data::Notation;
use fftgen_fuzz::{choice, frame, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice(data) else { return };
    read(text, Notation::Csv, frame(choice).0);
});
