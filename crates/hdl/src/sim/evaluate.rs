//! Evaluation of one operation on plain integers.
//!
//! The simulator uses it for operations on more than 64 bits, such as the products of double precision multipliers and
//! wide buses. One `match` per operation is fast enough there, because such operations are rare. The Verilog printer
//! uses it to fold constants.

use crate::rtl::{mask, Net, Op};

/// Computes a combinational operation and truncates the result to `width` bits. `get` and `width_of` return the value
/// and the width of an operand.
pub fn evaluate(op: &Op, width: u32, get: impl Fn(Net) -> u128, width_of: impl Fn(Net) -> u32) -> u128 {
    let get = |net: &Net| get(*net);
    let width_of = |net: &Net| width_of(*net);
    let index = |value: u128, len: usize| value.min(len as u128 - 1) as usize;
    let amount = |by: &Net| u32::try_from(get(by)).unwrap_or(u32::MAX);
    let value = match op {
        Op::Not(a) => !get(a),
        Op::And(a, b) => get(a) & get(b),
        Op::Or(a, b) => get(a) | get(b),
        Op::Xor(a, b) => get(a) ^ get(b),
        Op::Add(a, b) => get(a).wrapping_add(get(b)),
        Op::Sub(a, b) => get(a).wrapping_sub(get(b)),
        Op::Mul(a, b) => get(a).wrapping_mul(get(b)),
        Op::MulSigned(a, b) => signed(get(a), width_of(a)).wrapping_mul(signed(get(b), width_of(b))),
        Op::Eq(a, b) => (get(a) == get(b)) as u128,
        Op::Lt(a, b) => (get(a) < get(b)) as u128,
        Op::Any(a) => (get(a) != 0) as u128,
        Op::All(a) => (get(a) == mask(width_of(a))) as u128,
        Op::Odd(a) => u128::from(get(a).count_ones() % 2),
        Op::Mux { sel, then, other } => get(if get(sel) != 0 { then } else { other }),
        Op::Select { sel, cases } => get(&cases[index(get(sel), cases.len())]),
        Op::Slice { of, low } => get(of) >> low,
        Op::Concat(parts) => {
            let append = |(value, low): (u128, u32), part: &Net| (value | get(part) << low, low + width_of(part));
            parts.iter().fold((0, 0), append).0
        }
        Op::Shl { of, by } => get(of).checked_shl(amount(by)).unwrap_or(0),
        Op::Shr { of, by } => get(of).checked_shr(amount(by)).unwrap_or(0),
        Op::Rom { addr, table } => table[index(get(addr), table.len())],
        Op::Input { .. } | Op::Const(_) | Op::Output { .. } => unreachable!("not an operation"),
        Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Peek { .. } => unreachable!("state is not evaluated"),
    };
    value & mask(width)
}

/// Sign-extends a two's complement number of `width` bits to 128 bits.
fn signed(value: u128, width: u32) -> u128 {
    ((value << (128 - width)) as i128 >> (128 - width)) as u128
}
