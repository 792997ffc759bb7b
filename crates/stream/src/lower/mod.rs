//! Parts of which the netlists of blocks are built: counters, delays, control signals, operands, coefficients and operators.

pub mod align;
pub mod beat_count;
pub mod beat_counter;
pub mod cache;
pub mod cfp;
pub mod circles;
pub mod coefficients;
mod constants;
pub mod control;
pub mod count;
pub mod delay;
pub mod delay_lines;
pub mod flags;
pub mod folded_rom;
pub mod frame_overflow;
pub mod lookup;
pub mod octant_table;
pub mod operands;
pub mod operators;
pub mod output_rounding;
pub mod reset;
pub mod run;
pub mod shared_operator;
pub mod sign;
pub mod swap;
pub mod table;
mod table_addresses;

pub use cache::latencies;
pub use circles::Circles;
pub use operators::OperatorLibrary;
pub use reset::Reset;

use crate::rtl::{Module, Net};

/// The input ports that every block has.
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
    /// Adds clock enable, reset, `in_start` and `in_data` to a module.
    pub fn inputs(m: &mut Module, lanes: usize, bits: u32) -> Self {
        Self::inputs_with(m, lanes, bits, Reset::default())
    }

    /// Adds clock enable, a given reset, `in_start` and `in_data` to a top module.
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
