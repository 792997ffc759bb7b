//! Delays of operations in the model of a technology. The model balances stages. It does not replace timing analysis.
//!
//! Gates share LUTs. The model therefore counts the inputs of the LUT that computes a bit. A gate merges
//! with the LUTs of its operands while their inputs fit into one LUT together, as in FlowMap (J. Cong and Y. Ding, IEEE
//! Trans. CAD 13(1), 1994). Unlike FlowMap, the model counts a common input of two LUTs twice.

use crate::rtl::technology::Technology;
use crate::rtl::{Module, Net, Op};

/// Arrival time of a net within its stage, and the LUT of one of its bits.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Arrival {
    /// Arrival time in ns.
    pub ready: f64,
    /// Arrival time of the LUT's last input, in ns. A net that is not a gate counts as a wire in place of a LUT.
    inputs_ready: f64,
    /// Number of the LUT's inputs.
    inputs: u32,
}

impl Arrival {
    /// Returns the arrival of a net that no LUT drives. Gates after it cannot merge with anything.
    pub fn at(ready: f64) -> Arrival {
        Arrival { ready, inputs_ready: ready, inputs: 1 }
    }

    /// Returns the arrival of the output of a LUT with a delay of `level` ns.
    fn table(inputs_ready: f64, inputs: u32, level: f64) -> Arrival {
        Arrival { ready: inputs_ready + level, inputs_ready, inputs }
    }

    /// Returns the arrival at the last of `loads` LUTs, to which wires are longer than to a few.
    fn driving(self, technology: &Technology, loads: u32) -> Arrival {
        if loads <= 1 || technology.fan_out == 0.0 {
            return self;
        }
        Arrival::at(self.ready + technology.fan_out * f64::from(loads).log2())
    }

    /// Returns the arrival of the concatenation of two nets, which is the later one.
    fn concat(self, other: Arrival) -> Arrival {
        Arrival {
            ready: self.ready.max(other.ready),
            inputs_ready: self.inputs_ready.max(other.inputs_ready),
            inputs: self.inputs.max(other.inputs),
        }
    }
}

/// Computes the arrival of a net from the arrivals of its operands, which `operand` returns. A constant has none.
pub(super) fn arrival(
    module: &Module,
    technology: &Technology,
    net: Net,
    operand: impl Fn(Net) -> Option<Arrival>,
) -> Arrival {
    let (delays, lut_inputs) = (&technology.delays, technology.lut_inputs);
    let width = |net: Net| module.width(net);
    let operand = |from: Net| Some(operand(from)?.driving(technology, loads(module, net, from)));
    let table = |operands: &[(Net, u32)]| {
        let timed: Vec<(Arrival, u32)> = operands.iter().filter_map(|&(o, bits)| Some((operand(o)?, bits))).collect();
        table(technology, &timed)
    };
    let after = |operands: &[Net], delay: f64| {
        let ready = operands.iter().filter_map(|&o| operand(o)).map(|o| o.ready).fold(0.0, f64::max);
        Arrival::at(ready + delay)
    };
    let chain = |a: Net, b: Net| {
        let entry = match technology.chains_have_luts {
            true => table(&[(a, 1), (b, 1)]),
            false => after(&[a, b], delays.level),
        };
        Arrival::at(entry.ready + carry(technology, width(a)))
    };
    match &module.nets[net.index()].op {
        // Wires. The LUT that reads an inverter absorbs it.
        Op::Not(a) | Op::Slice { of: a, .. } => operand(*a).unwrap_or_default(),
        Op::Concat(parts) => parts.iter().filter_map(|&part| operand(part)).fold(Arrival::default(), Arrival::concat),
        Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => table(&[(*a, 1), (*b, 1)]),
        Op::Mux { sel, then, other } => table(&[(*sel, 1), (*then, 1), (*other, 1)]),
        Op::Any(a) | Op::All(a) | Op::Odd(a) => table(&[(*a, width(*a))]),
        Op::Eq(a, b) => table(&[(*a, width(*a)), (*b, width(*b))]),
        Op::Lt(a, b) if 2 * width(*a) <= lut_inputs => table(&[(*a, width(*a)), (*b, width(*b))]),
        Op::Add(a, b) | Op::Sub(a, b) | Op::Lt(a, b) => chain(*a, *b),
        Op::Mul(a, b) => after(&[*a, *b], product(technology, width(*a), width(*b))),
        Op::MulSigned(a, b) => after(&[*a, *b], product(technology, width(*a) - 1, width(*b) - 1)),
        // A LUT of six inputs is a multiplexer of four inputs, which takes two digits of the amount.
        Op::Shl { of, by } | Op::Shr { of, by } => match variable_bits(module, *by).min(width(*of).ilog2() + 1) {
            digits @ 0..=2 if lut_inputs >= 6 || digits < 2 => table(&[(*of, 1 << digits), (*by, digits)]),
            digits => {
                after(&[*of, *by], delays.level * f64::from(if lut_inputs >= 6 { digits.div_ceil(2) } else { digits }))
            }
        },
        Op::Select { sel, cases } => {
            let mut operands: Vec<(Net, u32)> = cases.iter().map(|&case| (case, 1)).collect();
            operands.push((*sel, width(*sel)));
            table(&operands)
        }
        Op::Rom { addr, .. } => {
            after(&[*addr], delays.level * f64::from(1 + width(*addr).saturating_sub(lut_inputs).div_ceil(2)))
        }
        Op::Peek { addr, .. } => after(&[*addr], delays.memory),
        Op::Input { .. } | Op::Const(_) | Op::Reg { .. } | Op::Delay { .. } | Op::Read { .. } | Op::Output { .. } => {
            Arrival::default()
        }
    }
}

/// Computes the arrival of a function of bits of operands, given as (arrival, number of bits). Its LUT absorbs the LUTs
/// of late operands if all inputs fit. Otherwise it follows them, in several levels if it has more inputs than a LUT.
fn table(technology: &Technology, operands: &[(Arrival, u32)]) -> Arrival {
    let (level, lut_inputs) = (technology.delays.level, technology.lut_inputs);
    let early = operands.iter().map(|(o, _)| o.inputs_ready).fold(0.0, f64::max);
    let late = operands.iter().map(|(o, _)| o.ready).fold(0.0, f64::max);
    let merged = operands.iter().map(|(o, bits)| bits * if o.ready <= early { 1 } else { o.inputs }).sum();
    if merged <= lut_inputs {
        return Arrival::table(early, merged, level);
    }
    let (mut ready, mut inputs) = (late, operands.iter().map(|(_, bits)| bits).sum::<u32>());
    while inputs > lut_inputs {
        ready += level;
        inputs = inputs.div_ceil(lut_inputs);
    }
    Arrival::table(ready, inputs, level)
}

/// Counts the bits of an operation that a bit of an operand takes part in.
fn loads(module: &Module, operation: Net, operand: Net) -> u32 {
    match &module.nets[operation.index()].op {
        Op::Mux { sel: control, .. }
        | Op::Select { sel: control, .. }
        | Op::Shl { by: control, .. }
        | Op::Shr { by: control, .. }
            if *control == operand =>
        {
            module.width(operation)
        }
        Op::Concat(parts) => parts.iter().filter(|part| **part == operand).count() as u32,
        _ => 1,
    }
}

/// Counts the bits of a net that are not constant.
fn variable_bits(module: &Module, net: Net) -> u32 {
    let constant = |part: &Net| module.constant_value(*part).is_some();
    match &module.nets[net.index()].op {
        Op::Concat(parts) => parts.iter().filter(|part| !constant(part)).map(|part| module.width(*part)).sum(),
        _ => module.width(net),
    }
}

/// Returns the delay of a carry chain of `bits` bits with its entry, in ns.
fn carry(technology: &Technology, bits: u32) -> f64 {
    technology.delays.chain + technology.delays.chain_bits * f64::from(bits.div_ceil(4))
}

/// Returns the delay of a product of unsigned factors of `a` and `b` bits, in ns. Carry chains add the products of
/// several DSP blocks.
fn product(technology: &Technology, a: u32, b: u32) -> f64 {
    let [longer, shorter] = technology.factors;
    let tiles = |a: u32, b: u32| a.div_ceil(longer) * b.div_ceil(shorter);
    let delays = &technology.delays;
    match tiles(a, b).min(tiles(b, a)) {
        1 => delays.product,
        tiles => {
            let sums = f64::from(tiles.next_power_of_two().ilog2());
            delays.product + (delays.level + carry(technology, a + b)) * sums
        }
    }
}
