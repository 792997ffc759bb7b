//! Rungs 1 and 2: every netlist operation against plain integers, and the simulator against the printed Verilog under Icarus, bit by
//! bit, on random designs. Then operators.

mod emitter;
mod generate;
mod icarus;
mod operations;
mod operators;
mod printed;
mod simulator;
#[path = "../support/mod.rs"]
mod support;
