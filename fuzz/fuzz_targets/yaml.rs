//! Configurations and sweeps: read, checked, and planned where the cores are small.

#![no_main]

use fftgen::program::trial::Trial;
use fftgen_fuzz::{is_small, plan};
use libfuzzer_sys::fuzz_target;

/// Most designs of a sweep that are looked at.
const MOST: u64 = 100;

/// Most cores of a text that are planned.
const PLANNED: usize = 3;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for trials in [Trial::of_configuration(text), Trial::of_sweep(text, MOST)] {
        match trials {
            Ok(trials) => trials.iter().take(PLANNED).for_each(|trial| drop(plan(trial, is_small(data)))),
            Err(error) => assert!(!format!("{error:#}").is_empty()),
        }
    }
});
