//! Hardware as expressions: signals are values that operators combine, and that know their clock cycle.
//!
//! A [`Builder`] owns a module under construction. A [`Sig`] is a copy of a handle to one of its nets:
//! `a & b`, `a + 1`, `valid.mux(a, b)`, `word.bits(0, 8)`.
//! [`hdl`] names each signal in the Verilog by the variable that it is bound to.
//!
//! ```
//! use fftgen_hdl::dsl::*;
//!
//! /// The mean of the last four samples.
//! #[hdl]
//! fn moving_average(bits: u32) -> Builder {
//!     let m = Builder::new("average4", "Mean of the last four samples. Latency: 3 cycles.");
//!     let x = m.input("x", bits).at(0);
//!     let sample = x.sign_extend(bits + 2);
//!     // Samples of one, two and three cycles before are those of earlier beats: delays that no alignment may undo.
//!     let first_pair = sample + sample.before(1);
//!     let pair = first_pair.register();
//!     let both = pair + pair.before(2);
//!     let sum = both.register();
//!     let mean = sum.bits(2, bits).register();
//!     assert_eq!(mean.cycle(), Some(3));
//!     m.output("y", mean);
//!     m
//! }
//!
//! let verilog = fftgen_hdl::emit::print(&fftgen_hdl::emit::Verilog, &moving_average(16).finish(), "");
//! assert!(verilog.contains("first_pair"));
//! ```
//!
//! # Cycles
//!
//! A signal with a cycle has the value of its beat that many clock cycles after it. An operation delays its earlier
//! operands until the latest one. Signals without a cycle (constants, settings, handshakes, states) go with all others.
//! What must be reset is never aligned: a [`Pulse`] and a [`FrameValue`] say how they wait.

mod align;
mod bind;
mod builder;
mod chained;
mod count;
mod delay;
mod instance;
mod memory;
mod operand;
mod operators;
mod placed;
mod pulse;
mod record;
mod register;
mod run;
mod scope;
mod signal;
mod signed;
mod values;
mod words;

pub use crate::{bind, record};
pub use bind::{BindsOther, BindsSignal, Bound, Named};
pub use chained::chained;
pub use fftgen_hdl_macros::hdl;
pub use instance::Open;
pub use memory::Operator;
pub use operand::Operand;
pub use placed::Placed;
pub use pulse::{FrameValue, Pulse};
pub use record::{each_of, Signals};
pub use run::Run;
pub use scope::Scope;
pub use values::{Builder, Reg, Sig, Store};
