//! Arrays of NumPy: as frames and as tables.

#![no_main]

use fftgen::data::{Notation, Table};
use fftgen_fuzz::{choice, frame, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((choice, array)) = choice(data) else { return };
    read(array, Notation::Npy, frame(choice).0);
    drop(Table::from_npy(array).map_err(|error| error.to_string()));
});
