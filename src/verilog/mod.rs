//! Prints netlists as Verilog-2005.
//!
//! One wire per net with its width spelled out, one operation per wire: there is no precedence and no
//! implicit widening to get wrong, and the lint is clean by construction. What is *not* a wire:
//! constants, slices, and short expressions used once are printed where they are used, nets nothing
//! depends on are dropped, and bits that nothing reads are gathered in one `unused` wire per module,
//! a name that lint tools know to leave alone.
//!
//! Passes per module: `view` with `fold` (what each net is printed as, and what is alive), `label` (names), then
//! `module` and `clocked` (statements) over `expr` (which also notes the bits read) and `text` (lines).

mod banner;
mod clocked;
mod expr;
mod fold;
mod label;
mod module;
mod names;
mod text;
mod value;
mod view;

pub use banner::Banner;
pub use names::is_keyword;
pub use text::COLUMNS;

use crate::rtl::Module;
use std::collections::HashMap;

/// A design in one file: every module once, each after those it uses, `banner` on top.
///
/// Verilator's style check DECLFILENAME wants one module per file: see [`files`].
pub fn print(top: &Module, banner: &str) -> String {
    let mut out = String::new();
    open(&mut out, banner);
    for (_, text) in modules(top) {
        out.push('\n');
        out.push_str(&text);
    }
    close(&mut out);
    out
}

/// A design as one file per module, `<module>.v`, each with the banner; the top module is last.
pub fn files(top: &Module, banner: &str) -> Vec<(String, String)> {
    let file = |(name, text): (String, String)| {
        let mut out = String::with_capacity(text.len() + banner.len() + 64);
        open(&mut out, banner);
        out.push('\n');
        out.push_str(&text);
        close(&mut out);
        (format!("{name}.v"), out)
    };
    modules(top).into_iter().map(file).collect()
}

/// An undeclared name is a mistake, not a wire; the files after this one keep the language's default.
fn open(out: &mut String, banner: &str) {
    out.push_str(banner);
    out.push_str("`default_nettype none\n");
}

fn close(out: &mut String) {
    out.push_str("\n`default_nettype wire\n");
}

/// Name and text of each module, in dependency order.
fn modules(top: &Module) -> Vec<(String, String)> {
    let mut printed = Vec::new();
    visit(top, &mut HashMap::new(), &mut printed);
    printed
}

fn visit<'a>(module: &'a Module, seen: &mut HashMap<&'a str, *const Module>, printed: &mut Vec<(String, String)>) {
    match seen.get(module.name.as_str()) {
        Some(&known) if std::ptr::eq(known, module) => return,
        Some(_) => {
            let (text, _) = module::print(module);
            let same = printed.iter().any(|(name, known)| *name == module.name && *known == text);
            assert!(same, "two different modules are named {}", module.name);
            return;
        }
        None => (),
    }
    seen.insert(&module.name, module);
    let (text, used) = module::print(module);
    for instance in used {
        visit(&module.instances[instance].module, seen, printed);
    }
    printed.push((module.name.clone(), text));
}
