//! How long each operation takes: a model of AMD UltraScale+, to balance stages with, not to sign off.
//!
//! The figures are those of `tools/measure.py`: a lookup table 0.10 ns, a wire 0.28 ns, entering a carry chain
//! 0.15 ns and 0.02 ns for four bits along it, a DSP block 1.30 ns.

use crate::rtl::{Module, Net, Op};

/// One lookup table of six inputs and the wire to it.
const LEVEL: f64 = 0.38;
/// A DSP block and the wire to it.
const DSP: f64 = 1.58;
/// A memory in lookup tables and the wire to it.
const MEMORY: f64 = 0.58;

/// Delay in ns from the operands of a net to the net.
pub(super) fn delay(module: &Module, net: Net) -> f64 {
    let width = |net: Net| module.width(net);
    match &module.nets[net.index()].op {
        // Wires. An inverter disappears into the table that reads it.
        Op::Input { .. } | Op::Const(_) | Op::Slice { .. } | Op::Concat(_) | Op::Not(_) => 0.0,
        // About two of these share a table.
        Op::And(..) | Op::Or(..) | Op::Xor(..) => LEVEL / 2.0,
        Op::Mux { .. } => LEVEL * 0.6,
        Op::Any(a) | Op::All(a) => reduction(width(*a)),
        Op::Eq(a, _) => reduction(2 * width(*a)),
        Op::Add(a, _) | Op::Sub(a, _) | Op::Lt(a, _) => carry(width(*a)),
        Op::Mul(a, b) => product(width(*a), width(*b)),
        // Two digits of the amount for a table: a four to one multiplexer.
        Op::Shl { of, by } | Op::Shr { of, by } => {
            let digits = varying(module, *by).min(width(*of).ilog2() + 1);
            LEVEL * f64::from(digits.div_ceil(2))
        }
        Op::Select { sel, .. } => LEVEL * f64::from(width(*sel).div_ceil(2)),
        Op::Rom { addr, .. } => LEVEL * f64::from(1 + width(*addr).saturating_sub(6).div_ceil(2)),
        Op::Peek { .. } => MEMORY,
        Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Output { .. } => 0.0,
    }
}

/// The bits of a net that are not constant.
fn varying(module: &Module, net: Net) -> u32 {
    let constant = |part: &Net| module.constant_value(*part).is_some();
    match &module.nets[net.index()].op {
        Op::Concat(parts) => parts.iter().filter(|part| !constant(part)).map(|part| module.width(*part)).sum(),
        _ => module.width(net),
    }
}

/// A tree of tables over that many bits.
fn reduction(bits: u32) -> f64 {
    let mut levels = 0;
    let mut left = bits;
    while left > 1 {
        left = left.div_ceil(6);
        levels += 1;
    }
    LEVEL * f64::from(levels)
}

/// A table for each bit, the way into the chain, and the chain.
fn carry(bits: u32) -> f64 {
    LEVEL + 0.28 + 0.15 + 0.02 * f64::from(bits.div_ceil(4))
}

/// Blocks of 26 by 17 unsigned bits; what more than one gives is added outside.
fn product(a: u32, b: u32) -> f64 {
    let tiles = |a: u32, b: u32| a.div_ceil(26) * b.div_ceil(17);
    match tiles(a, b).min(tiles(b, a)) {
        1 => DSP,
        tiles => DSP + carry(a + b) * f64::from(tiles.next_power_of_two().ilog2()),
    }
}
