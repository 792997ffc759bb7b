//! A hardware description language in Rust: signals as values, netlists, a simulator that runs them, and Verilog.
//!
//! ```text
//! dsl ──► rtl ──► sim      dsl: signals that operators combine, and that know their clock cycle
//!          │               rtl: nets with a width and one operation; retiming; memories of a technology
//!          └────► emit     sim: runs a netlist, cycle by cycle
//! target ◄─┘               emit: prints it; target: families of devices, and boards
//!                          protect: check bits of memories
//! ```
//!
//! ```
//! use fftgen_hdl::dsl::*;
//! use fftgen_hdl::emit::{print, Verilog};
//! use fftgen_hdl::sim::Simulator;
//!
//! let m = Builder::new("counter", "Counts enabled clock cycles.");
//! let enable = m.input("enable", 1);
//! let count = m.state(8, 0).named("count");
//! count.next_if(enable, count + 1);
//! m.output("value", count);
//! let module = m.finish();
//!
//! let mut simulator = Simulator::new(&module);
//! let (enable, value) = (simulator.input("enable").unwrap()[0], simulator.output("value").unwrap()[0]);
//! simulator.set(enable, 1);
//! (0..5).for_each(|_| simulator.step());
//! simulator.settle();
//! assert_eq!(simulator.get(value), 5);
//! assert!(print(&Verilog, &module, "").contains("count <= "));
//! ```

#![warn(missing_docs)]

pub mod dsl;
pub mod emit;
pub mod protect;
pub mod rtl;
pub mod sim;
pub mod target;

use fftgen_maths::choice;
