//! Prints a netlist as Verilog-2005.
