//! Rungs 6 and 11: the emitted files, used by other people's tools.

mod chains;
mod companions;
mod formal;
mod ghdl;
mod library;
mod mutants;
mod operators;
mod protection;
mod running;
mod settings;
mod small_cores;
mod strict;
#[path = "../support/mod.rs"]
mod support;
mod systemverilog;
mod verilator;
