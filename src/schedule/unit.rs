//! Units: operators, and what they do in each cycle.

use crate::kernel::Coefficient;
use arrayvec::ArrayVec;

/// What an operator does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// a + b or a - b, chosen cycle by cycle.
    Add,
    /// a + b and a - b at once, from one alignment.
    AddSub,
    /// a times a constant or a word of a table.
    Mul,
    /// a times this power of two.
    Scale(i32),
    /// a or b, as the batch has it.
    Mux,
    /// a + b or a - b where the batch has it, else a: in fixed point the tables that add have room for the mask.
    MaskedAdd,
    /// a + ib, or where the batch has it that times e^(-πi/4), which is (a + b)·√½ and (b - a)·√½: one multiplier takes one
    /// after the other, since no two batches in a row ask for it.
    OctantRotate,
}

impl UnitKind {
    /// Operands of an operation.
    pub fn operands(self) -> usize {
        match self {
            UnitKind::Add | UnitKind::AddSub | UnitKind::Mux | UnitKind::MaskedAdd => 2,
            UnitKind::OctantRotate => 2,
            UnitKind::Mul | UnitKind::Scale(_) => 1,
        }
    }

    /// Real multiplications that it can start in a cycle.
    pub fn multipliers(self) -> usize {
        match self {
            UnitKind::Mul | UnitKind::OctantRotate => 1,
            UnitKind::Add | UnitKind::AddSub | UnitKind::Mux | UnitKind::MaskedAdd | UnitKind::Scale(_) => 0,
        }
    }

    /// What it is called in hardware.
    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Add => "add",
            UnitKind::AddSub => "pair",
            UnitKind::Mul => "mul",
            UnitKind::Scale(_) => "scale",
            UnitKind::Mux => "choose",
            UnitKind::MaskedAdd => "gated",
            UnitKind::OctantRotate => "eighth",
        }
    }
}

/// Who produces a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Real input: 2·lane for the real part, 2·lane + 1 for the imaginary part.
    Input(usize),
    /// The unit of this number, and which of its results: a pair has the sum and the difference.
    Unit(usize, usize),
}

/// What a producer made `delay` cycles ago.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap {
    pub producer: Producer,
    pub delay: usize,
}

/// A value as a consumer sees it: a tap, its sign flipped or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    pub tap: Tap,
    pub negate: bool,
}

/// One operation of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// As many as [`UnitKind::operands`] says.
    pub operands: ArrayVec<Operand, 2>,
    /// For [`UnitKind::Add`] and [`UnitKind::MaskedAdd`]: subtract the second operand.
    pub subtract: bool,
    /// For [`UnitKind::Mul`] and [`UnitKind::OctantRotate`].
    pub coefficient: Option<Coefficient>,
    /// For [`UnitKind::Mux`], [`UnitKind::MaskedAdd`] and [`UnitKind::OctantRotate`]: the number of the choice.
    pub choice: Option<usize>,
}

impl Operation {
    /// Exchanges the operands of an addition: a - b is -b + a.
    pub(super) fn exchange(&mut self) {
        self.operands.reverse();
        self.operands[0].negate ^= self.subtract;
        self.subtract = false;
    }
}

/// An operator and what it does in each cycle of its window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    /// First cycle of the window, counted from the first beat of the batch.
    pub start: usize,
    /// `operations[cycle - start]`.
    pub operations: Vec<Option<Operation>>,
}
