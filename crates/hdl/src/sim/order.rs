//! Live nets, and levels for the order of evaluation.

use super::combinational_loop::CombinationalLoop;
use super::flatten::Flat;
use crate::rtl::{Net, Op};

/// Whether the value of a net changes at clock edges only.
pub(super) fn is_state(op: &Op) -> bool {
    matches!(op, Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. })
}

/// Calls `f` with each net that the operation of `net` reads, combinationally or at the clock edge.
fn for_each_source(flat: &Flat, net: Net, mut f: impl FnMut(Net)) {
    let info = &flat.nets[net.index()];
    match &info.op {
        Op::Input { .. } | Op::Const(_) | Op::Output { .. } => (),
        Op::Not(a) | Op::Any(a) | Op::All(a) | Op::Odd(a) | Op::Slice { of: a, .. } | Op::Delay { of: a, .. } => f(*a),
        Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) | Op::Add(a, b) | Op::Sub(a, b) => {
            [*a, *b].into_iter().for_each(f)
        }
        Op::Mul(a, b) | Op::MulSigned(a, b) | Op::Eq(a, b) | Op::Lt(a, b) => [*a, *b].into_iter().for_each(f),
        Op::Shl { of, by } | Op::Shr { of, by } => [*of, *by].into_iter().for_each(f),
        Op::Mux { sel, then, other } => [*sel, *then, *other].into_iter().for_each(f),
        Op::Select { sel, cases } => std::iter::once(sel).chain(cases).copied().for_each(f),
        Op::Concat(parts) => parts.iter().copied().for_each(f),
        Op::Rom { addr, .. } | Op::Read { addr, .. } | Op::Peek { addr, .. } => f(*addr),
        Op::Reg { d, enable, .. } => d.iter().chain(enable).copied().for_each(f),
    }
}

/// Finds the nets that an output depends on, over any number of cycles. `live[net]` is true for such a net.
pub(super) fn live(flat: &Flat) -> Vec<bool> {
    let mut live = vec![false; flat.nets.len()];
    let mut work: Vec<Net> = flat.outputs.iter().flat_map(|(_, fields)| fields).copied().collect();
    while let Some(net) = work.pop() {
        if std::mem::replace(&mut live[net.index()], true) {
            continue;
        }
        for_each_source(flat, net, |source| work.push(source));
        let info = &flat.nets[net.index()];
        if is_state(&info.op) || matches!(info.op, Op::Peek { .. }) {
            let domain = flat.domains[info.domain as usize];
            work.extend(domain.enable.iter().chain(&domain.reset));
        }
        if let Op::Read { memory, .. } | Op::Peek { memory, .. } = info.op {
            if let Some((enable, addr, data)) = flat.memories[memory.0 as usize].write {
                work.extend([enable, addr, data]);
            }
        }
    }
    live
}

/// Computes the level of each live net. Inputs, constants and state have level 0. Other nets have the largest level of
/// their operands plus one.
pub(super) fn levels(flat: &Flat, live: &[bool]) -> Result<Vec<u32>, CombinationalLoop> {
    // Markers for nets that are not visited yet, and for nets whose operands are being visited.
    const NEW: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    let is_source = |net: Net| {
        let op = &flat.nets[net.index()].op;
        is_state(op) || matches!(op, Op::Input { .. } | Op::Const(_))
    };
    let mut level = vec![NEW; flat.nets.len()];
    // A net is on the stack twice. Its first visit pushes its operands, and its second visit computes its level.
    let mut stack: Vec<Net> = Vec::new();
    for start in (0..flat.nets.len() as u32).map(Net).filter(|net| live[net.index()]) {
        stack.push(start);
        while let Some(net) = stack.pop() {
            match level[net.index()] {
                NEW if is_source(net) => level[net.index()] = 0,
                NEW => {
                    level[net.index()] = OPEN;
                    stack.push(net);
                    let mut closes_loop = false;
                    for_each_source(flat, net, |source| match level[source.index()] {
                        NEW => stack.push(source),
                        OPEN => closes_loop = true,
                        _ => (),
                    });
                    if closes_loop {
                        stack.retain(|n| level[n.index()] == OPEN);
                        return Err(CombinationalLoop::new(stack.iter().map(|&net| flat.describe(net))));
                    }
                }
                OPEN => {
                    let mut max = 0;
                    for_each_source(flat, net, |source| max = max.max(level[source.index()]));
                    level[net.index()] = max + 1;
                }
                _ => (),
            }
        }
    }
    Ok(level)
}
