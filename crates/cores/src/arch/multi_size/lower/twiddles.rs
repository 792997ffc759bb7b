//! Twiddle factors after a stage.

use super::super::route::SizeRoute;
use super::per_size::PerSize;
use super::root_request::RootRequest;
use super::roots::root_words;
use super::transform_counter::TransformCounter;
use crate::parts::operators::OperatorSet;
use crate::pipeline::Stage;
use fftgen_hdl::dsl::*;

/// Returns the coefficients of the twiddle factors after a stage: result j of transform k is multiplied by root j k.
/// `place`: number of the stage; `delay`: clock cycles from the counter of results to the coefficients.
pub fn twiddle_words<'m>(
    sizes: PerSize<'m>,
    results: &TransformCounter<'m>,
    place: usize,
    (rotator, set): (&Stage, &OperatorSet),
    delay: u32,
) -> Vec<Sig<'m>> {
    let order = |route: &SizeRoute| match route.radices[place] {
        1 => 1,
        radix => radix * route.delay(place),
    };
    let exponents = |unit: &dyn Fn(&SizeRoute) -> usize, bits: u32| exponent(results, sizes.number(unit), bits);
    let request = RootRequest { sizes, order: &order, exponents: &exponents, set, delay };
    root_words(request, rotator.has_triples())
}

/// Accumulates exponents: the exponent of result j grows by j units from transform to transform.
#[hdl]
fn exponent<'m>(results: &TransformCounter<'m>, unit: Sig<'m>, bits: u32) -> Sig<'m> {
    let &TransformCounter { runs, address_ends, digit_ends, .. } = results;
    let m = runs.builder();
    // The digit in units.
    let step = m.state(bits, 0);
    step.next_if(runs & address_ends, digit_ends.mux(0, step + unit.extend(bits)));
    let exponent = m.state(bits, 0);
    exponent.next_if(runs, address_ends.mux(0, exponent + step))
}
