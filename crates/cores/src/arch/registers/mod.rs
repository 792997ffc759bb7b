//! Registers of a core: a map that is data, from which its netlist and all of its documents come, and the AXI4-Lite port
//! by which they are written and read.

mod lite;
mod settings;

pub use lite::{LitePort, PREFIX, SLAVE_ERROR};
pub use settings::{Settings, COMMIT, FIRST_FRAME, FRAME_BITS, STATUS};

use std::borrow::Cow;

/// Bits of a register.
pub const WORD_BITS: u32 = 32;

/// Bytes of a register.
pub const WORD_BYTES: u32 = WORD_BITS / 8;

/// What the port does with a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is read and written.
    ReadWrite,
    /// It is written.
    Write,
}

impl Access {
    /// The access as documents have it.
    pub fn word(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::ReadWrite => "read-write",
            Access::Write => "write",
        }
    }
}

/// A register, or a table of them: where it is, and what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Byte address, of a table that of its first word.
    pub address: u32,
    /// Name in the map.
    pub name: Cow<'static, str>,
    /// Words, one after another: more than one of a table.
    pub count: u32,
    /// Bits of a word that count, from the lowest one on.
    pub bits: u32,
    /// What the port does with it.
    pub access: Access,
    /// Value after a reset. `None` for tables whose words differ.
    pub reset: Option<u32>,
    /// What it holds.
    pub doc: Cow<'static, str>,
}

impl Register {
    /// A register of all bits, which a reset clears.
    pub const fn new(address: u32, name: &'static str, access: Access, doc: &'static str) -> Self {
        let [name, doc] = [Cow::Borrowed(name), Cow::Borrowed(doc)];
        Register { address, name, count: 1, bits: WORD_BITS, access, reset: Some(0), doc }
    }

    /// Whether it is written.
    pub fn is_writable(&self) -> bool {
        self.access != Access::Read
    }

    /// Byte address after the last word.
    pub fn end(&self) -> u32 {
        self.address + self.count * WORD_BYTES
    }
}
