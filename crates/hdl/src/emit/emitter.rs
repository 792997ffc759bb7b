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

    /// Returns the lines around the contents of a file of some name, by which it is read once where several designs bring
    /// it.
    fn once(&self, _name: &str) -> [String; 2] {
        [String::new(), String::new()]
    }

    /// Returns name and text of what all modules of a design use and is no module. The name begins with that of the design.
    fn package(&self, _design: &str) -> Option<(String, String)> {
        None
    }

    /// Returns a name that the language can have, if it is not reserved: this one where it can be. `name` has letters,
    /// digits and underscores, and begins with no digit.
    fn identifier(&self, name: &str) -> String {
        name.to_string()
    }

    /// Returns names that the text of a core uses, so that no signal can have them.
    fn used_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a name can be that of a module.
    fn has_identifier(&self, name: &str) -> bool {
        self.identifier(name).eq_ignore_ascii_case(name) && !self.is_reserved(name)
    }

    /// Appends the text of a module. `design`: what the name of its [`Self::package`] begins with.
    fn module(&self, design: &str, view: &ModuleView, labels: &Labels, out: &mut String);

    /// Returns the command of Yosys that reads a file with a top module.
    fn read_command(&self, file: &str, top: &str) -> String;
}
