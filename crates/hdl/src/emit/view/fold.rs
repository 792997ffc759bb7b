//! Folding of operations that are a constant or an operand, once the values of all operands are known.
//!
//! The builder folds such operations too, but it does not know the values of operands. Folding is no optimisation: it
//! removes expressions that linters report as constant (`x < 0`). It also removes `always @*` blocks that a simulator
//! never runs, because nothing that they read ever changes.

use super::value::Value;
use crate::rtl::{mask, Module, Net, Op};
use crate::sim::evaluate;

/// Returns the value of a combinational net that needs no operation of its own. `value` gives the value of an earlier
/// net.
pub(super) fn fold(module: &Module, net: Net, value: &impl Fn(Net) -> Value) -> Option<Value> {
    let info = &module.nets[net.index()];
    if !is_logic(&info.op) {
        return None;
    }
    let constant = |net: Net| match value(net) {
        Value::Const(value) => Some(value),
        _ => None,
    };
    let width_of = |net: Net| module.width(net);
    let is = |net: Net, value: u128| constant(net) == Some(value);
    let same = |a: Net, b: Net| value(a) == value(b);
    let ones = mask(info.width);
    if module.operands(net).iter().all(|&operand| constant(operand).is_some()) {
        let get = |net: Net| constant(net).expect("just checked");
        return Some(Value::Const(evaluate(&info.op, info.width, get, width_of)));
    }
    match &info.op {
        Op::And(a, b) | Op::Mul(a, b) | Op::MulSigned(a, b) if is(*a, 0) || is(*b, 0) => Some(Value::Const(0)),
        Op::And(a, b) if is(*a, ones) => Some(value(*b)),
        Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) if is(*a, 0) => Some(value(*b)),
        Op::And(a, b) if is(*b, ones) => Some(value(*a)),
        Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) if is(*b, 0) => Some(value(*a)),
        Op::And(a, b) | Op::Or(a, b) if same(*a, *b) => Some(value(*a)),
        Op::Or(a, b) if is(*a, ones) || is(*b, ones) => Some(Value::Const(ones)),
        Op::Xor(a, b) | Op::Sub(a, b) | Op::Lt(a, b) if same(*a, *b) => Some(Value::Const(0)),
        Op::Eq(a, b) if same(*a, *b) => Some(Value::Const(1)),
        Op::Lt(a, b) if is(*b, 0) || is(*a, mask(width_of(*a))) => Some(Value::Const(0)),
        Op::Shl { of, .. } | Op::Shr { of, .. } if is(*of, 0) => Some(Value::Const(0)),
        Op::Shl { by, .. } | Op::Shr { by, .. } if constant(*by).is_some_and(|by| by >= u128::from(info.width)) => {
            Some(Value::Const(0))
        }
        Op::Mux { then, other, .. } if same(*then, *other) => Some(value(*then)),
        Op::Mux { sel, then, other } => constant(*sel).map(|sel| value(if sel == 1 { *then } else { *other })),
        Op::Select { sel, cases } => match constant(*sel) {
            Some(sel) => Some(value(cases[sel.min(cases.len() as u128 - 1) as usize])),
            None => cases.iter().all(|&case| same(case, cases[0])).then(|| value(cases[0])),
        },
        Op::Concat(parts) if parts.len() == 1 => Some(value(parts[0])),
        _ => None,
    }
}

/// Whether an operation is combinational.
pub(super) fn is_logic(op: &Op) -> bool {
    let source = matches!(op, Op::Input { .. } | Op::Const(_) | Op::Output { .. });
    !source && !matches!(op, Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Peek { .. })
}
