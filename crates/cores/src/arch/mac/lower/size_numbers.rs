//! The size of the frame that is computed, and its numbers.

use super::super::core::{MacCore, MacFrame};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Size of a frame.
#[derive(Clone, Copy)]
pub struct SizeNumbers<'a, 'm> {
    /// The module that has its numbers.
    pub m: &'m Builder,
    core: &'a MacCore,
    /// Number of the size. `None` if there is one.
    pub index: Option<Sig<'m>>,
}

impl<'a, 'm> SizeNumbers<'a, 'm> {
    /// Returns the size with a number.
    pub fn new(m: &'m Builder, core: &'a MacCore, index: Option<Sig<'m>>) -> Self {
        SizeNumbers { m, core, index }
    }

    /// Returns the frames of all sizes.
    pub fn frames(&self) -> &'a [MacFrame] {
        &self.core.frames
    }

    /// Returns a number of the size under a name, in as many bits as the largest of all sizes takes. It comes from a
    /// register.
    pub fn number(&self, name: &str, value: impl Fn(&MacFrame) -> usize) -> Sig<'m> {
        let values: Vec<u128> = self.frames().iter().map(|frame| value(frame) as u128).collect();
        registered(self.m, name, self.index, values)
    }
}

/// Looks up a number, in as many bits as the largest of them takes. It comes from a register under a name, unless all
/// are equal.
pub fn registered<'m>(m: &'m Builder, name: &str, index: Option<Sig<'m>>, values: Vec<u128>) -> Sig<'m> {
    let bits = address_bits(1 + values.iter().max().map_or(0, |most| *most as usize));
    match index.filter(|_| values.iter().any(|value| *value != values[0])) {
        Some(index) => {
            let number = m.state(bits, values[0]).named(name);
            number.next(m.rom(index, bits, values));
            *number
        }
        None => m.constant(bits, values[0]),
    }
}
