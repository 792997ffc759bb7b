//! What an output language has to say.

use super::view::{Labels, ModuleView};

/// Templates of the files around a core that are written in a language, or name its tools.
#[derive(Clone, Copy, Debug)]
pub struct Templates {
    /// The self-checking testbench.
    pub testbench: &'static str,
    /// The part of the testbench that makes a stream of the ports of AXI4-Stream, without holes.
    pub axis_adapter: &'static str,
    /// The part of the testbench that makes a stream of the native ports, without holes.
    pub native_adapter: &'static str,
    /// An instance of the core, for its README.
    pub instance: &'static str,
    /// The Makefile that simulates, lints and synthesises.
    pub makefile: &'static str,
    /// The core file of FuseSoC.
    pub fusesoc: &'static str,
}

/// An output language.
///
/// A module is printed from a [`ModuleView`], which says what each net is printed as, and [`Labels`], which hold its names:
/// an emitter decides about syntax alone.
pub trait Emitter: Sync {
    /// Name in lower case, as a setting would have it: `verilog`.
    fn name(&self) -> &'static str;

    /// Name as a text has it: `Verilog`.
    fn title(&self) -> &'static str;

    /// Edition of the language: `Verilog-2005`.
    fn edition(&self) -> &'static str;

    /// Extension of its files, without the dot.
    fn extension(&self) -> &'static str;

    /// Whether a word is no identifier.
    fn is_reserved(&self, word: &str) -> bool;

    /// A text as comment lines.
    fn comment(&self, text: &str) -> String;

    /// Lines at the top of a file that holds several modules, for tools that expect one.
    fn several_modules(&self) -> &'static str {
        ""
    }

    /// Lines ahead of the modules of a file and behind them.
    fn around(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// Appends a module to a text.
    fn module(&self, view: &ModuleView, labels: &Labels, out: &mut String);

    /// Templates of the files around a core.
    fn templates(&self) -> Templates;

    /// The command of Yosys that reads a file.
    fn read_command(&self, file: &str) -> String;
}
