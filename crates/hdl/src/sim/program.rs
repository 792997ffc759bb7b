//! Compiled form of a design: words, and runs of one operation on them.

use super::state::State;
use crate::rtl::Op;
use std::ops::Range;

/// Location of a net's value: one word for up to 64 bits, two consecutive words (the low one first) for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Address of the lowest word.
    pub(super) word: u32,
    /// Width of the net in bits.
    pub(super) width: u32,
}

impl Slot {
    /// Returns the width of the net in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Returns the number of words of the net.
    pub(super) fn words(self) -> u32 {
        words(self.width)
    }
}

/// Returns the number of words of a value of `width` bits.
pub(super) fn words(width: u32) -> u32 {
    1 + (width > 64) as u32
}

/// Operation on single words. The order of variants is the order of runs within a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Opcode {
    /// Zero extension. The net shares the word of its operand, and no code runs.
    Alias,
    Not,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    /// Product of signed numbers. `c` is the width of `a`. The width of `b` is the width of the product less `c`.
    MulSigned,
    Eq,
    Lt,
    Any,
    All,
    Odd,
    Mux,
    /// `cases[a]`. The `c` cases are the entries of `Program::lists` from `b` on.
    Select,
    /// `a >> b`, truncated to the width of the result.
    Slice,
    /// Bit `a`, repeated.
    Fill,
    /// `a | b << c`.
    Concat2,
    /// Disjunction of the `b` entries of `Program::lists` from `a` on, each shifted left by its amount.
    Concat,
    Shl,
    Shr,
    /// `table[a]`. The table is the `c` words of `Program::tables` from `b` on.
    Rom,
    /// Word of memory `b` at address `a`, which takes `c` words.
    Peek,
    /// Operation with an operand or a result of more than 64 bits, which `evaluate` computes.
    Wide,
}

/// Operands of one operation. The [`Opcode`] defines the meaning of `a`, `b` and `c`. By default they are addresses of
/// words.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub a: u32,
    pub b: u32,
    pub c: u32,
    /// 64 less the width of the result, or for `All` of the operand.
    pub cut: u32,
}

/// Operations of one opcode. Their results are the consecutive words from `dst` on.
///
/// # Invariants
///
/// All operands are below `dst`. A loop over the run can therefore borrow operands and results at once, without a check
/// per operation.
pub(super) struct Run {
    pub code: Opcode,
    pub dst: u32,
    /// Entries of `Program::records`, or of `Program::wide` for [`Opcode::Wide`].
    pub range: Range<usize>,
}

/// Operation on more than 64 bits: its form in the netlist, and the slot of its result.
pub(super) struct WideOp {
    pub op: Op,
    pub dst: Slot,
}

/// Compiled design.
pub(super) struct Program {
    pub runs: Vec<Run>,
    pub records: Vec<Record>,
    pub wide: Vec<WideOp>,
    /// Slot of each flat net. The slot of a dead net is never read.
    pub slots: Vec<Slot>,
    /// Operand lists. An entry is the address of a word and a left shift in bits.
    pub lists: Vec<(u32, u32)>,
    /// Words of all ROMs.
    pub tables: Vec<u64>,
    pub state: State,
    pub inputs: Vec<(String, Vec<Slot>)>,
    pub outputs: Vec<(String, Vec<Slot>)>,
    /// Initial values of all words: zero, except for constants and for registers without a reset.
    pub words: Vec<u64>,
}
