//! Registers, as manifests and READMEs list them.

use crate::arch::registers::{Register, WORD_BITS};
use crate::design::Design;
use schemars::JsonSchema;
use serde::Serialize;

/// The registers of a core that frames stream through, if it has some.
pub(super) fn registers_of(design: &Design) -> &[Register] {
    design.architecture.settings().map_or(&[], |settings| settings.registers())
}

/// Meanings of the ports of registers.
pub(super) const LITE: [(&str, &str); 17] = [
    ("s_axi_awaddr", "control: byte address of a register to write"),
    ("s_axi_awvalid", "control: the address of a write is there"),
    ("s_axi_awready", "control: the core takes address and data of a write, both at once"),
    ("s_axi_wdata", "control: value to write"),
    ("s_axi_wstrb", "control: bytes of the register that are written"),
    ("s_axi_wvalid", "control: the data of a write is there"),
    ("s_axi_wready", "control: the core takes address and data of a write, both at once"),
    ("s_axi_bresp", "control: 0, or 2 where there is no register"),
    ("s_axi_bvalid", "control: the response to a write is there"),
    ("s_axi_bready", "control: the response to a write is taken"),
    ("s_axi_araddr", "control: byte address of a register to read"),
    ("s_axi_arvalid", "control: the address of a read is there"),
    ("s_axi_arready", "control: the core takes the address of a read"),
    ("s_axi_rdata", "control: value of the register"),
    ("s_axi_rresp", "control: 0, or 2 where there is no register"),
    ("s_axi_rvalid", "control: the value is there"),
    ("s_axi_rready", "control: the value is taken"),
];

/// Register, or a table of them.
#[derive(Clone, Serialize, JsonSchema)]
pub struct RegisterFacts {
    /// Byte address.
    pub address: String,
    /// Name of the register.
    pub name: String,
    /// `read`, `read-write` or `write`.
    pub access: &'static str,
    /// Words of a table, one after another.
    #[serde(skip_serializing_if = "is_one")]
    #[schemars(default)]
    pub words: u32,
    /// Bits of a word that count, from the lowest one on.
    #[serde(skip_serializing_if = "is_whole")]
    #[schemars(default)]
    pub bits: u32,
    /// Value after a reset, where that is not 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<String>,
    /// What the register holds.
    pub meaning: String,
}

/// Whether there is one word.
fn is_one(words: &u32) -> bool {
    *words == 1
}

/// Whether all bits of a word count.
fn is_whole(bits: &u32) -> bool {
    *bits == WORD_BITS
}

impl RegisterFacts {
    /// Describes a register.
    pub fn new(register: &Register) -> Self {
        RegisterFacts {
            address: format!("{:#04x}", register.address),
            name: register.name.to_string(),
            access: register.access.word(),
            words: register.count,
            bits: register.bits,
            reset: register.reset.filter(|value| *value != 0).map(|value| format!("{value:#x}")),
            meaning: register.doc.to_string(),
        }
    }
}

/// Register in a README.
#[derive(Serialize)]
pub(super) struct RegisterRow {
    address: String,
    name: String,
    access: &'static str,
    /// Words of a table.
    words: Option<u32>,
    bits: u32,
    reset: Option<String>,
    meaning: String,
}

impl RegisterRow {
    /// Describes a register.
    pub fn new(register: &Register) -> Self {
        let RegisterFacts { address, name, access, words, bits, meaning, .. } = RegisterFacts::new(register);
        let reset = register.reset.map(|value| format!("{value:#x}"));
        RegisterRow { address, name, access, words: Some(words).filter(|words| *words > 1), bits, reset, meaning }
    }
}
