//! Verilog-2005.
//!
//! One wire per net with its width spelled out, one operation per wire: there is no precedence and no
//! implicit widening to get wrong, and the lint is clean by construction. What is *not* a wire:
//! constants, slices, and short expressions used once are printed where they are used, nets nothing
//! depends on are dropped, and bits that nothing reads are gathered in one `unused` wire per module,
//! a name that lint tools know to leave alone.
//!
//! `module` and `clocked` print statements over `expr`, which also notes the bits that are read.

mod clocked;
mod expr;
mod module;
mod reserved;

use super::emitter::{Emitter, Templates};
use super::text::comment;
use super::view::{Labels, ModuleView};
use module::{Printer, MARK};

/// The language Verilog, as in IEEE 1364-2005.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verilog;

impl Emitter for Verilog {
    fn name(&self) -> &'static str {
        "verilog"
    }

    fn title(&self) -> &'static str {
        "Verilog"
    }

    fn edition(&self) -> &'static str {
        "Verilog-2005"
    }

    fn extension(&self) -> &'static str {
        "v"
    }

    fn is_reserved(&self, word: &str) -> bool {
        reserved::is_reserved(word)
    }

    fn comment(&self, text: &str) -> String {
        let mut out = String::new();
        comment(&mut out, MARK, text);
        out
    }

    /// The one style rule that a file of several modules cannot meet, and only that one.
    fn several_modules(&self) -> &'static str {
        "// verilator lint_off DECLFILENAME\n"
    }

    /// An undeclared name is a mistake, not a wire; the files after this one keep the language's default.
    fn around(&self) -> [&'static str; 2] {
        ["`default_nettype none\n", "\n`default_nettype wire\n"]
    }

    fn module(&self, view: &ModuleView, labels: &Labels, out: &mut String) {
        Printer::new(view, labels, out).run();
    }

    fn templates(&self) -> Templates {
        Templates {
            testbench: include_str!("../../../templates/verilog/testbench.v.hbs"),
            axis_adapter: include_str!("../../../templates/verilog/testbench_axis.v"),
            native_adapter: include_str!("../../../templates/verilog/testbench_native.v"),
            instance: include_str!("../../../templates/verilog/instance.v.hbs"),
            makefile: include_str!("../../../templates/verilog/Makefile.hbs"),
            fusesoc: include_str!("../../../templates/verilog/fusesoc.core.hbs"),
        }
    }

    fn read_command(&self, file: &str) -> String {
        format!("read_verilog {file}")
    }
}
