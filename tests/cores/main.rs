//! Rung 5: whole cores. The netlist, simulated with stalls, equals the reference model in every bit; `verify` fails on a wrong
//! latency or interval as well.
//!
//! `FFTGEN_CONFIGURATIONS` sets how many random configurations are tried, and `FFTGEN_GRID=full` how many choices.

mod blocks;
mod buffer;
mod choice;
mod constants;
mod convolved;
mod dimensions;
mod exponents;
mod feedback;
mod fixed;
mod folded;
mod folded_floats;
mod folded_paced;
mod kernels;
mod mac;
mod macros;
mod orders;
mod overflow;
mod paced;
mod paired;
mod plans;
mod ports;
mod protection;
mod random;
mod ranges;
mod ratio;
mod resync;
mod rows;
mod runtime;
mod shifts;
mod sizes;
mod spacing;
mod stalls;
#[path = "../support/mod.rs"]
mod support;
mod supports;
mod targets;
mod widest;
