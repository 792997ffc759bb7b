//! The [parts](crate::parts) of netlists that are built of nets, not written as expressions.

pub mod align;
pub mod beat_counter;
pub mod cfp;
pub mod circles;
mod constants;
pub mod control;
pub mod count;
pub mod delay_lines;
pub mod frame_overflow;
pub mod octant_table;
pub mod output_rounding;
pub mod swap;

pub use crate::parts::{cache, latencies, operators, reset, Circles, OperatorLibrary, Reset};

use crate::parts;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::{Builder, Sig};

/// [`parts::Ports`].
pub struct Ports {
    /// `in_start`, high in the first beat of a frame.
    pub start: Net,
    /// `in_data`: real and imaginary part of each lane, lane 0 first.
    pub data: Vec<Net>,
    /// `ce`, the clock enable.
    pub enable: Net,
    /// Reset, active high.
    pub reset: Net,
}

impl Ports {
    /// [`parts::Ports::inputs`].
    pub fn inputs(m: &mut Module, lanes: usize, bits: u32) -> Self {
        Self::inputs_with(m, lanes, bits, Reset::default())
    }

    /// [`parts::Ports::inputs_with`].
    pub fn inputs_with(m: &mut Module, lanes: usize, bits: u32, reset: Reset) -> Self {
        Builder::over(m, |m| {
            let parts::Ports { start, data, enable, reset } = parts::Ports::inputs_with(m, lanes, bits, reset);
            Ports { start: start.net(), data: nets(data), enable: enable.net(), reset: reset.net() }
        })
    }

    /// [`parts::Ports::outputs`].
    pub fn outputs(m: &mut Module, start: Net, data: &[Net]) {
        Builder::over(m, |m| parts::Ports::outputs(m, m.sig(start), m.sigs(data.iter().copied())));
    }
}

/// Nets of signals.
fn nets(signals: Vec<Sig>) -> Vec<Net> {
    signals.into_iter().map(Sig::net).collect()
}
