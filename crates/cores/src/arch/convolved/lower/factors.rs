//! Coefficients of the factors: chirps from an eighth of a circle, and the convolution's spectrum from half of it.

use super::super::core::{ConvolvedCore, FACTOR_CYCLES};
use super::phase::Phase;
use crate::exact::Complex;
use crate::formula::Factor;
use crate::parts::circles::{long_table, Circles, ROOT_CYCLES, TABLE_CYCLES};
use crate::parts::operators::OperatorSet;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};

/// Returns the [coefficients](OperatorSet::coefficients_of) of the factor of a word, `FACTOR_CYCLES` clock cycles after
/// its beat. Phases: with the samples, between both passes, with the results. `inverse`: high in inverse frames.
pub fn coefficients<'m>(
    core: &ConvolvedCore,
    set: &OperatorSet,
    ([samples, middle, results], inverse): ([&Phase<'m>; 3], Sig<'m>),
) -> Vec<Sig<'m>> {
    let order = 2 * core.points();
    let exponent = chirp_exponent(order, samples.active | results.active, samples.last | results.last);
    let circles = Circles::new(&[order]);
    let chirp = circles.parts_of(circles.exponent_of(exponent, order), order, set);
    let spectrum = of_spectrum(core, (middle, inverse), set);
    let is_middle = middle.active.later(ROOT_CYCLES);
    let parts = [0, 1].map(|part| is_middle.mux(spectrum[part], chirp[part]));
    let words = set.coefficients_of(parts);
    words.into_iter().map(|word| word.later(FACTOR_CYCLES as u32 - ROOT_CYCLES)).collect()
}

/// Counts the squares 0, 1, 4, … modulo `order` in the cycles with `counts`, and from zero again after a cycle with
/// `last`. The difference of two squares grows by two.
#[hdl]
fn chirp_exponent<'m>(order: usize, counts: Sig<'m>, last: Sig<'m>) -> Sig<'m> {
    let (m, bits) = (counts.builder(), address_bits(order));
    let square = m.state(bits, 0);
    let odd = m.state(bits, 1);
    odd.next_if(counts, last.mux(1, odd.add_modulo(m.constant(bits, 2), order)));
    square.next_if(counts, last.mux(0, square.add_modulo(*odd, order)))
}

/// Looks up the parts of the factors between both passes, `ROOT_CYCLES` cycles after their beats. Factor k equals the
/// factor as far from the end, so that half of them are in the table. Where the directions have other factors, those of
/// inverse frames follow in the table.
fn of_spectrum<'m>(core: &ConvolvedCore, (middle, inverse): (&Phase<'m>, Sig<'m>), set: &OperatorSet) -> [Sig<'m>; 2] {
    let (m, elements, bits) = (inverse.builder(), core.elements(), set.coefficient());
    let half = elements / 2;
    let wide = address_bits(elements + 1);
    let beat = middle.beat.unwrap_or_else(|| m.constant(1, 0)).extend(wide);
    let index = beat.gt(half).mux(m.constant(wide, elements as u128) - beat, beat);
    let spectra = &core.words.of_direction;
    let row_bits = address_bits(spectra.len() * (half + 1));
    let row = match spectra.len() {
        1 => index,
        _ => {
            let index = index.extend(row_bits.max(wide));
            index + inverse.mux(m.constant(index.width(), half as u128 + 1), 0)
        }
    };
    let word = |factor: &Factor| {
        let Complex { re, im } = factor.value();
        let [re, im] = [re, im].map(|part| u128::from(set.encode(&part)) & mask(bits));
        re | im << bits
    };
    let table: Vec<u128> = spectra.iter().flat_map(|words| words.spectrum[..=half].iter().map(word)).collect();
    let row = row.bits(0, row_bits).register();
    let found = long_table(row, 2 * bits, &table).later(ROOT_CYCLES - TABLE_CYCLES - 1);
    [0, bits].map(|low| found.bits(low, bits))
}
