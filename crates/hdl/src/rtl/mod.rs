//! Netlists: typed nets with one operation each, registers, memories, tables and instances.
//!
//! A [`Module`] is built once, bottom up, and never changed. The simulator executes it, and the Verilog printer prints
//! it. Every net has an explicit width and exactly one [`Op`]. No operation widens or truncates its operands
//! implicitly, so the printed Verilog does not depend on its rules for widths and precedence.
//!
//! The clock is implicit, and there is only one. A module may have a clock enable ([`Module::set_enable`]), which holds
//! all its registers, delay lines and memories. It may have a synchronous reset ([`Module::set_reset`]), which affects
//! only the registers with a reset value. In a module without a reset, these registers start at that value
//! ([`without_reset`]).

mod apart;
mod build;
pub mod cells;
mod display;
mod free_running;
mod inside;
mod logic;
pub mod memories;
mod memory_area;
mod memory_module;
mod memory_modules;
mod memory_style;
pub mod products;
mod reconnect;
mod registered_tables;
mod reset;
mod restyle;
pub mod retime;
mod ring;
pub mod technology;

pub use apart::without_resets_apart;
pub use free_running::without_enable;
pub use memory_area::{
    fewest_blocks, half_blocks, half_blocks_inside, is_in_luts, lut_ram, memory_luts, table_luts, tables_in_blocks,
};
pub use memory_module::{MemoryAccess, MemoryModule};
pub use memory_modules::with_memory_modules;
pub use memory_style::MemoryStyle;
pub(crate) use reconnect::reconnect;
pub use reset::without_reset;
pub use restyle::with_memory_style;
pub use ring::{in_ring, ring_luts, shift_register_luts};
use std::sync::Arc;

/// Net of one module: an index into [`Module::nets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Net(pub u32);

impl Net {
    /// Maximum width of a net in bits.
    pub const MAX_WIDTH: u32 = 128;

    /// Returns the position in [`Module::nets`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Memory of one module: an index into [`Module::memories`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryId(pub u32);

/// Operation that drives a net. Operands have the width of the result unless the variant says otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Field of an input port.
    Input {
        /// Index in [`Module::inputs`].
        port: usize,
        /// Index in [`Port::fields`].
        field: usize,
    },
    /// Constant.
    Const(u128),
    /// Complement, bit by bit.
    Not(Net),
    /// Conjunction, bit by bit.
    And(Net, Net),
    /// Disjunction, bit by bit.
    Or(Net, Net),
    /// Exclusive disjunction, bit by bit.
    Xor(Net, Net),
    /// Sum modulo 2^width.
    Add(Net, Net),
    /// Difference modulo 2^width.
    Sub(Net, Net),
    /// Unsigned product. The width is the sum of the operands' widths.
    Mul(Net, Net),
    /// Product of two's complement numbers. The width is the sum of the operands' widths.
    MulSigned(Net, Net),
    /// Equality of operands of one width, in one bit.
    Eq(Net, Net),
    /// Unsigned less than of operands of one width, in one bit.
    Lt(Net, Net),
    /// Disjunction of all bits, in one bit.
    Any(Net),
    /// Conjunction of all bits, in one bit.
    All(Net),
    /// Exclusive disjunction of all bits, in one bit: whether an odd number of them is set.
    Odd(Net),
    /// Multiplexer: `sel ? then : other`.
    Mux {
        /// Selection, one bit.
        sel: Net,
        /// Result if `sel` is set.
        then: Net,
        /// Result if `sel` is clear.
        other: Net,
    },
    /// Multiplexer: `cases[sel]`, and the last case for a `sel` past the end.
    Select {
        /// Index of the case.
        sel: Net,
        /// Operands to select from.
        cases: Vec<Net>,
    },
    /// Bits of a wider net.
    Slice {
        /// Wider net.
        of: Net,
        /// Position of the lowest bit.
        low: u32,
    },
    /// Concatenation, the first net at the low end.
    Concat(Vec<Net>),
    /// Logical shift left.
    Shl {
        /// Word to shift.
        of: Net,
        /// Amount in bits, of any width.
        by: Net,
    },
    /// Logical shift right.
    Shr {
        /// Word to shift.
        of: Net,
        /// Amount in bits, of any width.
        by: Net,
    },
    /// Combinational table.
    Rom {
        /// Address. An address past the end reads the last word.
        addr: Net,
        /// Words of the table.
        table: Arc<[u128]>,
    },
    /// Register.
    Reg {
        /// Input. `None` only until [`Module::drive`].
        d: Option<Net>,
        /// Value under the module's reset. `None` if the register is not reset.
        reset: Option<u128>,
        /// Enable in addition to the module's clock enable.
        enable: Option<Net>,
    },
    /// Delay line, which is never reset.
    Delay {
        /// Input.
        of: Net,
        /// Delay in enabled clock cycles, at least 1.
        depth: u32,
    },
    /// Synchronous read, one enabled cycle after the address. A read of the address that is written returns the old
    /// word.
    Read {
        /// Memory to read.
        memory: MemoryId,
        /// Address of the word.
        addr: Net,
    },
    /// Combinational read. A written word appears in the next enabled cycle.
    Peek {
        /// Memory to read.
        memory: MemoryId,
        /// Address of the word.
        addr: Net,
    },
    /// Field of an instance's output port.
    Output {
        /// Index in [`Module::instances`].
        instance: usize,
        /// Index in the instance's [`Module::outputs`].
        port: usize,
        /// Index in [`Port::fields`].
        field: usize,
    },
}

impl Op {
    /// Returns a combinational operation with its operands mapped by `to`. Operations with state, and operations of
    /// ports and instances, are returned unchanged.
    pub fn map_operands(&self, mut to: impl FnMut(Net) -> Net) -> Op {
        match self {
            Op::Not(a) => Op::Not(to(*a)),
            Op::Any(a) => Op::Any(to(*a)),
            Op::All(a) => Op::All(to(*a)),
            Op::Odd(a) => Op::Odd(to(*a)),
            Op::And(a, b) => Op::And(to(*a), to(*b)),
            Op::Or(a, b) => Op::Or(to(*a), to(*b)),
            Op::Xor(a, b) => Op::Xor(to(*a), to(*b)),
            Op::Add(a, b) => Op::Add(to(*a), to(*b)),
            Op::Sub(a, b) => Op::Sub(to(*a), to(*b)),
            Op::Mul(a, b) => Op::Mul(to(*a), to(*b)),
            Op::MulSigned(a, b) => Op::MulSigned(to(*a), to(*b)),
            Op::Eq(a, b) => Op::Eq(to(*a), to(*b)),
            Op::Lt(a, b) => Op::Lt(to(*a), to(*b)),
            Op::Mux { sel, then, other } => Op::Mux { sel: to(*sel), then: to(*then), other: to(*other) },
            Op::Select { sel, cases } => Op::Select { sel: to(*sel), cases: cases.iter().map(|&c| to(c)).collect() },
            Op::Slice { of, low } => Op::Slice { of: to(*of), low: *low },
            Op::Concat(parts) => Op::Concat(parts.iter().map(|&p| to(p)).collect()),
            Op::Shl { of, by } => Op::Shl { of: to(*of), by: to(*by) },
            Op::Shr { of, by } => Op::Shr { of: to(*of), by: to(*by) },
            Op::Rom { addr, table } => Op::Rom { addr: to(*addr), table: table.clone() },
            Op::Input { .. }
            | Op::Const(_)
            | Op::Reg { .. }
            | Op::Delay { .. }
            | Op::Read { .. }
            | Op::Peek { .. }
            | Op::Output { .. } => self.clone(),
        }
    }
}

/// Width, operation and name of a net.
#[derive(Clone, Debug)]
pub struct NetInfo {
    /// Width in bits, 1 to [`Net::MAX_WIDTH`].
    pub width: u32,
    /// Operation that drives the net.
    pub op: Op,
    /// Name given by [`Module::name`].
    pub name: Option<String>,
}

/// Port: a concatenation of fields, the first at the low end. A plain signal has one field.
#[derive(Clone, Debug)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// Nets of the fields.
    pub fields: Vec<Net>,
}

/// Memory with one write port and any number of [`Op::Read`]s and [`Op::Peek`]s (in practice one).
#[derive(Clone, Debug)]
pub struct Memory {
    /// Verilog name.
    pub name: String,
    /// Number of words.
    pub words: usize,
    /// Width of a word in bits.
    pub width: u32,
    /// Write port: enable (one bit), address, data.
    pub write: Option<(Net, Net, Net)>,
    /// Whether no address is read in the clock cycle in which it is written.
    pub is_collision_free: bool,
    /// Whether the words are zeros at the start, by configuration.
    pub is_cleared: bool,
    /// What synthesis makes the memory of.
    pub style: MemoryStyle,
}

/// Use of a module inside another.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Verilog name.
    pub name: String,
    /// Module that is used.
    pub module: Arc<Module>,
    /// `inputs[port][field]` drives a field of the module's input port.
    pub inputs: Vec<Vec<Net>>,
}

/// Hardware module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Verilog name, which is unique within a design.
    pub name: String,
    /// Description with the latency, which is printed above the module.
    pub doc: String,
    /// All nets, in the order of construction.
    pub nets: Vec<NetInfo>,
    /// Titles of groups of nets: the first net of each, in the order of construction.
    pub sections: Vec<(Net, String)>,
    /// Input ports, without the clock.
    pub inputs: Vec<Port>,
    /// Output ports.
    pub outputs: Vec<Port>,
    /// Whether it has a clock, even without state.
    pub has_clock: bool,
    /// Whether registers and delay lines without a reset are zeros at the start, by configuration.
    pub is_cleared: bool,
    /// Memories.
    pub memories: Vec<Memory>,
    /// Instances of other modules.
    pub instances: Vec<Instance>,
    /// Clock enable of all state in the module.
    pub enable: Option<Net>,
    /// Synchronous reset, active high. It has priority over the enable.
    pub reset: Option<Net>,
    /// Cells of a family that the module is, for tools that do not infer them from its nets.
    pub cells: Vec<cells::Cell>,
    /// Memory that the module is, if it is one and nothing else.
    pub memory: Option<MemoryModule>,
    /// Length in words and pointer of the ring memories, for each length. Rings of one length share a pointer.
    pub ring_pointers: Vec<(usize, Net)>,
    /// Registers with a reset that only keeps them out of shift registers.
    pub apart: Vec<Net>,
}

/// Returns `width` ones.
pub fn mask(width: u32) -> u128 {
    match width {
        128.. => u128::MAX,
        _ => (1 << width) - 1,
    }
}

/// Minimum length in registers of a row without reset that synthesis maps to a shift register in LUTs.
pub const SHIFT_REGISTER: u32 = 3;

/// Returns the number of address bits for `words` words, which is at least one.
pub fn address_bits(words: usize) -> u32 {
    (words.max(2) - 1).ilog2() + 1
}
