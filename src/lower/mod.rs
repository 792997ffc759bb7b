//! Lowers streams to netlists: permuters, scheduled kernels, and a pipeline of them.

mod alike;
pub(crate) mod beats;
mod butterfly;
mod cache;
mod circle;
mod codec;
mod coefficients;
pub mod control;
mod converter;
pub(crate) mod core;
pub(crate) mod count;
mod crossing;
pub(crate) mod ends;
mod feedback;
pub(crate) mod feeds;
mod flags;
pub(crate) mod kernel;
mod line;
mod normalizer;
pub(crate) mod operators;
mod permuter;
mod reset;
mod shared;
mod sign;
mod table;
mod words;

pub use self::core::core;
pub use butterfly::butterfly;
pub use cache::latencies;
pub use converter::converter;
pub use crossing::crossing;
pub use feedback::feedback;
pub use kernel::kernel;
pub use normalizer::normalizer;
pub use operators::Operators;
pub use permuter::permuter;
pub use reset::Reset;

use crate::rtl::{Module, Net};

/// The ports that every stage has: `ce`, `rst`, a start pulse with the first beat, and the lanes.
pub struct Ports {
    pub start: Net,
    /// Real and imaginary part of each lane, lane 0 first.
    pub data: Vec<Net>,
    pub enable: Net,
    pub reset: Net,
}

impl Ports {
    /// Adds clock enable, reset, `in_start` and `in_data` to a module.
    pub fn inputs(m: &mut Module, lanes: usize, bits: u32) -> Self {
        Self::inputs_with(m, lanes, bits, Reset::default())
    }

    /// The same for a top module, which has the reset that was asked for.
    pub fn inputs_with(m: &mut Module, lanes: usize, bits: u32, reset: Reset) -> Self {
        let (enable, reset) = (m.input("ce", 1), reset.port(m));
        m.set_enable(enable);
        let start = m.input("in_start", 1);
        Ports { start, data: m.input_bus("in_data", &vec![bits; 2 * lanes]), enable, reset }
    }

    /// Adds `out_start` and `out_data`.
    pub fn outputs(m: &mut Module, start: Net, data: &[Net]) {
        m.output("out_start", start);
        m.output_bus("out_data", data);
    }
}
