//! The layers of the library: imports go downwards, and no files import each other in a circle.
//!
//! An import is a path that begins with `crate`, `super` or `self`, whether in a `use` or in the code. A `pub use` that a module
//! makes for its users only is none. Tests within the library are left out.

use super::imports::Library;
use std::path::{Path, PathBuf};

/// The sources of all crates, as one library: a module has one name in all of them.
fn library() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    Library::read(crates.chain([root.join("src")]).collect::<Vec<PathBuf>>().iter().map(PathBuf::as_path))
}

/// The modules in the table of ARCHITECTURE.md, from the lowest to the highest. One imports from its own layer and from those
/// before it.
fn layers() -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| Module |")).skip(2);
    rows.map_while(|row| Some(row.strip_prefix("| ")?.split(' ').next()?.to_string())).collect()
}

#[test]
fn imports_go_downwards() {
    let layers = layers();
    let rank = |file: &str| layers.iter().position(|layer| file.split("::").next() == Some(layer.as_str()));
    let library = library();
    let named = library.imports().filter(|(from, _)| !from.is_empty());
    let upward = named.filter(|(from, to)| rank(from).zip(rank(to)).is_none_or(|(from, to)| to > from));
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
    let is_netlist = |file: &str| {
        file.starts_with("rtl")
            || file.starts_with("operators")
            || file.starts_with("parts")
            || file.ends_with("::netlist")
    };
    let wrong = |(from, to): &(String, String)| {
        is_model(from) && is_netlist(to) || from.starts_with("blocks::") && is_netlist(from) && is_model(to)
    };
    let found: Vec<String> = library.imports().filter(wrong).map(|(from, to)| format!("{from} -> {to}")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(library.imports().any(|(from, _)| is_model(&from)), "no file is the model of a block");
}
