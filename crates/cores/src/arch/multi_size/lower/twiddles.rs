//! Twiddle factors after a stage.

use super::super::route::SizeRoute;
use super::per_size::PerSize;
use super::root_request::RootRequest;
use super::roots::root_words;
use super::transform_counter::TransformCounter;
use crate::lower::operators::OperatorSet;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};

/// Returns the coefficients of the twiddle factors after a stage: result j of transform k is multiplied by root j k. `place`:
/// number of the stage; `delay`: clock cycles from the counter of results to the coefficients.
pub fn twiddle_words(
    m: &mut Module,
    sizes: &PerSize,
    results: &TransformCounter,
    place: usize,
    (rotator, set): (&Stage, &OperatorSet),
    delay: u32,
) -> Vec<Net> {
    let order = |route: &SizeRoute| match route.radices[place] {
        1 => 1,
        radix => radix * route.delay(place),
    };
    let exponents = |m: &mut Module, unit: &dyn Fn(&SizeRoute) -> usize, bits: u32| {
        let unit = sizes.number(m, unit);
        exponent(m, results, unit, bits)
    };
    let request = RootRequest { sizes, order: &order, exponents: &exponents, set, delay };
    root_words(m, request, rotator.has_triples())
}

/// Accumulates exponents: the exponent of result j grows by j units from transform to transform.
fn exponent(m: &mut Module, results: &TransformCounter, unit: Net, bits: u32) -> Net {
    // The digit in units.
    let step = m.state(bits, Some(0));
    m.name(step, "step");
    let (zero, unit) = (m.constant(bits, 0), m.extend(unit, bits));
    let more = m.add(step, unit);
    let next = m.mux(results.digit_ends, zero, more);
    let advances = m.and(results.runs, results.address_ends);
    m.drive_enabled(step, next, advances);
    let exponent = m.state(bits, Some(0));
    m.name(exponent, "exponent");
    let more = m.add(exponent, step);
    let next = m.mux(results.address_ends, zero, more);
    m.drive_enabled(exponent, next, results.runs);
    exponent
}
