//! Libraries of standard cells.

#![no_main]

use fftgen::synth::Library;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Library::parse(text) {
        Ok(library) => assert!(library.nand_area > 0.0),
        Err(error) => assert!(!error.is_empty()),
    }
});
