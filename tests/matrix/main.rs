//! Rung 5: matrix products: netlists with stalls, gaps and resets equal the model, at the promised clock cycles; the model equals double
//! precision within a bound; a matrix that is loaded is replaced between frames. Rung 6: the emitted testbench in Verilator and Icarus
//! Verilog, and the commands.

mod accuracy;
mod axes;
mod chirps;
mod commands;
mod emitted;
mod horner;
mod loaded;
mod longer;
mod netlist;
mod products;
mod steps;
#[path = "../support/mod.rs"]
mod support;
