//! VHDL-2008.
//!
//! Each net is a signal, `std_logic` for one bit and `std_logic_vector` for more, with one operation, as in Verilog.
//! What VHDL has no operator for is a function of the package `<design>_words`, with which a file begins.
//! Signals have no initial values, as those of Verilog, but in modules without a reset.

mod clocked;
mod expr;
mod module;
mod reserved;

use super::emitter::Emitter;
use super::text::comment;
use super::view::{Labels, ModuleView};
use module::{Printer, MARK};

/// The output language VHDL, as in IEEE 1076-2008.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vhdl;

impl Emitter for Vhdl {
    fn name(&self) -> &'static str {
        "vhdl"
    }

    fn title(&self) -> &'static str {
        "VHDL"
    }

    fn edition(&self) -> &'static str {
        "VHDL-2008"
    }

    fn extension(&self) -> &'static str {
        "vhd"
    }

    fn is_reserved(&self, word: &str) -> bool {
        reserved::is_reserved(word)
    }

    /// Names have no two underscores side by side and none at an end. Upper and lower case are the same.
    fn identifier(&self, name: &str) -> String {
        let words: Vec<String> = name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        words.join("_")
    }

    fn used_names(&self) -> &'static [&'static str] {
        &reserved::USED
    }

    fn comment(&self, text: &str) -> String {
        let mut out = String::new();
        comment(&mut out, MARK, text);
        out
    }

    fn package(&self, design: &str) -> Option<(String, String)> {
        Some((format!("{design}_words"), include_str!("words.vhd").replace("DESIGN", design)))
    }

    fn module(&self, design: &str, view: &ModuleView, labels: &Labels, out: &mut String) {
        Printer::new(design, view, labels, out).run();
    }

    fn read_command(&self, file: &str, top: &str) -> String {
        format!("ghdl --std=08 {file} -e {top}")
    }
}
