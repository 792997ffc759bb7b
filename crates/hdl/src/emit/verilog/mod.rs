//! Verilog-2005, and SystemVerilog-2017, which a [`Dialect`] tells apart.
//!
//! Each net is a wire of explicit width with one operation. The text therefore depends neither on operator precedence
//! nor on implicit extension, and linters have no warnings. There are exceptions: constants, slices and short
//! expressions with one use are printed at their use. Nets without an effect on an output are left out. Bits that
//! nothing reads are gathered in one wire `unused` of each module, a name that linters accept.
//!
//! `module` and `clocked` print statements by means of `expr`, which also records the bits that are read.

mod cells;
mod clocked;
mod dialect;
mod expr;
mod module;
mod reserved;

use super::emitter::Emitter;
use super::text::comment;
use super::view::{Labels, ModuleView};
pub use dialect::{Dialect, SystemVerilog, Verilog};
use module::{Printer, MARK};

impl<D: Dialect> Emitter for D {
    fn name(&self) -> &'static str {
        D::WORDS.name
    }

    fn title(&self) -> &'static str {
        D::WORDS.title
    }

    fn edition(&self) -> &'static str {
        D::WORDS.edition
    }

    fn extension(&self) -> &'static str {
        D::WORDS.extension
    }

    fn is_reserved(&self, word: &str) -> bool {
        reserved::is_reserved(word)
    }

    fn comment(&self, text: &str) -> String {
        let mut out = String::new();
        comment(&mut out, MARK, text);
        out
    }

    /// Turns off the one lint rule that a file of several modules violates.
    fn several_modules(&self) -> &'static str {
        "// verilator lint_off DECLFILENAME\n"
    }

    /// Makes an undeclared name an error in this file only, because later files may depend on the default net type.
    fn around(&self) -> [&'static str; 2] {
        ["`default_nettype none\n", "\n`default_nettype wire\n"]
    }

    fn once(&self, name: &str) -> [String; 2] {
        [format!("`ifndef {name}_is_read\n`define {name}_is_read\n"), "`endif\n".into()]
    }

    fn module(&self, _: &str, view: &ModuleView, labels: &Labels, out: &mut String) {
        Printer::new(D::WORDS, view, labels, out).run();
    }

    fn read_command(&self, file: &str, _: &str) -> String {
        format!("{} {file}", D::WORDS.read)
    }
}
