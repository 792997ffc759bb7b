//! Prints netlists in an output language.
//!
//! A language is an [`Emitter`], a row of [`EMITTERS`]. It gets each module with two analyses that no language changes: a
//! [`ModuleView`](view::ModuleView), which says what each net is printed as and what is alive, and
//! [`Labels`](view::Labels), which hold unique names.
//!
//! - `view`: folding, single uses, liveness, names.
//! - `print`: the modules of a design in their order, as one file or as several.
//! - `text`: lines of limited length.
//! - `verilog`: the language Verilog-2005.

mod banner;
mod emitter;
mod print;
mod text;
mod verilog;
pub mod view;

pub use banner::Banner;
pub use emitter::{Emitter, Templates};
pub use print::{files, print};
pub use text::COLUMNS;
pub use verilog::Verilog;

/// All output languages; the first one is the default.
pub const EMITTERS: [&dyn Emitter; 1] = [&Verilog];
