//! Kinds of declarations.

use crate::rtl::Op;

/// How a signal of this operation is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A wire with an expression.
    Wire,
    /// A combinational table: a value for each address.
    Table,
    /// A wire that an instance drives.
    InstanceOutput,
    /// What changes at the clock edge: a register, a delay line, or a read port of a memory.
    State,
}

/// Form of a live signal's declaration.
pub fn form(op: &Op) -> Form {
    match op {
        Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } => Form::State,
        Op::Output { .. } => Form::InstanceOutput,
        Op::Rom { .. } => Form::Table,
        _ => Form::Wire,
    }
}
