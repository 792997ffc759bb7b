//! Floating-point addition and subtraction in one path, which orders the operands by magnitude.

use super::order::Aligned;
use super::pack::pack_late;
use super::result::Path;
use super::rules;
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `y = subtract ? a - b : a + b`, combinational. Inputs `a`, `b`, `subtract`; output `y`.
///
/// Three bits below the significand, of which the lowest is sticky, suffice for correct rounding (Handbook of
/// Floating-Point Arithmetic, section 7.3).
#[hdl]
pub fn adder(name: &str, f: Float) -> Module {
    let m = Builder::new(name, format!("Adder and subtractor: {}.", rules(f)));
    let [a, b] = ["a", "b"].map(|port| m.input(port, f.bits()));
    let aligned = Aligned::new(f, a, b, Some(m.input("subtract", 1)));
    let difference = aligned.opposite;
    let word = aligned.combine(difference, f.fraction + 2);
    let path = Path::anywhere(f, word, &aligned, true);

    m.section("Special results");
    let nan = aligned.nan(difference);
    let infinite = aligned.special | path.over;
    let sign = aligned.sign(aligned.sign, difference, path.vanished);
    m.output("y", pack_late(f, &path.normal.unpacked(sign, infinite, nan)));
    m.finish()
}
