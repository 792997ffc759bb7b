//! Rung 5: whole cores. The netlist, simulated with stalls, equals the reference model in every bit; `verify` fails on a wrong
//! latency or interval as well.
//!
//! `FFTGEN_CONFIGURATIONS` sets how many random configurations are tried, and `FFTGEN_GRID=full` how many choices.

#[path = "../support/cases.rs"]
mod cases;
mod choice;
#[path = "../support/config.rs"]
mod config;
mod constants;
mod convolved;
mod exponents;
mod feedback;
mod fixed;
mod folded;
mod folded_floats;
mod folded_paced;
mod kernels;
mod mac;
mod macros;
#[path = "../support/noise.rs"]
mod noise;
mod orders;
#[path = "../support/overflow.rs"]
mod overflow;
mod paced;
mod paired;
mod plans;
mod ports;
#[path = "../support/program.rs"]
#[allow(dead_code)]
mod program;
mod random;
mod ratio;
#[path = "../support/reset.rs"]
mod reset;
mod stalls;
mod targets;
#[path = "../support/verify.rs"]
mod verify;
mod widest;

/// The one of the program. Half of these tests plan cores, which takes a fifth less time with it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
