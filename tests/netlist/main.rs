//! Rung 1 of the verification ladder: every netlist operation against plain integers, and the
//! simulator against the printed Verilog under Icarus, bit by bit, on random designs.

mod emitter;
mod generate;
mod ghdl;
mod icarus;
mod operations;
mod printed;
mod simulator;
#[path = "../support/mod.rs"]
mod support;
