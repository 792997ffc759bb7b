//! Marks of frames by nets, for netlists that are not written as expressions.

pub use crate::parts::frame_overflow::{overflow_at_once, with_marks, OUT_OVERFLOW};

use crate::parts::frame_overflow;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// [`frame_overflow::told_with_results`].
pub fn told_with_results(m: &mut Module, [overflow, ends]: [Net; 2], wait: isize) -> Net {
    Builder::over(m, |m| frame_overflow::told_with_results(m.sig(overflow), m.sig(ends), wait).net())
}

/// [`frame_overflow::told_until`].
pub fn told_until(m: &mut Module, overflow: Net, begins: Net) -> Net {
    Builder::over(m, |m| frame_overflow::told_until(m.sig(overflow), m.sig(begins)).net())
}

/// [`frame_overflow::told_from`].
pub fn told_from(m: &mut Module, frame: [Net; 2], results: [Net; 2]) -> Net {
    Builder::over(m, |m| frame_overflow::told_from(frame.map(|net| m.sig(net)), results.map(|net| m.sig(net))).net())
}

/// [`frame_overflow::pass_on`].
pub fn pass_on(m: &mut Module, told: Option<Net>, cycles: usize) {
    Builder::over(m, |m| frame_overflow::pass_on(m, told.map(|net| m.sig(net)), cycles));
}
