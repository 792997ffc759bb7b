//! Prints netlists in an output language.
//!
//! A language is an [`Emitter`], which receives each module with two analyses that do not depend
//! on the language: a [`ModuleView`](view::ModuleView), which has the printed form of each net and the live signals,
//! and [`Labels`](view::Labels), which hold unique names.
//!
//! - `view`: folding, single uses, liveness and names.
//! - `print`: the modules of a design in order, as one file or as several.
//! - `text`: lines of limited length.
//! - `verilog`: Verilog-2005 and SystemVerilog-2017.
//! - `vhdl`: VHDL-2008.

mod emitter;
mod print;
mod text;
mod verilog;
mod vhdl;
pub mod view;

pub use emitter::Emitter;
pub use print::{file, files, modules, print};
pub use text::COLUMNS;
pub use verilog::{SystemVerilog, Verilog};
pub use vhdl::Vhdl;
