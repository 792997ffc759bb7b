//! Counts the elements and transforms of a frame at a stage.

use super::per_size::PerSize;
use crate::lower::count::count_to;
use crate::rtl::{Module, Net};

/// A counter of the beats of a frame at a stage, in mixed radix: the number of a transform within its block, then the digit.
pub struct TransformCounter {
    /// High in each beat of a frame.
    pub runs: Net,
    /// Number of the transform within its block, which is the address in the banks.
    pub address: Net,
    /// Whether this transform is the last of its block.
    pub address_ends: Net,
    /// Number of the element or result within its transform.
    pub digit: Net,
    /// Whether this element or result is the last of its transform.
    pub digit_ends: Net,
}

impl TransformCounter {
    /// Counts from a pulse on, which comes with the values of `sizes` or after them. `place`: number of the stage.
    pub fn new(m: &mut Module, label: &str, pulse: Net, sizes: &PerSize, place: usize) -> Self {
        let more = sizes.number(m, |route| route.beats() - 1);
        let left = m.state(m.width(more), Some(0));
        m.name(left, format!("{label}left"));
        // A register of its own, because much logic depends on it.
        let running = m.state(1, Some(0));
        m.name(running, format!("{label}running"));
        let runs = m.or(pulse, running);
        m.name(runs, format!("{label}runs"));
        let is_last = m.eq_const(left, 1);
        let is_last = m.and(running, is_last);
        let more_to_come = m.not(is_last);
        let goes_on = m.and(runs, more_to_come);
        m.drive(running, goes_on);
        let one = m.constant(m.width(more), 1);
        let less = m.sub(left, one);
        let less = m.mux(running, less, left);
        let next = m.mux(pulse, more, less);
        m.drive(left, next);
        let last_address = |radix: usize, delay: usize| if radix > 1 { delay - 1 } else { 0 };
        let addresses = sizes.number(m, |route| last_address(route.radices[place], route.delay(place)));
        let digits = sizes.number(m, |route| route.radices[place] - 1);
        let (address, address_ends) = count_to(m, format!("{label}place"), runs, addresses);
        let step = m.and(runs, address_ends);
        let (digit, digit_ends) = count_to(m, format!("{label}digit"), step, digits);
        TransformCounter { runs, address, address_ends, digit, digit_ends }
    }
}
