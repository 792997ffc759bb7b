//! Command lines, a word a line: read, checked, and planned where the core is small. Nothing is written.

#![no_main]

use fftgen::program::trial::Trial;
use fftgen_fuzz::{is_small, plan};
use libfuzzer_sys::fuzz_target;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

fuzz_target!(|data: &[u8]| {
    let words = std::iter::once(b"fftgen".as_slice()).chain(data.split(|byte| *byte == b'\n'));
    let words: Vec<OsString> = words.map(|word| OsStr::from_bytes(word).into()).collect();
    match Trial::of_line(words) {
        Ok(Some(trial)) => drop(plan(&trial, is_small(data))),
        Ok(None) => {}
        Err(error) => assert!(!format!("{error:#}").is_empty()),
    }
});
