//! The map of registers for software and for tools of hardware: a header in C, and SystemRDL.

use super::outline::{Outline, PortStyle};
use crate::arch::registers::{Access, Register, WORD_BITS};
use crate::design::Config;
use crate::package::build::Build;
use crate::package::file::File;
use crate::package::template::fill;
use serde::Serialize;

#[derive(Serialize)]
struct Map<'a> {
    build: &'a Build<'a>,
    /// Name of the core in capitals.
    guard: String,
    registers: Vec<Row<'a>>,
}

/// Register.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    capitals: String,
    address: String,
    /// Words of a table.
    count: Option<u32>,
    /// Number of the highest bit, and the same where not all bits of a word count.
    high: u32,
    bits: Option<u32>,
    access: &'static str,
    /// Access by software and by hardware, as SystemRDL has them.
    software: &'static str,
    hardware: &'static str,
    reset: Option<String>,
    doc: &'a str,
}

impl<'a> Row<'a> {
    fn new(register: &'a Register) -> Self {
        let (software, hardware) = match register.access {
            Access::Read => ("r", "w"),
            Access::ReadWrite => ("rw", "r"),
            Access::Write => ("w", "r"),
        };
        let high = register.bits - 1;
        Row {
            name: &register.name,
            capitals: register.name.to_uppercase(),
            address: format!("{:#x}", register.address),
            count: Some(register.count).filter(|count| *count > 1),
            high,
            bits: Some(high).filter(|_| register.bits < WORD_BITS),
            access: register.access.word(),
            software,
            hardware,
            reset: register.reset.map(|value| format!("{value:#x}")),
            doc: &register.doc,
        }
    }
}

/// Refuses cores without registers.
pub(super) fn refuse(style: PortStyle, _config: &Config) -> Option<String> {
    (!matches!(style, PortStyle::Memory | PortStyle::Settings)).then(|| {
        "this core has no registers; a chain has some where a setting begins with load:, as in 'threshold load:0.5'"
            .into()
    })
}

pub(super) fn files(outline: &Outline) -> Vec<File> {
    let name = outline.name();
    let map = Map {
        build: &outline.build,
        guard: name.to_uppercase(),
        registers: outline.registers.iter().map(Row::new).collect(),
    };
    vec![
        File::new(format!("{name}_regs.h"), fill(include_str!("../../../templates/companions/registers.h.hbs"), &map)),
        File::new(format!("{name}.rdl"), fill(include_str!("../../../templates/companions/registers.rdl.hbs"), &map)),
    ]
}
