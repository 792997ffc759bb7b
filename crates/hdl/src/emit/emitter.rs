//! The interface of an output language.

use super::view::{Labels, ModuleView};

/// An output language.
///
/// A module is printed from a [`ModuleView`], which decides the printed form of each net, and from [`Labels`], which
/// hold its names. An emitter decides the syntax only.
pub trait Emitter: Sync {
    /// Returns the name in lower case, as in a setting: `verilog`.
    fn name(&self) -> &'static str;

    /// Returns the name as in a text: `Verilog`.
    fn title(&self) -> &'static str;

    /// Returns the edition of the language: `Verilog-2005`.
    fn edition(&self) -> &'static str;

    /// Returns the extension of file names, without the dot.
    fn extension(&self) -> &'static str;

    /// Whether a word is reserved, so that it cannot be an identifier.
    fn is_reserved(&self, word: &str) -> bool;

    /// Returns a text as comment lines.
    fn comment(&self, text: &str) -> String;

    /// Returns the lines at the top of a file of several modules, for tools that expect one module in a file.
    fn several_modules(&self) -> &'static str {
        ""
    }

    /// Returns the lines before the modules of a file and the lines after them.
    fn around(&self) -> [&'static str; 2] {
        ["", ""]
    }

    /// Appends the text of a module.
    fn module(&self, view: &ModuleView, labels: &Labels, out: &mut String);

    /// Returns the command of Yosys that reads a file.
    fn read_command(&self, file: &str) -> String;
}
