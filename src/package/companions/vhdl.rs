//! Component and entity in VHDL.

use super::outline::{Outline, PortStyle};
use crate::design::Config;
use crate::emit::{self, Emitter as _};
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::template::fill;
use serde::Serialize;

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
    let name = config.name.as_deref()?;
    (!emit::Vhdl.has_identifier(name))
        .then(|| format!("the name {name} is no identifier of VHDL, so choose another --name"))
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
