//! The size of the frame that is computed, and its numbers.

use super::super::core::{MacCore, MacFrame};
use crate::rtl::{address_bits, Module, Net};

/// Size of a frame.
#[derive(Clone, Copy)]
pub struct SizeNumbers<'a> {
    core: &'a MacCore,
    /// Number of the size. `None` if there is one.
    pub index: Option<Net>,
}

impl<'a> SizeNumbers<'a> {
    /// Returns the size with a number.
    pub fn new(core: &'a MacCore, index: Option<Net>) -> Self {
        SizeNumbers { core, index }
    }

    /// Returns the frames of all sizes.
    pub fn frames(&self) -> &'a [MacFrame] {
        &self.core.frames
    }

    /// Returns a number of the size under a name, in as many bits as the largest of all sizes takes. It comes from a register.
    pub fn number(&self, m: &mut Module, name: &str, value: impl Fn(&MacFrame) -> usize) -> Net {
        let values: Vec<u128> = self.frames().iter().map(|frame| value(frame) as u128).collect();
        registered(m, name, self.index, values)
    }
}

/// Looks up a number, in as many bits as the largest of them takes. It comes from a register under a name, unless all are equal.
pub fn registered(m: &mut Module, name: &str, index: Option<Net>, values: Vec<u128>) -> Net {
    let bits = address_bits(1 + values.iter().max().map_or(0, |most| *most as usize));
    match index.filter(|_| values.iter().any(|value| *value != values[0])) {
        Some(index) => {
            let first = values[0];
            let value = m.rom(index, bits, values);
            let value = m.register(value, Some(first));
            m.name(value, name)
        }
        None => m.constant(bits, values[0]),
    }
}
