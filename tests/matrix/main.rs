//! Rung 5: matrix products: netlists with stalls, gaps and resets equal the model, at the promised clock cycles; the model equals double
//! precision within a bound; a matrix that is loaded is replaced between frames. Rung 6: the emitted testbench in Verilator and Icarus
//! Verilog, and the commands.

mod accuracy;
mod axes;
#[path = "../support/cases.rs"]
mod cases;
mod chirps;
mod commands;
mod emitted;
#[path = "../support/finished.rs"]
mod finished;
mod horner;
mod loaded;
mod longer;
mod netlist;
mod steps;
mod support;
#[path = "../tools/mod.rs"]
mod tools;
