//! The compiled form: words, and runs of one operation over them.

use super::state::State;
use crate::rtl::Op;
use std::ops::Range;

/// Where a net's value lives: one word up to 64 bits, two consecutive words (low first) above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    pub(super) word: u32,
    pub(super) width: u32,
}

impl Slot {
    /// Width of the net in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    pub(super) fn words(self) -> u32 {
        words(self.width)
    }
}

/// Words that a value of this width takes.
pub(super) fn words(width: u32) -> u32 {
    1 + (width > 64) as u32
}

/// Operations on single words. The order is only the order within a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Code {
    /// Zero extension: the operand's word serves, nothing runs.
    Same,
    Not,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    /// `c`: the width of `a`, which with that of `b` makes the width of the product.
    MulSigned,
    Eq,
    Lt,
    Any,
    All,
    Mux,
    /// `cases[a]`: `c` entries of `Program::lists` from `b` on.
    Select,
    /// `a >> b`, cut to width.
    Slice,
    /// One bit, repeated.
    Fill,
    /// `a | b << c`.
    Concat2,
    /// `b` entries of `Program::lists` from `a` on, each shifted left by its amount.
    Concat,
    Shl,
    Shr,
    /// `table[a]`: `c` words of `Program::tables` from `b` on.
    Rom,
    /// The word of memory `b` at `a`, in one word or in two.
    Peek,
    /// Anything with an operand or a result of more than 64 bits: one by one, see `evaluate`.
    Wide,
}

/// Operands of one operation; what `a`, `b`, `c` are depends on the [`Code`].
/// `cut` is 64 less the width that the result (for `All`: the operand) has.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub cut: u32,
}

/// Operations of one code whose results are consecutive words from `dst` on, and whose operands all
/// lie below `dst`: that lets the loop borrow both sides without a check per operation.
pub(super) struct Run {
    pub code: Code,
    pub dst: u32,
    /// In `Program::records`, or in `Program::wide`.
    pub range: Range<usize>,
}

/// An operation beyond one word: its netlist form and where its result goes.
pub(super) struct WideOp {
    pub op: Op,
    pub dst: Slot,
}

/// A compiled design.
pub(super) struct Program {
    pub runs: Vec<Run>,
    pub records: Vec<Record>,
    pub wide: Vec<WideOp>,
    /// Slot of each flat net (dead nets: a slot that nothing reads).
    pub slots: Vec<Slot>,
    /// Operand lists: word and left shift.
    pub lists: Vec<(u32, u32)>,
    pub tables: Vec<u64>,
    pub state: State,
    pub inputs: Vec<(String, Vec<Slot>)>,
    pub outputs: Vec<(String, Vec<Slot>)>,
    /// Initial values of all words: zero but for the constants.
    pub words: Vec<u64>,
}
