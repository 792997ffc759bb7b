//! Inputs of a module of the chain.

use super::super::chain::SharedChain;
use super::per_size::{size_number, PerSize};
use crate::lower::Ports;
use crate::rtl::{Module, Net};
use crate::runtime::Runtime;

/// Input of a module that is high in some beat of a frame that had a value too large for its word.
pub const IN_OVERFLOW: &str = "in_overflow";

/// What goes with a frame from module to module.
#[derive(Clone, Copy)]
pub struct FrameTags<'a> {
    /// What the configuration word says.
    pub runtime: &'a Runtime,
    /// Whether frames that had a value too large for its word are marked.
    pub tells_overflow: bool,
}

/// Inputs after a register, so that values that depend on the size are there with the first beat.
pub struct StageInputs<'a> {
    pub enable: Net,
    pub start: Net,
    /// Real and imaginary part of each lane.
    pub data: Vec<Net>,
    /// The configuration word of the frame, until the next one begins.
    pub config: Net,
    pub sizes: PerSize<'a>,
    /// High in some beat of a frame that had a value too large for its word, if frames are marked.
    pub told: Option<Net>,
}

impl<'a> StageInputs<'a> {
    /// Adds the input ports of a module. `bits`: bits of an input component.
    pub fn new(m: &mut Module, chain: &'a SharedChain, tags: FrameTags, bits: u32) -> Self {
        let ports = Ports::inputs(m, chain.width, bits);
        let config = m.input("in_config", tags.runtime.bits());
        let start = m.register(ports.start, Some(0));
        let data = ports.data.iter().map(|&net| m.delay(net, 1)).collect();
        let sizes = PerSize { chain, index: size_number(m, tags.runtime, config), pulse: ports.start };
        let held = m.state(m.width(config), None);
        m.drive_enabled(held, config, ports.start);
        let told = tags.tells_overflow.then(|| m.input(IN_OVERFLOW, 1));
        let told = told.map(|told| m.delay(told, 1));
        StageInputs { enable: ports.enable, start, data, config: held, sizes, told }
    }
}
