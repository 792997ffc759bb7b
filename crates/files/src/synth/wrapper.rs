//! A wrapper of few pins around a core, for place and route.
//!
//! A core has more ports than a package has pins. A shift register from one pin drives all inputs, and every output bit
//! has a register of its own. A second row of registers folds these into one pin, so that synthesis keeps all outputs.
//! No path of the wrapper is longer than one LUT.

use crate::rtl::{Module, Net};
use crate::target::SERIAL;
use std::sync::Arc;

/// Name of the core in the wrapper.
pub const CORE: &str = "core";

/// Core in its wrapper.
pub struct Wrapper {
    /// Netlist.
    pub module: Module,
    /// LUTs of the wrapper.
    pub luts: usize,
    /// Registers of the wrapper.
    pub registers: usize,
}

impl Wrapper {
    /// Puts a core into a wrapper.
    pub fn new(core: &Module) -> Self {
        let core = Arc::new(core.clone());
        let mut m = Module::new(format!("{}_wrapper", core.name), "Core between shift registers");
        let mut last = m.input(SERIAL[0], 1);
        let inputs: Vec<Vec<Net>> = core
            .inputs
            .iter()
            .map(|port| port.fields.iter().map(|&field| shift_in(&mut m, &mut last, core.width(field))).collect())
            .collect();
        let bits_in: usize = inputs.iter().flatten().map(|&net| m.width(net) as usize).sum();
        let outputs: Vec<Net> = m.instance(CORE, &core, inputs).concat();
        let bits_out: usize = outputs.iter().map(|&net| m.width(net) as usize).sum();
        let folded: Vec<Net> = outputs.iter().map(|&net| m.state(m.width(net), None)).collect();
        let mut before = folded.last().map(|&net| m.bit(net, m.width(net) - 1));
        for (&output, &row) in outputs.iter().zip(&folded) {
            let caught = m.register(output, None);
            let next = before.map_or(row, |bit| shifted(&mut m, row, bit));
            let next = m.xor(next, caught);
            m.drive(row, next);
            before = Some(m.bit(row, m.width(row) - 1));
        }
        let out = before.unwrap_or(last);
        m.output(SERIAL[1], out);
        Wrapper { module: m, luts: bits_out, registers: bits_in + 2 * bits_out }
    }
}

/// Builds a row of registers that shifts in the bit `last`, which becomes the row's last bit.
fn shift_in(m: &mut Module, last: &mut Net, bits: u32) -> Net {
    let row = m.state(bits, None);
    let next = shifted(m, row, *last);
    m.drive(row, next);
    *last = m.bit(row, bits - 1);
    row
}

/// Shifts a row by one bit to the left, with `bit` at the low end.
fn shifted(m: &mut Module, row: Net, bit: Net) -> Net {
    match m.width(row) {
        1 => bit,
        bits => {
            let kept = m.slice(row, 0, bits - 1);
            m.concat(&[bit, kept])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_core_has_a_register() {
        let mut core = Module::new("adder", "");
        let (a, b) = (core.input("a", 4), core.input("b", 4));
        let sum = core.add(a, b);
        core.output("sum", sum);
        let wrapper = Wrapper::new(&core);
        assert_eq!((wrapper.registers, wrapper.luts), (16, 4));
        assert_eq!(wrapper.module.inputs.len(), 1);
        assert_eq!(wrapper.module.instances.len(), 1);
    }
}
