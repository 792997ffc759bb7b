//! The ports that every block has.

use super::reset::Reset;
use fftgen_hdl::dsl::*;

/// The input ports that every block has.
pub struct Ports<'m> {
    /// `in_start`, high in the first beat of a frame.
    pub start: Sig<'m>,
    /// `in_data`: real and imaginary part of each lane, lane 0 first.
    pub data: Vec<Sig<'m>>,
    /// `ce`, the clock enable.
    pub enable: Sig<'m>,
    /// Reset, active high.
    pub reset: Sig<'m>,
}

impl<'m> Ports<'m> {
    /// Adds clock enable, reset, `in_start` and `in_data` to a module.
    pub fn inputs(m: &'m Builder, lanes: usize, bits: u32) -> Self {
        Self::inputs_with(m, lanes, bits, Reset::default())
    }

    /// Adds clock enable, a given reset, `in_start` and `in_data` to a top module.
    pub fn inputs_with(m: &'m Builder, lanes: usize, bits: u32, reset: Reset) -> Self {
        let (enable, reset) = (m.input("ce", 1), reset.input(m));
        m.set_enable(enable);
        let start = m.input("in_start", 1);
        Ports { start, data: m.input_bus("in_data", &vec![bits; 2 * lanes]), enable, reset }
    }

    /// Adds `out_start` and `out_data`.
    pub fn outputs(m: &'m Builder, start: Sig<'m>, data: impl IntoIterator<Item = Sig<'m>>) {
        m.output("out_start", start);
        m.output_bus("out_data", data);
    }
}
