//! Inputs of a module of the chain.

use super::super::chain::SharedChain;
use super::per_size::{size_number, PerSize};
use crate::lower::Ports;
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;

/// Inputs behind a register, so that values that depend on the size are there with the first beat.
pub struct StageInputs<'a> {
    pub enable: Net,
    pub start: Net,
    /// Real and imaginary part of each lane.
    pub data: Vec<Net>,
    /// The configuration word of the frame, until the next one begins.
    pub config: Net,
    pub sizes: PerSize<'a>,
}

impl<'a> StageInputs<'a> {
    /// Adds the input ports of a module. `bits`: bits of an input component.
    pub fn new(m: &mut Module, chain: &'a SharedChain, runtime: &Runtime, bits: u32) -> Self {
        let ports = Ports::inputs(m, chain.width, bits);
        let config = m.input("in_config", runtime.bits());
        let start = m.register(ports.start, Some(0));
        let data = ports.data.iter().map(|&net| m.delay(net, 1)).collect();
        let sizes = PerSize { chain, index: size_number(m, runtime, config), pulse: ports.start };
        let held = m.state(m.width(config), None);
        m.drive_enabled(held, config, ports.start);
        StageInputs { enable: ports.enable, start, data, config: held, sizes }
    }
}
