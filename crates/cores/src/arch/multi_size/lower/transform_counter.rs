//! Counts the elements and transforms of a frame at a stage.

use super::per_size::PerSize;
use fftgen_hdl::dsl::*;

record! {
    /// A counter of the beats of a frame at a stage, in mixed radix: the transform within its block, then the digit.
    pub struct TransformCounter {
        /// High in each beat of a frame.
        runs,
        /// Number of the transform within its block, which is the address in the banks.
        address,
        /// Whether this transform is the last of its block.
        address_ends,
        /// Number of the element or result within its transform.
        digit,
        /// Whether this element or result is the last of its transform.
        digit_ends,
    }
}

impl<'m> TransformCounter<'m> {
    /// Counts from a pulse on, which comes with the values of `sizes` or after them. `place`: number of the stage.
    pub fn new(label: &str, pulse: Sig<'m>, sizes: &PerSize<'m>, place: usize) -> Self {
        let m = pulse.builder();
        let more = sizes.number(|route| route.beats() - 1);
        let left = m.state(more.width(), 0).named(&format!("{label}left"));
        // A register of its own, because much logic depends on it.
        let running = m.state(1, 0).named(&format!("{label}running"));
        let run = Run::with(pulse, running);
        let runs = run.active.named(&format!("{label}runs"));
        run.until(running & left.is(1));
        left.next(pulse.mux(more, running.mux(left - 1, left)));
        let last_address = |radix: usize, delay: usize| if radix > 1 { delay - 1 } else { 0 };
        let addresses = sizes.number(|route| last_address(route.radices[place], route.delay(place)));
        let digits = sizes.number(|route| route.radices[place] - 1);
        let (address, address_ends) = m.count_to(&format!("{label}place"), runs, addresses);
        let (digit, digit_ends) = m.count_to(&format!("{label}digit"), runs & address_ends, digits);
        TransformCounter { runs, address, address_ends, digit, digit_ends }
    }
}
