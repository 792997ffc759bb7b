//! Elements of transforms in a ring.

use super::super::super::accumulator::Accumulator;
use super::ring::Ring;
use super::transforms::Transforms;
use crate::pipeline::FixedStage;
use crate::rtl::{Module, Net};

/// Elements of transforms in a ring.
pub struct Elements {
    /// Guard bits of the program with the fewest ones, which elements do not have in the ring.
    pub guard_bits: u32,
    /// Both parts of the element that is written.
    pub parts: [Net; 2],
    /// Ring of the elements.
    pub ring: Ring,
    /// Place of all rings that is written.
    pub place: Net,
    /// Bits of a place.
    pub address: u32,
}

impl Elements {
    /// Writes the elements to a ring. `fixed`: arithmetic of each program.
    pub fn new(m: &mut Module, unit: &Accumulator, fixed: &[FixedStage], transforms: &Transforms) -> Self {
        let guard_bits = fixed.iter().map(|fixed| fixed.guard_bits).min().unwrap_or(0);
        let parts = aligned(m, fixed, guard_bits, transforms);
        let place = Ring::place(m, unit.places());
        Elements { guard_bits, parts, ring: Ring::new(m, "elements", parts, place), place, address: m.width(place) }
    }
}

/// Moves the parts of elements up by the guard bits that a program has beyond the `least`.
fn aligned(m: &mut Module, fixed: &[FixedStage], least: u32, transforms: &Transforms) -> [Net; 2] {
    let most = fixed.iter().map(|fixed| fixed.guard_bits - least).max().unwrap_or(0);
    [0, 1].map(|part| {
        let part = transforms.elements[part];
        let bits = m.width(part) + most;
        let cases: Vec<Net> = fixed
            .iter()
            .map(|fixed| {
                let moved = doubled_signed(m, part, fixed.guard_bits - least);
                m.sign_extend(moved, bits)
            })
            .collect();
        let element = m.select(transforms.program, &cases);
        m.register(element, None)
    })
}

/// Returns 2^`bits` times a number, in as many bits more.
pub fn doubled_signed(m: &mut Module, number: Net, bits: u32) -> Net {
    match bits {
        0 => number,
        _ => {
            let zeros = m.constant(bits, 0);
            m.concat(&[zeros, number])
        }
    }
}
