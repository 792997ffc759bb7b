//! The self-check of a configuration.

use fftgen::verify::{check, Measured};
use fftgen::{Config, Design};

/// Builds a core and simulates frames, half of them with stalls. Panics on a wrong bit, latency or interval, with the plan.
pub fn verify(config: Config, frames: usize) -> (Design, Measured) {
    let design = Design::new(config).unwrap();
    let measured =
        check(&design, frames, |_| {}).unwrap_or_else(|error| panic!("{}: {error}; {}", design.name, design.plan()));
    (design, measured)
}
