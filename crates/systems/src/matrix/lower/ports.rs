//! The inputs of a core with the native interface.

use crate::parts::{self, Reset};
use fftgen_hdl::dsl::*;

/// The inputs that every core has, with its clock enable and its reset.
#[derive(Clone, Copy)]
pub struct Ports<'m> {
    /// `in_start`, high with the first point of a frame.
    pub start: Sig<'m>,
    /// `in_data`: real and imaginary part of the point.
    pub point: [Sig<'m>; 2],
}

impl<'m> Ports<'m> {
    /// Adds the inputs. `alone`: the reset of a core without ports around it.
    pub fn new(m: &'m Builder, bits: u32, alone: Option<Reset>) -> Self {
        let ports = parts::Ports::inputs_with(m, 1, bits, alone.unwrap_or_default());
        Ports { start: ports.start, point: [0, 1].map(|part: usize| ports.data[part]) }
    }
}
