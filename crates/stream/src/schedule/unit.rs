//! Units: operators with their operations in each cycle.

use crate::kernel::Coefficient;
use arrayvec::ArrayVec;

/// Kind of an operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// a + b or a - b, selected in each cycle.
    Add,
    /// a + b and a - b at once, with a common alignment.
    AddSub,
    /// a times a constant or a table word.
    Mul,
    /// a times 2^k.
    Scale(i32),
    /// a or b, selected in each batch.
    Mux,
    /// a + b or a - b in selected batches, else a. In fixed point the LUTs of the adder have room for the mask.
    MaskedAdd,
    /// a + ib, in selected batches times e^(-πi/4), which is (a + b)·√½ + i(b - a)·√½. One multiplier computes both
    /// parts in consecutive cycles, because no two consecutive batches are selected.
    OctantRotate,
}

impl UnitKind {
    /// Returns the number of operands of an operation.
    pub fn operands(self) -> usize {
        match self {
            UnitKind::Add | UnitKind::AddSub | UnitKind::Mux | UnitKind::MaskedAdd => 2,
            UnitKind::OctantRotate => 2,
            UnitKind::Mul | UnitKind::Scale(_) => 1,
        }
    }

    /// Returns the number of real multiplications that can start in a cycle.
    pub fn multipliers(self) -> usize {
        match self {
            UnitKind::Mul | UnitKind::OctantRotate => 1,
            UnitKind::Add | UnitKind::AddSub | UnitKind::Mux | UnitKind::MaskedAdd | UnitKind::Scale(_) => 0,
        }
    }

    /// Returns the number of real additions and subtractions that can start in a cycle.
    pub fn adders(self) -> usize {
        match self {
            UnitKind::Add | UnitKind::MaskedAdd | UnitKind::OctantRotate => 1,
            UnitKind::AddSub => 2,
            UnitKind::Mul | UnitKind::Scale(_) | UnitKind::Mux => 0,
        }
    }

    /// Returns the prefix of instance names.
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

/// Source of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Producer {
    /// Real input: 2·lane for the real part, 2·lane + 1 for the imaginary part.
    Input(usize),
    /// Number of the unit and of the result: a sum is result 0 and a difference result 1.
    Unit(usize, usize),
}

/// The value of a producer `delay` cycles ago.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tap {
    /// Source of the value.
    pub producer: Producer,
    /// Delay in cycles.
    pub delay: usize,
}

/// An operand: a tap with an optional negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Tap of the value.
    pub tap: Tap,
    /// Whether the value is negated.
    pub negate: bool,
}

/// One operation of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Operands, [`UnitKind::operands`] in number.
    pub operands: ArrayVec<Operand, 2>,
    /// Whether [`UnitKind::Add`] or [`UnitKind::MaskedAdd`] subtracts the second operand.
    pub subtract: bool,
    /// Factor of [`UnitKind::Mul`] and [`UnitKind::OctantRotate`].
    pub coefficient: Option<Coefficient>,
    /// Number of the choice that selects batches of [`UnitKind::Mux`], [`UnitKind::MaskedAdd`] and
    /// [`UnitKind::OctantRotate`].
    pub choice: Option<usize>,
}

impl Operation {
    /// Exchanges the operands of an addition: a - b becomes -b + a.
    pub(super) fn exchange(&mut self) {
        self.operands.reverse();
        self.operands[0].negate ^= self.subtract;
        self.subtract = false;
    }
}

/// An operator with its operation in each cycle of its window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Kind of the operator.
    pub kind: UnitKind,
    /// First cycle of the window, counted from the first beat of the batch.
    pub start: usize,
    /// `operations[cycle - start]`.
    pub operations: Vec<Option<Operation>>,
}
