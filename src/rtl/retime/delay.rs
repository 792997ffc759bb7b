//! How long each operation takes: a model of AMD UltraScale+, to balance stages with, not to sign off.
//!
//! The figures are those of `tools/measure.py`: a lookup table 0.10 ns, a wire 0.28 ns, a DSP block 1.30 ns. Only carry
//! chains are given more than its 0.15 ns to enter and 0.02 ns for four bits: what they cost beside tables in the eyes of
//! Yosys, which maps the stage that is longest to it in few levels and all others as leanly as that allows. Stages
//! that are equally long to it leave none with levels to spare.
//!
//! Gates share tables of six inputs. What counts is therefore how many inputs the table of a bit has so far: a gate
//! joins the tables before it while they have room together, as in FlowMap (J. Cong and Y. Ding, IEEE Trans. CAD
//! 13(1), 1994), but that inputs are counted and not told apart.

use crate::rtl::operators::{DSP_A_BITS, DSP_B_BITS};
use crate::rtl::{Module, Net, Op};

/// One lookup table of six inputs and the wire to it.
const LEVEL: f64 = 0.38;
/// Inputs of a lookup table.
const INPUTS: u32 = 6;
/// A DSP block and the wire to it.
const DSP: f64 = 1.58;
/// A memory in lookup tables and the wire to it.
const MEMORY: f64 = 0.58;

/// When a net is ready within its stage, in ns, and the table of one of its bits.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Arrival {
    pub ready: f64,
    /// When the table's inputs are there, and how many there are. What is no gate has a wire for its table.
    inputs_ready: f64,
    inputs: u32,
}

impl Arrival {
    /// Not out of a table: nothing joins it.
    pub fn at(ready: f64) -> Arrival {
        Arrival { ready, inputs_ready: ready, inputs: 1 }
    }

    /// Out of a table.
    fn table(inputs_ready: f64, inputs: u32) -> Arrival {
        Arrival { ready: inputs_ready + LEVEL, inputs_ready, inputs }
    }

    /// The later of two, bit by bit side by side.
    fn beside(self, other: Arrival) -> Arrival {
        Arrival {
            ready: self.ready.max(other.ready),
            inputs_ready: self.inputs_ready.max(other.inputs_ready),
            inputs: self.inputs.max(other.inputs),
        }
    }
}

/// When a net is ready, given when its operands are. A constant has no arrival.
pub(super) fn arrival(module: &Module, net: Net, operand: impl Fn(Net) -> Option<Arrival>) -> Arrival {
    let width = |net: Net| module.width(net);
    let table = |operands: &[(Net, u32)]| {
        let timed: Vec<(Arrival, u32)> = operands.iter().filter_map(|&(o, bits)| Some((operand(o)?, bits))).collect();
        table(&timed)
    };
    let after = |operands: &[Net], delay: f64| {
        let ready = operands.iter().filter_map(|&o| operand(o)).map(|o| o.ready).fold(0.0, f64::max);
        Arrival::at(ready + delay)
    };
    let chain = |a: Net, b: Net| Arrival::at(table(&[(a, 1), (b, 1)]).ready + carry(width(a)));
    match &module.nets[net.index()].op {
        // Wires. An inverter disappears into the table that reads it.
        Op::Not(a) | Op::Slice { of: a, .. } => operand(*a).unwrap_or_default(),
        Op::Concat(parts) => parts.iter().filter_map(|&part| operand(part)).fold(Arrival::default(), Arrival::beside),
        Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => table(&[(*a, 1), (*b, 1)]),
        Op::Mux { sel, then, other } => table(&[(*sel, 1), (*then, 1), (*other, 1)]),
        Op::Any(a) | Op::All(a) => table(&[(*a, width(*a))]),
        Op::Eq(a, b) => table(&[(*a, width(*a)), (*b, width(*b))]),
        Op::Lt(a, b) if 2 * width(*a) <= INPUTS => table(&[(*a, width(*a)), (*b, width(*b))]),
        Op::Add(a, b) | Op::Sub(a, b) | Op::Lt(a, b) => chain(*a, *b),
        Op::Mul(a, b) => after(&[*a, *b], product(width(*a), width(*b))),
        Op::MulSigned(a, b) => after(&[*a, *b], product(width(*a) - 1, width(*b) - 1)),
        // Two digits of the amount for a table: a four to one multiplexer.
        Op::Shl { of, by } | Op::Shr { of, by } => match varying(module, *by).min(width(*of).ilog2() + 1) {
            digits @ 0..=2 => table(&[(*of, 1 << digits), (*by, digits)]),
            digits => after(&[*of, *by], LEVEL * f64::from(digits.div_ceil(2))),
        },
        Op::Select { sel, cases } => {
            let mut operands: Vec<(Net, u32)> = cases.iter().map(|&case| (case, 1)).collect();
            operands.push((*sel, width(*sel)));
            table(&operands)
        }
        Op::Rom { addr, .. } => after(&[*addr], LEVEL * f64::from(1 + width(*addr).saturating_sub(6).div_ceil(2))),
        Op::Peek { addr, .. } => after(&[*addr], MEMORY),
        Op::Input { .. } | Op::Const(_) | Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Output { .. } => {
            Arrival::default()
        }
    }
}

/// The table of a function of so many bits of each operand: it takes in the tables of late operands if there is
/// room for all, or else stands behind them, in several levels if it has more inputs than a table.
fn table(operands: &[(Arrival, u32)]) -> Arrival {
    let early = operands.iter().map(|(o, _)| o.inputs_ready).fold(0.0, f64::max);
    let late = operands.iter().map(|(o, _)| o.ready).fold(0.0, f64::max);
    let joined = operands.iter().map(|(o, bits)| bits * if o.ready <= early { 1 } else { o.inputs }).sum();
    if joined <= INPUTS {
        return Arrival::table(early, joined);
    }
    let (mut ready, mut inputs) = (late, operands.iter().map(|(_, bits)| bits).sum::<u32>());
    while inputs > INPUTS {
        ready += LEVEL;
        inputs = inputs.div_ceil(INPUTS);
    }
    Arrival::table(ready, inputs)
}

/// The bits of a net that are not constant.
fn varying(module: &Module, net: Net) -> u32 {
    let constant = |part: &Net| module.constant_value(*part).is_some();
    match &module.nets[net.index()].op {
        Op::Concat(parts) => parts.iter().filter(|part| !constant(part)).map(|part| module.width(*part)).sum(),
        _ => module.width(net),
    }
}

/// The way into a carry chain of so many bits, and the chain.
fn carry(bits: u32) -> f64 {
    0.28 + 0.35 + 0.05 * f64::from(bits.div_ceil(4))
}

/// What more than one block gives is added outside.
fn product(a: u32, b: u32) -> f64 {
    let tiles = |a: u32, b: u32| a.div_ceil(DSP_A_BITS) * b.div_ceil(DSP_B_BITS);
    match tiles(a, b).min(tiles(b, a)) {
        1 => DSP,
        tiles => DSP + (LEVEL + carry(a + b)) * f64::from(tiles.next_power_of_two().ilog2()),
    }
}
