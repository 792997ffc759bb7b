//! Executes a netlist cycle by cycle.
