//! The inputs of a core with the native interface.

use crate::parts::{self, Reset};
use fftgen_hdl::dsl::*;

/// The inputs that every core has, with its clock enable and its reset.
pub struct Ports<'m> {
    /// `in_start`, high with the first point of a frame.
    pub start: Sig<'m>,
    /// `in_data`: real and imaginary part of each point of a beat.
    pub points: Vec<[Sig<'m>; 2]>,
}

impl<'m> Ports<'m> {
    /// Adds the inputs. `lanes`: points of a beat. `alone`: the reset of a core without ports around it.
    pub fn new(m: &'m Builder, lanes: usize, bits: u32, alone: Option<Reset>) -> Self {
        let ports = parts::Ports::inputs_with(m, lanes, bits, alone.unwrap_or_default());
        Ports { start: ports.start, points: ports.data.chunks(2).map(|parts| [parts[0], parts[1]]).collect() }
    }
}
