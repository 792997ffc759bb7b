//! From samples as they stand on the ports to samples as cores compute with them, and back.

use crate::pipeline::SampleCoding;
use crate::rtl::{Module, Net};

/// Returns the components of a beat in the coding of the other side of the port.
pub fn recoded(m: &mut Module, components: &[Net], coding: SampleCoding) -> Vec<Net> {
    let word = |m: &mut Module, net: Net| match coding.is_offset {
        true => {
            let bits = m.width(net);
            let sign = m.constant(bits, 1 << (bits - 1));
            m.xor(net, sign)
        }
        false => net,
    };
    (0..components.len()).map(|place| word(m, components[coding.place(place)])).collect()
}
