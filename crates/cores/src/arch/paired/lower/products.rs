//! Products of mirrored pairs, and their sums.

use super::super::core::PairedCore;
use super::super::model::coefficients;
use super::rear::Rear;
use crate::arch::folded::lower::memory::{FrameMemory, MEMORY_CYCLES};
use crate::parts::cache::ModuleCache;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::mask;

/// Reads points, multiplies the sum or the difference of each mirrored pair, and adds the products up. `written`:
/// enable, address and word of a part of a point; `inverse`: high in inverse frames, where these have coefficients of
/// their own. Returns a sum `core.sum_latency()` clock cycles after the places of its last product.
#[hdl]
pub fn products<'m>(
    m: &'m Builder,
    (core, rear): (&PairedCore, &Rear<'m>),
    cache: &mut ModuleCache,
    (written, inverse): ([Sig<'m>; 3], Option<Sig<'m>>),
) -> Sig<'m> {
    let Rear { pair, is_sine, part, angle, side, begins_cosines, begins_sum, .. } = *rear;
    let (split, bits, pair_bits) = (&core.split, pair.width(), core.factor_bits()[0]);
    // Points that are their own mirror images are added to nothing.
    let is_zero = (core.first_product() == 0).then(|| pair.is(0));
    let is_middle = (split.rear % 2 == 0).then(|| pair.is(split.cosines()));
    let alone = is_zero.into_iter().chain(is_middle).reduce(|any, one| any | one);
    let mirrored = m.constant(bits, split.rear as u128) - pair;
    let partner = alone.map_or(mirrored, |alone| alone.mux(0, mirrored));
    let point_part = part ^ is_sine;
    // The imaginary part of a bin takes the negated sum of sines.
    let exchanges_pair = is_sine & part;
    let first = exchanges_pair.mux(partner, pair);
    let second = exchanges_pair.mux(pair, partner);
    let read = |address: Sig<'m>| read(m, core, address, written);
    let [a, b] = [first, second].map(|point| read(m.cat([side, point_part, point])).sign_extend(pair_bits));
    let b = alone.map_or(b, |alone| b & !alone.repeat(pair_bits));
    let pair_sum = a.add_signed(b, is_sine).later(1);
    let number = m.cat([Some(is_sine), inverse, Some(angle)].into_iter().flatten()).register();
    let coefficient = m.rom(number, core.factor_bits()[1], table(core, inverse.is_some()));
    let cycles = core.multiply_cycles() as u32;
    let multiplier = Operator { module: cache.real_product(cycles, core.factor_bits()), cycles };
    // Sums are modulo 2^bits, so that high bits of a product may be left out.
    let sum_bits = core.fixed().internal_bits;
    let product = m.apply("product", &multiplier, &[pair_sum, coefficient])[0].resize_signed(sum_bits);

    let first = match core.first_product() {
        0 => m.constant(sum_bits, 0),
        _ => {
            // Point 0 has the factor one. Its address waits, which is shorter than the point.
            let read_cycle = core.product_latency() as i32 - MEMORY_CYCLES as i32;
            let point = read(m.cat([side, part, m.constant(bits, 0)]).until(read_cycle)).sign_extend(sum_bits);
            begins_cosines.mux(point.doubled(core.fixed().coefficient_fraction), 0)
        }
    };
    let sum_of_products = m.reg(sum_bits).beside(product);
    let sum_before = begins_sum.mux(first, sum_of_products);
    let sum = sum_of_products.next(sum_before + product);
    assert_eq!(sum.cycle(), Some(core.sum_latency() as i32));
    sum
}

/// Adds a memory of points, of two transforms. Returns the part of a point of an address.
fn read<'m>(m: &'m Builder, core: &PairedCore, address: Sig<'m>, written: [Sig<'m>; 3]) -> Sig<'m> {
    let memory = FrameMemory::new(m, 4 * core.split.rear, core.front_bits(), address);
    memory.write(written);
    memory.found(address)
}

/// The coefficients of all products.
fn table(core: &PairedCore, has_inverse: bool) -> Vec<u128> {
    let scales = core.scales().iter().take(if has_inverse { 2 } else { 1 });
    let tables: Vec<Vec<[i128; 2]>> = scales.map(|scale| coefficients(core, scale)).collect();
    let values = (0..core.split.rear).flat_map(|angle| tables.iter().flat_map(move |table| table[angle]));
    values.map(|value| value as u128 & mask(core.factor_bits()[1])).collect()
}
