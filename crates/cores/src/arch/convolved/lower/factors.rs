//! Coefficients of the factors: chirps from an eighth of a circle, and the spectrum of the convolution from a table of its half.

use super::super::core::{ConvolvedCore, FACTOR_CYCLES};
use super::phase::Phase;
use crate::exact::Complex;
use crate::formula::Factor;
use crate::lower::circles::{long_table, Circles, ROOT_CYCLES, TABLE_CYCLES};
use crate::lower::count::add_modulo;
use crate::lower::operators::OperatorSet;
use crate::rtl::{address_bits, mask, Module, Net};

/// Returns the [coefficients](OperatorSet::factor_words) of the factor of a word, `FACTOR_CYCLES` clock cycles after its beat. `phases`: those with the samples, between both passes, and with the results; `inverse`: high in inverse frames.
pub fn coefficients(
    m: &mut Module,
    core: &ConvolvedCore,
    set: &OperatorSet,
    ([samples, middle, results], inverse): ([&Phase; 3], Net),
) -> Vec<Net> {
    let (counts, last) = (m.or(samples.active, results.active), m.or(samples.last, results.last));
    let order = 2 * core.points();
    let exponent = chirp_exponent(m, order, [counts, last]);
    let circles = Circles::new(&[order]);
    let exponent = circles.on_circle(m, exponent, order);
    let chirp = circles.root(m, exponent, order, set);
    let spectrum = of_spectrum(m, core, (middle, inverse), set);
    let is_middle = m.delay(middle.active, ROOT_CYCLES);
    let parts = [0, 1].map(|part| m.mux(is_middle, spectrum[part], chirp[part]));
    let words = set.factor_words(m, parts);
    words.into_iter().map(|word| m.delay(word, FACTOR_CYCLES as u32 - ROOT_CYCLES)).collect()
}

/// Counts the squares 0, 1, 4, … modulo `order` in the cycles with `counts`, and from zero again after a cycle with `last`. The difference of
/// two squares grows by two.
fn chirp_exponent(m: &mut Module, order: usize, [counts, last]: [Net; 2]) -> Net {
    let bits = address_bits(order);
    let [square, odd] = [("square", 0), ("odd", 1)].map(|(name, first)| {
        let state = m.state(bits, Some(first));
        m.name(state, name)
    });
    let two = m.constant(bits, 2);
    for (state, step, first) in [(square, odd, 0), (odd, two, 1)] {
        let next = add_modulo(m, [state, step], order);
        let first = m.constant(bits, first);
        let next = m.mux(last, first, next);
        m.drive_enabled(state, next, counts);
    }
    square
}

/// Looks up the parts of the factors between both passes, `ROOT_CYCLES` cycles after their beats. Factor k equals the factor as far from the
/// end, so that half of them are in the table. Where the directions have other factors, those of inverse frames follow in the table.
fn of_spectrum(m: &mut Module, core: &ConvolvedCore, (middle, inverse): (&Phase, Net), set: &OperatorSet) -> [Net; 2] {
    let (elements, bits) = (core.elements(), set.coefficient());
    let half = elements / 2;
    let beat = middle.beat.unwrap_or_else(|| m.constant(1, 0));
    let wide = address_bits(elements + 1);
    let beat = m.extend(beat, wide);
    let (end, middle) = (m.constant(wide, elements as u128), m.constant(wide, half as u128));
    let mirrored = m.sub(end, beat);
    let is_above = m.lt(middle, beat);
    let index = m.mux(is_above, mirrored, beat);
    let rows = core.words.of_direction.len() * (half + 1);
    let index = match core.words.of_direction.len() {
        1 => m.slice(index, 0, address_bits(rows)),
        _ => {
            let index = m.extend(index, address_bits(rows).max(wide));
            let width = m.width(index);
            let [first, second] = [0, half as u128 + 1].map(|first| m.constant(width, first));
            let first = m.mux(inverse, second, first);
            let index = m.add(index, first);
            m.slice(index, 0, address_bits(rows))
        }
    };
    let word = |factor: &Factor| {
        let Complex { re, im } = factor.value();
        let [re, im] = [re, im].map(|part| u128::from(set.encode(&part)) & mask(bits));
        re | im << bits
    };
    let spectra = core.words.of_direction.iter();
    let table: Vec<u128> = spectra.flat_map(|words| words.spectrum[..=half].iter().map(word)).collect();
    let index = m.register(index, None);
    let found = long_table(m, index, 2 * bits, &table);
    let found = m.delay(found, ROOT_CYCLES - TABLE_CYCLES - 1);
    [0, 1].map(|part| m.slice(found, part * bits, bits))
}
