//! Forms of declarations.

use crate::rtl::Op;

/// Form of a signal's declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A wire with an expression.
    Wire,
    /// A combinational table.
    Table,
    /// A wire that an instance drives.
    InstanceOutput,
    /// A register, a delay line, or a read port of a memory.
    State,
}

/// Returns the form of declaration of a live signal with this operation.
pub fn form(op: &Op) -> Form {
    match op {
        Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } => Form::State,
        Op::Output { .. } => Form::InstanceOutput,
        Op::Rom { .. } => Form::Table,
        _ => Form::Wire,
    }
}
