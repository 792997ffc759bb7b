//! Recordings in SigMF: the description, and after a zero byte the samples.

#![no_main]

use fftgen::data::{Layout, Notation};
use fftgen_fuzz::{choice, frame, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, data)) = choice(data) else { return };
    let (meta, samples) = data.split_at(data.iter().position(|byte| *byte == 0).unwrap_or(data.len()));
    let Ok(meta) = std::str::from_utf8(meta) else { return };
    match Layout::from_sigmf(meta) {
        Ok(layout) => drop(read(samples.get(1..).unwrap_or_default(), Notation::Raw(layout), frame(choice).0)),
        Err(error) => assert!(!error.is_empty()),
    }
});
