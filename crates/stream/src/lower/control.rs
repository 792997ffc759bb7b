//! Values of frames as nets, for netlists that are not written as expressions.

use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// Delays a word that is valid with a pulse. It is returned from the pulse `late` on, which is that pulse `cycles`
/// clock cycles later. Pulses come at least `interval` cycles apart.
pub fn frame_fifo(m: &mut Module, [pulse, word]: [Net; 2], late: Net, cycles: usize, interval: usize) -> Net {
    Builder::over(m, |m| m.sig(word).queued(m.sig(pulse), m.sig(late), cycles.div_ceil(interval)).net())
}
