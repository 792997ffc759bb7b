//! Elements of transforms in a ring.

use super::super::super::accumulator::Accumulator;
use super::ring::Ring;
use super::transforms::Transforms;
use crate::pipeline::FixedStage;
use fftgen_hdl::dsl::*;

/// Elements of transforms in a ring.
pub struct Elements<'m> {
    /// Guard bits of the program with the fewest ones, which elements do not have in the ring.
    pub guard_bits: u32,
    /// Both parts of the element that is written.
    pub parts: [Sig<'m>; 2],
    /// Ring of the elements.
    pub ring: Ring<'m>,
    /// Place of all rings that is written.
    pub place: Sig<'m>,
    /// Bits of a place.
    pub address: u32,
}

impl<'m> Elements<'m> {
    /// Writes the elements to a ring. `fixed`: arithmetic of each program.
    pub fn new(m: &'m Builder, unit: &Accumulator, fixed: &[FixedStage], transforms: &Transforms<'_, 'm>) -> Self {
        let guard_bits = fixed.iter().map(|fixed| fixed.guard_bits).min().unwrap_or(0);
        let parts = aligned(m, fixed, guard_bits, transforms);
        let place = Ring::place(m, unit.places());
        Elements { guard_bits, parts, ring: Ring::new(m, "elements", parts, place), place, address: place.width() }
    }
}

/// Moves the parts of elements up by the guard bits that a program has beyond the `least`.
fn aligned<'m>(m: &'m Builder, fixed: &[FixedStage], least: u32, transforms: &Transforms<'_, 'm>) -> [Sig<'m>; 2] {
    let most = fixed.iter().map(|fixed| fixed.guard_bits - least).max().unwrap_or(0);
    [0, 1].map(|part| {
        let part = transforms.elements[part];
        let moved =
            |fixed: &FixedStage| doubled_signed(part, fixed.guard_bits - least).sign_extend(part.width() + most);
        let cases: Vec<Sig> = fixed.iter().map(moved).collect();
        m.select(transforms.program, &cases).register()
    })
}

/// Returns 2^`bits` times a number, in as many bits more.
pub fn doubled_signed(number: Sig, bits: u32) -> Sig {
    let m = number.builder();
    match bits {
        0 => number,
        _ => m.cat([m.constant(bits, 0), number]),
    }
}
