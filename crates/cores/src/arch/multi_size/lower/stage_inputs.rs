//! Inputs of a module of the chain.

use super::super::chain::SharedChain;
use super::per_size::{size_number, PerSize};
use crate::parts::Ports;
use crate::runtime::Runtime;
use fftgen_hdl::dsl::*;

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
pub struct StageInputs<'m> {
    pub start: Sig<'m>,
    /// Real and imaginary part of each lane.
    pub data: Vec<Sig<'m>>,
    /// The configuration word of the frame, until the next one begins.
    pub config: Sig<'m>,
    pub sizes: PerSize<'m>,
    /// High in some beat of a frame that had a value too large for its word, if frames are marked.
    pub told: Option<Sig<'m>>,
}

impl<'m> StageInputs<'m> {
    /// Adds the input ports of a module. `bits`: bits of an input component.
    pub fn new(m: &'m Builder, chain: &'m SharedChain, tags: FrameTags, bits: u32) -> Self {
        let Ports { start: pulse, data, .. } = Ports::inputs(m, chain.width, bits);
        let config = m.input("in_config", tags.runtime.bits());
        StageInputs {
            start: pulse.later_with_reset(1),
            data: data.into_iter().map(|part| part.later(1)).collect(),
            config: m.reg(config.width()).named("frame_config").next_if(pulse, config),
            sizes: PerSize { chain, index: size_number(tags.runtime, config), pulse },
            told: tags.tells_overflow.then(|| m.input(IN_OVERFLOW, 1).later(1)),
        }
    }
}

/// Adds `out_start`, `out_data` and `out_config`.
pub fn frame_outputs<'m>(m: &'m Builder, start: Sig<'m>, data: impl IntoIterator<Item = Sig<'m>>, config: Sig<'m>) {
    m.output("out_start", start);
    m.output_bus("out_data", data);
    m.output("out_config", config);
}
