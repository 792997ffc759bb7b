//! Products of mirrored pairs, and their sums.

use super::super::core::PairedCore;
use super::super::model::coefficients;
use super::rear::Rear;
use crate::arch::folded::lower::gates::and_not;
use crate::arch::folded::lower::memory::{FrameMemory, MEMORY_CYCLES};
use crate::lower::cache::ModuleCache;
use crate::lower::circles::doubled;
use crate::lower::sign::add_signed;
use crate::rtl::{mask, Module, Net};

/// Reads points, multiplies the sum or the difference of each mirrored pair, and adds the products up. `written`: enable, address and word of a part of a
/// point; `inverse`: high in inverse frames, where these have coefficients of their own. Returns a sum `core.sum_latency()` clock cycles after the places of its last product.
pub fn products(
    m: &mut Module,
    (core, rear): (&PairedCore, &Rear),
    cache: &mut ModuleCache,
    (written, inverse): ([Net; 3], Option<Net>),
) -> Net {
    let bits = m.width(rear.pair);
    let points = m.constant(bits, core.split.rear as u128 & mask(bits));
    let partner = m.sub(points, rear.pair);
    m.name(partner, "partner");
    // Points that are their own mirror images are added to nothing.
    let split = &core.split;
    let is_zero = (core.first_product() == 0).then(|| m.eq_const(rear.pair, 0));
    let is_middle = (split.rear % 2 == 0).then(|| m.eq_const(rear.pair, split.cosines() as u128));
    let alone = is_zero.into_iter().chain(is_middle).reduce(|any, one| m.or(any, one));
    let partner = match alone {
        Some(alone) => {
            let zero = m.constant(bits, 0);
            m.mux(alone, zero, partner)
        }
        None => partner,
    };
    let part = m.xor(rear.part, rear.is_sine);
    m.name(part, "point_part");
    // The imaginary part of a bin takes the negated sum of sines.
    let exchanges = m.and(rear.is_sine, rear.part);
    m.name(exchanges, "exchanges_pair");
    let [first, second] = [[rear.pair, partner], [partner, rear.pair]].map(|[a, b]| m.mux(exchanges, b, a));
    let pair = [first, second].map(|point| {
        let address = m.concat(&[rear.side, part, point]);
        read(m, core, address, written)
    });
    let pair_bits = core.factor_bits()[0];
    let [a, b] = pair.map(|part| m.sign_extend(part, pair_bits));
    let b = match alone {
        Some(alone) => {
            let alone = m.delay(alone, MEMORY_CYCLES as u32);
            let masks = m.repeat(alone, pair_bits);
            and_not(m, b, masks)
        }
        None => b,
    };
    let is_sine = m.delay(rear.is_sine, MEMORY_CYCLES as u32);
    let sum = add_signed(m, a, b, is_sine);
    let sum = m.delay(sum, 1);
    m.name(sum, "pair_sum");
    let coefficient = coefficient(m, (core, rear), inverse);
    let depth = core.multiply_cycles() as u32;
    let operator = cache.real_product(depth, core.factor_bits());
    let product = m.operate("product", &operator, vec![vec![sum], vec![coefficient]])[0];

    let late = core.product_latency() as u32;
    let sum_bits = core.fixed().internal_bits;
    // Sums are modulo 2^bits, so that high bits of a product may be left out.
    let product = m.resize_signed(product, sum_bits);
    let begins = m.delay(rear.begins_sum, late);
    let zero = m.constant(sum_bits, 0);
    let first = match core.first_product() {
        0 => zero,
        _ => {
            // Point 0 has the factor one.
            let none = m.constant(bits, 0);
            let address = m.concat(&[rear.side, rear.part, none]);
            let address = m.delay(address, late - MEMORY_CYCLES as u32);
            let point = read(m, core, address, written);
            let point = m.sign_extend(point, sum_bits);
            let point = doubled(m, point, core.fixed().coefficient_fraction);
            let is_cosine = m.delay(rear.begins_cosines, late);
            m.mux(is_cosine, point, zero)
        }
    };
    let sum = m.state(sum_bits, None);
    m.name(sum, "sum_of_products");
    let before = m.mux(begins, first, sum);
    m.name(before, "sum_before");
    let next = m.add(before, product);
    m.drive(sum, next);
    sum
}

/// Adds a memory of points, of two transforms. Returns the part of a point of an address, `MEMORY_CYCLES` clock cycles later.
fn read(m: &mut Module, core: &PairedCore, address: Net, written: [Net; 3]) -> Net {
    let memory = FrameMemory::new(m, 4 * core.split.rear, core.front_bits(), address);
    memory.write(m, written);
    memory.found(m, address)
}

/// Looks up the coefficient of a product. It comes with the sum of the pair.
fn coefficient(m: &mut Module, (core, rear): (&PairedCore, &Rear), inverse: Option<Net>) -> Net {
    let bits = core.factor_bits()[1];
    let scales = core.scales().iter().take(if inverse.is_some() { 2 } else { 1 });
    let tables: Vec<Vec<[i128; 2]>> = scales.map(|scale| coefficients(core, scale)).collect();
    let angles = 0..core.split.rear;
    let values = angles.flat_map(|angle| tables.iter().flat_map(move |table| table[angle]));
    let table: Vec<u128> = values.map(|value| value as u128 & mask(bits)).collect();
    let fields: Vec<Net> = [Some(rear.is_sine), inverse, Some(rear.angle)].into_iter().flatten().collect();
    let number = m.concat(&fields);
    let number = m.register(number, None);
    let found = m.rom(number, bits, table);
    let found = m.delay(found, MEMORY_CYCLES as u32);
    m.name(found, "coefficient")
}
