//! Component and entity in VHDL.

use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::template::fill;
use serde::Serialize;

/// Reserved words of VHDL-2008 that are short enough for the name of a core.
const RESERVED: [&str; 97] = [
    "abs",
    "access",
    "after",
    "alias",
    "all",
    "and",
    "architecture",
    "array",
    "assert",
    "attribute",
    "begin",
    "block",
    "body",
    "buffer",
    "bus",
    "case",
    "component",
    "configuration",
    "constant",
    "context",
    "cover",
    "default",
    "disconnect",
    "downto",
    "else",
    "elsif",
    "end",
    "entity",
    "exit",
    "fairness",
    "file",
    "for",
    "force",
    "function",
    "generate",
    "generic",
    "group",
    "guarded",
    "if",
    "impure",
    "in",
    "inertial",
    "inout",
    "is",
    "label",
    "library",
    "linkage",
    "literal",
    "loop",
    "map",
    "mod",
    "nand",
    "new",
    "next",
    "nor",
    "not",
    "null",
    "of",
    "on",
    "open",
    "or",
    "others",
    "out",
    "package",
    "parameter",
    "port",
    "postponed",
    "procedure",
    "process",
    "property",
    "protected",
    "pure",
    "range",
    "record",
    "register",
    "reject",
    "release",
    "rem",
    "report",
    "return",
    "rol",
    "ror",
    "select",
    "sequence",
    "severity",
    "shared",
    "signal",
    "sla",
    "sll",
    "subtype",
    "then",
    "to",
    "transport",
    "type",
    "until",
    "use",
    "xor",
];

#[derive(Serialize)]
struct Vhdl<'a> {
    build: &'a Build<'a>,
    ports: Vec<VhdlPort<'a>>,
}

#[derive(Serialize)]
struct VhdlPort<'a> {
    name: &'a str,
    mode: &'static str,
    kind: String,
}

/// Refuses names that are no identifiers of VHDL.
pub(super) fn refuse(_style: PortStyle, config: &Config) -> Option<String> {
    let name = config.name.as_deref()?.to_ascii_lowercase();
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.contains("__")
        && !name.ends_with('_')
        && !RESERVED.contains(&name.as_str());
    (!is_word).then(|| format!("the name {name} is no identifier of VHDL, so choose another --name"))
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let ports = outline.ports.iter().map(|port| VhdlPort {
        name: &port.name,
        mode: if port.direction == "input" { "in" } else { "out" },
        kind: match (port.width, port.packing.is_some()) {
            (1, false) => "std_logic".into(),
            (width, _) => format!("std_logic_vector({} downto 0)", width - 1),
        },
    });
    let holes = Vhdl { build: &outline.build, ports: ports.collect() };
    let wrapper = include_str!("../../../templates/companions/vhdl.vhd.hbs");
    vec![File::new(format!("{}.vhd", outline.name()), fill(wrapper, &holes))]
}
