//! What synthesis makes memories of.

use crate::choice::Choice;

/// What synthesis makes a memory of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MemoryStyle {
    /// What synthesis chooses by the length of the memory.
    #[default]
    Auto,
    /// Block RAM.
    Block,
    /// RAM in LUTs.
    Lut,
    /// Registers.
    Register,
}

impl Choice for MemoryStyle {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", MemoryStyle::Auto),
        ("block", MemoryStyle::Block),
        ("lut", MemoryStyle::Lut),
        ("register", MemoryStyle::Register),
    ];
}

impl MemoryStyle {
    /// Returns the value of the attribute `ram_style` of Verilog, which Vivado and Yosys know. `None` if synthesis
    /// chooses.
    pub fn attribute(self) -> Option<&'static str> {
        match self {
            MemoryStyle::Auto => None,
            MemoryStyle::Block => Some("block"),
            MemoryStyle::Lut => Some("distributed"),
            MemoryStyle::Register => Some("registers"),
        }
    }
}
