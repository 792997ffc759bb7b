//! Shared-exponent words of nets, for netlists that are not written as expressions.

pub use crate::parts::cfp::{cfp_layout, field_bits};

use crate::parts;
use crate::pipeline::arithmetic::SharedExponent;
use crate::rtl::{Module, Net};
use fftgen_hdl::dsl::Builder;

/// [`parts::cfp::offset_of_direction`].
pub fn offset_by_direction(m: &mut Module, encodings: [&SharedExponent; 2], inverse: Net) -> Net {
    Builder::over(m, |m| parts::cfp::offset_of_direction(encodings, m.sig(inverse)).net())
}
