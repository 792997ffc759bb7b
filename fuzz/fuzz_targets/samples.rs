//! Recordings without a head.

#![no_main]

use fftgen::data::Notation;
use fftgen::Choice;
use fftgen_fuzz::{choice, frame, read};
use libfuzzer_sys::fuzz_target;

const LAYOUTS: [&str; 4] = ["cs8", "cu8", "cs16", "cf32"];

fuzz_target!(|data: &[u8]| {
    let Some((choice, samples)) = choice(data) else { return };
    let notation = Notation::from_word(LAYOUTS[choice % LAYOUTS.len()]).expect("a notation");
    read(samples, notation, frame(choice / LAYOUTS.len()).0);
});
