//! Netlists: typed nets with one operation each, registers, memories, tables and instances.
//!
//! A [`Module`] is built once, bottom up, and never changed: the simulator executes it, the Verilog
//! printer prints it. Every net has an explicit width and exactly one [`Op`]; nothing widens or
//! truncates by itself, so the printed Verilog has no precedence or width surprises.
//!
//! There is one clock, implicit. A module may have a clock enable ([`Module::set_enable`]) that
//! holds every register, delay line and memory in it, and a synchronous reset
//! ([`Module::set_reset`]) that reaches only the registers made with a reset value; in a module without one these begin
//! with it ([`without_reset`]).

mod build;
mod display;
mod logic;
pub mod operators;
mod reset;
pub mod retime;
mod ring;

pub use reset::without_reset;
pub use ring::{in_ring, line, ring};
use std::sync::Arc;

/// A net of one module: an index into [`Module::nets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Net(pub u32);

impl Net {
    /// Most bits of a net.
    pub const WIDEST: u32 = 128;

    /// Position in [`Module::nets`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A memory of one module: an index into [`Module::memories`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryId(pub u32);

/// What drives a net. Operands have the width of the result unless the variant says otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// Field `field` of input port `port`.
    Input {
        port: usize,
        field: usize,
    },
    /// A constant.
    Const(u128),
    Not(Net),
    And(Net, Net),
    Or(Net, Net),
    Xor(Net, Net),
    /// Sum modulo 2^width.
    Add(Net, Net),
    /// Difference modulo 2^width.
    Sub(Net, Net),
    /// Unsigned product; the width is the sum of the operands' widths.
    Mul(Net, Net),
    /// Product of two's complement numbers; the width is the sum of the operands' widths.
    MulSigned(Net, Net),
    /// One bit: the operands (of one width) are equal.
    Eq(Net, Net),
    /// One bit: unsigned less than (operands of one width).
    Lt(Net, Net),
    /// One bit: some bit is set.
    Any(Net),
    /// One bit: all bits are set.
    All(Net),
    /// `sel` (one bit) ? `then` : `other`.
    Mux {
        sel: Net,
        then: Net,
        other: Net,
    },
    /// `cases[sel]`; a `sel` past the end takes the last case.
    Select {
        sel: Net,
        cases: Vec<Net>,
    },
    /// Bits `low ..` of a wider net.
    Slice {
        of: Net,
        low: u32,
    },
    /// Nets side by side, the first at the low end.
    Concat(Vec<Net>),
    /// Logical shift left; the amount may have any width.
    Shl {
        of: Net,
        by: Net,
    },
    /// Logical shift right; the amount may have any width.
    Shr {
        of: Net,
        by: Net,
    },
    /// `table[addr]`, combinational; an address past the end reads the last word.
    Rom {
        addr: Net,
        table: Arc<[u128]>,
    },
    /// A register. `reset`: its value under the module's reset, if it has one. `enable`: holds it
    /// in addition to the module's clock enable. `d` is `None` only until [`Module::drive`].
    Reg {
        d: Option<Net>,
        reset: Option<u128>,
        enable: Option<Net>,
    },
    /// `of`, `depth` (at least 1) enabled clock cycles ago. Never reset.
    Delay {
        of: Net,
        depth: u32,
    },
    /// The word at `addr`, one enabled cycle later; the old word where a write meets the read.
    Read {
        memory: MemoryId,
        addr: Net,
    },
    /// The word at `addr` now; a word being written appears in the next enabled cycle.
    Peek {
        memory: MemoryId,
        addr: Net,
    },
    /// Field `field` of output port `port` of instance `instance`.
    Output {
        instance: usize,
        port: usize,
        field: usize,
    },
}

impl Op {
    /// The same combinational operation on other operands. Only operands change; what has state, and what
    /// belongs to a module's ports or instances, is returned as it is.
    pub fn map_operands(&self, mut to: impl FnMut(Net) -> Net) -> Op {
        match self {
            Op::Not(a) => Op::Not(to(*a)),
            Op::Any(a) => Op::Any(to(*a)),
            Op::All(a) => Op::All(to(*a)),
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

/// A net's width in bits (1 to 128), its operation, and the name it was given, if any.
#[derive(Clone, Debug)]
pub struct NetInfo {
    pub width: u32,
    pub op: Op,
    pub name: Option<String>,
}

/// A port: a bus made of fields side by side, the first at the low end. A plain signal has one field.
#[derive(Clone, Debug)]
pub struct Port {
    pub name: String,
    pub fields: Vec<Net>,
}

/// A simple dual port memory: one write port, any number of [`Op::Read`]s and [`Op::Peek`]s (in practice one).
#[derive(Clone, Debug)]
pub struct Memory {
    pub name: String,
    pub words: usize,
    pub width: u32,
    /// Write port: enable (one bit), address, data.
    pub write: Option<(Net, Net, Net)>,
}

/// A module used inside another. `inputs[p][f]` drives field `f` of the module's input port `p`.
#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    pub module: Arc<Module>,
    pub inputs: Vec<Vec<Net>>,
}

/// One hardware module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Verilog name; unique within a design.
    pub name: String,
    /// What it does and its latency; printed above the module.
    pub doc: String,
    pub nets: Vec<NetInfo>,
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
    pub memories: Vec<Memory>,
    pub instances: Vec<Instance>,
    /// Clock enable of everything in the module.
    pub enable: Option<Net>,
    /// Synchronous reset, active high; has priority over the enable.
    pub reset: Option<Net>,
    /// Where words wait that wait so many cycles in memories, which share the place.
    pub places: Vec<(usize, Net)>,
}

/// All ones of a width.
pub fn mask(width: u32) -> u128 {
    match width {
        128.. => u128::MAX,
        _ => (1 << width) - 1,
    }
}

/// Registers in a row, without a reset, of which synthesis makes a shift register.
pub const SHIFT_REGISTER: u32 = 3;

/// Bits of an address into `words` words; at least one.
pub fn address_bits(words: usize) -> u32 {
    (words.max(2) - 1).ilog2() + 1
}
