//! Lowers streams to netlists: permuters, scheduled kernels, the core, its shell.

mod alike;
mod angle;
mod bank;
mod beat_count;
mod beat_counter;
mod butterfly;
mod cache;
mod channel;
mod codec;
mod coefficients;
pub mod control;
mod converter;
mod core;
mod count;
mod crossing;
mod delay;
mod delay_lines;
mod division;
mod ends;
mod feedback;
mod flags;
mod folded_rom;
pub mod frames;
pub mod halves;
mod join;
mod keep;
mod kernel;
mod lookup;
mod normalizer;
mod operands;
mod operators;
mod permuter;
mod places;
mod position;
mod reorder;
mod reset;
mod resync;
mod row;
mod shared;
pub mod shell;
mod sign;
mod sized;
mod skid;
mod table;

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
pub use row::row;

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
