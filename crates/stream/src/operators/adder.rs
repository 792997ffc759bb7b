//! Floating-point addition and subtraction in one path, which orders the operands by magnitude.

use super::order::Aligned;
use super::pack::{pack_late, Forced, Unpacked};
use super::result::Path;
use super::rules;
use crate::format::Float;
use crate::rtl::Module;

/// Builds `y = subtract ? a - b : a + b`, combinational. Inputs `a`, `b`, `subtract`; output `y`.
///
/// Three bits below the significand, of which the lowest is sticky, suffice for correct rounding (Handbook of
/// Floating-Point Arithmetic, section 7.3).
pub fn adder(name: &str, f: Float) -> Module {
    let mut m = Module::new(name, format!("Adder and subtractor: {}.", rules(f)));
    let (a, b) = (m.input("a", f.bits()), m.input("b", f.bits()));
    let subtract = m.input("subtract", 1);
    let aligned = Aligned::new(&mut m, f, a, b, Some(subtract));
    let word = aligned.combine(&mut m, aligned.opposite, f.fraction + 2);
    let path = Path::anywhere(&mut m, f, word, &aligned, true);

    let nan = aligned.nan(&mut m, aligned.opposite);
    let infinite = m.or(aligned.special, path.over);
    m.name(infinite, "infinite");
    m.name(path.zero, "zero");
    let sign = aligned.sign(&mut m, aligned.sign, aligned.opposite, path.vanished);
    let forced = Forced { zero: path.zero, infinite, nan };
    let fraction = m.mux(path.wide, path.fractions[1], path.fractions[0]);
    let Path { exponent, bump, rest, .. } = path;
    let y = pack_late(&mut m, f, Unpacked { sign, exponent, bump, fraction, rest: Some(rest), forced });
    m.output("y", y);
    m
}
