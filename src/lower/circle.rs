//! Twiddle factors from an eighth of the circle: an accumulator gives the angle, its high bits the octant.

use super::control::count_from;
use super::operators::Set;
use crate::exact::{Real, Root};
use crate::rtl::{address_bits, Module, Net};
use crate::stream::circle::{Circle, Ramp};

/// Real and imaginary part of the factor of each batch. `active`: high when one passes.
///
/// Four registers stand in a row, each a batch ahead of the next: the angle, its place in an octant, the values there,
/// the factor. All of them rest between frames, so that the first factor is there when a frame begins.
pub fn factors(m: &mut Module, circle: &Circle, ramp: &Ramp, operators: &Set, active: Net) -> [Net; 2] {
    let (order, batches) = (circle.order, circle.exponents.len());
    let octant = Octant::new(circle, operators);
    let width = address_bits(order);

    let runs = batches / ramp.length;
    let (place, run_end) = count_from(m, "angle_place".into(), active, ramp.length, 3 % ramp.length);
    debug_assert!(place.is_some());
    let (run, _) = count_from(m, "angle_run".into(), run_end, runs, 3 / ramp.length % runs);
    let angle = m.state(width, Some(circle.exponents[3 % batches] as u128));
    m.name(angle, "angle");
    let of_run = |m: &mut Module, words: &[usize], ahead: usize| {
        let table: Vec<u128> = (0..runs).map(|run| words[(run + ahead) % runs] as u128).collect();
        match run {
            Some(run) => m.rom(run, width, table),
            None => m.constant(width, table[0]),
        }
    };
    let (step, start) = (of_run(m, &ramp.steps, 0), of_run(m, &ramp.starts, 1));
    let further = m.add(angle, step);
    let next = m.mux(run_end, start, further);
    m.drive_enabled(angle, next, active);

    // Odd octants are mirrored; their first value is the one that the table lacks.
    let low = m.slice(angle, 0, width - 3);
    let high = m.slice(angle, width - 3, 3);
    let odd = m.bit(high, 0);
    let zero = m.constant(width - 3, 0);
    let mirrored = m.sub(zero, low);
    let index = m.mux(odd, mirrored, low);
    let corner = m.any(low);
    let corner = m.not(corner);
    let corner = m.and(odd, corner);
    let flags = m.concat(&[high, corner]);
    let second = circle.exponents[2 % batches];
    let index = held(m, index, octant.index(second) as u128, active);
    let flags = held(m, flags, octant.flags(second), active);
    let values = m.rom(index, 2 * operators.coefficient, octant.table());
    let first = circle.exponents[1 % batches];
    let values = held(m, values, octant.table()[octant.index(first)], active);
    let flags = held(m, flags, octant.flags(first), active);

    let [o0, o1, o2, corner] = [0, 1, 2, 3].map(|bit| m.bit(flags, bit));
    let swap = m.xor(o0, o1);
    let negative = [m.xor(o1, o2), m.not(o2)];
    let word = operators.coefficient;
    let [cosine, sine] = [m.slice(values, 0, word), m.slice(values, word, word)];
    let diagonal = m.constant(word, octant.diagonal);
    let parts = [m.mux(swap, sine, cosine), m.mux(swap, cosine, sine)];
    let wanted = octant.factor(circle.exponents[0]);
    [0, 1].map(|part| {
        let value = m.mux(corner, diagonal, parts[part]);
        // Where a sign may be, the table says whether the value has one: zero has none.
        let (magnitude, signed) = (m.slice(value, 0, word - 1), m.bit(value, word - 1));
        let sign = m.and(signed, negative[part]);
        let value = m.concat(&[magnitude, sign]);
        held(m, value, wanted[part], active)
    })
}

/// A register that moves on with each batch.
fn held(m: &mut Module, net: Net, first: u128, active: Net) -> Net {
    let register = m.state(m.width(net), Some(first));
    m.drive_enabled(register, net, active);
    register
}

/// Cosines and sines of the first eighth, with a set sign bit for all but zero.
struct Octant {
    order: usize,
    bits: u32,
    values: Vec<[u128; 2]>,
    /// cos π/4.
    diagonal: u128,
}

impl Octant {
    fn new(circle: &Circle, operators: &Set) -> Self {
        let bits = operators.coefficient;
        let flagged = |value: &Real| u128::from(operators.encode(value)) | u128::from(!value.is_zero()) << (bits - 1);
        let values = (0..circle.order / 8).map(|k| {
            let value = Root::new(k, circle.order).value();
            [flagged(&value.re), flagged(&value.im.abs())]
        });
        let diagonal = flagged(&Root::new(1, 8).value().re);
        Octant { order: circle.order, bits, values: values.collect(), diagonal }
    }

    fn table(&self) -> Vec<u128> {
        self.values.iter().map(|[cosine, sine]| cosine | sine << self.bits).collect()
    }

    /// Octant of an exponent, and whether it is the first of an odd one.
    fn flags(&self, exponent: usize) -> u128 {
        let (octant, low) = (exponent / (self.order / 8), exponent % (self.order / 8));
        octant as u128 | u128::from(octant % 2 == 1 && low == 0) << 3
    }

    /// Place of an exponent in the table.
    fn index(&self, exponent: usize) -> usize {
        let eighth = self.order / 8;
        match exponent / eighth % 2 {
            0 => exponent % eighth,
            _ => (eighth - exponent % eighth) % eighth,
        }
    }

    /// The words of a factor.
    fn factor(&self, exponent: usize) -> [u128; 2] {
        let octant = exponent / (self.order / 8);
        let [cosine, sine] = match self.flags(exponent) >> 3 {
            0 => self.values[self.index(exponent)],
            _ => [self.diagonal; 2],
        };
        let swap = (octant ^ octant >> 1) & 1 == 1;
        let (parts, top) = (if swap { [sine, cosine] } else { [cosine, sine] }, 1u128 << (self.bits - 1));
        let negative = [(octant >> 1 ^ octant >> 2) & 1 == 1, octant < 4];
        [0, 1].map(|part| if negative[part] { parts[part] } else { parts[part] & !top })
    }
}
