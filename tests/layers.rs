//! The layers of the library: imports go downwards, and no files import each other in a circle.
//!
//! An import is a path that begins with `crate`, `super` or `self`, whether in a `use` or in the code. A `pub use` that a module
//! makes for its users only is none. Tests within the library are left out.

#[path = "support/imports.rs"]
mod imports;

use imports::Library;
use std::path::Path;

/// From the lowest to the highest: a module imports from its own layer and from those ahead of it.
const LAYERS: [&str; 33] = [
    "quote", "choice", "rng", "exact", "format", "error", "formula", "kernel", "rtl", "target", "runtime", "permute",
    "schedule", "pipeline", "number", "lower", "blocks", "planner", "model", "arch", "proof", "sim", "emit", "design",
    "verify", "data", "twiddles", "external", "array", "matrix", "synth", "package", "cli",
];

fn library() -> Library {
    Library::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")))
}

#[test]
fn imports_go_downwards() {
    let rank = |file: &str| LAYERS.iter().position(|layer| file.split("::").next() == Some(layer));
    let library = library();
    let upward = library.imports().filter(|(from, to)| rank(from).zip(rank(to)).is_none_or(|(from, to)| to > from));
    let found: Vec<String> = upward.map(|(from, to)| format!("{from} -> {to}")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_imports_in_a_circle() {
    let circles = library().circles();
    let list: Vec<String> = circles.iter().map(|circle| circle.join(", ")).collect();
    assert!(list.is_empty(), "{}", list.join("\n"));
}

/// Whether a file belongs to the model of a kind of block.
fn is_model(file: &str) -> bool {
    file.starts_with("blocks::")
        && ["::model", "::semantics", "::aligned", "::frames"].iter().any(|end| file.ends_with(end))
}

#[test]
fn models_and_netlists_of_blocks_do_not_import_each_other() {
    let library = library();
    let is_netlist = |file: &str| file.starts_with("rtl") || file.starts_with("lower") || file.ends_with("::netlist");
    let wrong = |(from, to): &(String, String)| {
        is_model(from) && is_netlist(to) || from.starts_with("blocks::") && is_netlist(from) && is_model(to)
    };
    let found: Vec<String> = library.imports().filter(wrong).map(|(from, to)| format!("{from} -> {to}")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(library.imports().any(|(from, _)| is_model(&from)), "no file is the model of a block");
}
