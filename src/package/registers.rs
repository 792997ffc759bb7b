//! Registers, as manifests and READMEs list them.

use crate::arch::registers::{Register, WORD_BITS};
use schemars::JsonSchema;
use serde::Serialize;

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
