//! Floating-point sum and difference of two operands, from one comparison and one alignment.

use super::order::Aligned;
use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::result::Path;
use super::rules;
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Builds `sum = a + b` and `difference = a - b`, combinational. The results equal those of two adders bit by bit.
/// Inputs `a`, `b`; outputs `sum`, `difference`.
///
/// The magnitudes are added once and subtracted once, and the signs select which result is which. A sum of magnitudes
/// shifts by one bit at most. The last digit of the difference's shift and this selection together choose one of four
/// fractions, which the LUT of the rounding addition does.
pub fn pair(name: &str, f: Float) -> Module {
    let mut m = Module::new(name, format!("Sum and difference: {}.", rules(f)));
    let (a, b) = (m.input("a", f.bits()), m.input("b", f.bits()));
    let aligned = Aligned::new(&mut m, f, a, b, None);
    let (no, yes) = (m.constant(1, 0), m.constant(1, 1));
    let added = aligned.combine(&mut m, no, f.fraction + 2);
    let added = Path::sum(&mut m, f, added, &aligned);
    let subtracted = aligned.combine(&mut m, yes, f.fraction + 1);
    let subtracted = Path::anywhere(&mut m, f, subtracted, &aligned, false);

    let (same, negated) = (m.not(aligned.opposite), m.xor(aligned.sign, aligned.swap));
    let sum = select_path(&mut m, f, &aligned, &added, &subtracted, aligned.opposite, aligned.sign);
    let difference = select_path(&mut m, f, &aligned, &added, &subtracted, same, negated);
    m.output("sum", sum);
    m.output("difference", difference);
    m
}

/// Assembles the result of one path: the difference if `subtract`, else the sum. `sign` is the sign of the larger
/// operand.
fn select_path(
    m: &mut Module,
    f: Float,
    aligned: &Aligned,
    sum: &Path,
    difference: &Path,
    subtract: Net,
    sign: Net,
) -> Net {
    let mut either = |part: fn(&Path) -> Net| m.mux(subtract, part(difference), part(sum));
    let (exponent, bump) = (either(|path| path.exponent), either(|path| path.bump));
    let (wide, zero) = (either(|path| path.wide), either(|path| path.zero));
    let rest = Rest::either(m, subtract, &difference.rest, &sum.rest).named(m);
    let [narrow, one_down] = [0, 1].map(|i| m.mux(subtract, difference.fractions[i], sum.fractions[i]));
    let fraction = m.mux(wide, one_down, narrow);
    m.name(wide, "wide");
    m.name(zero, "is_zero");

    let add = m.not(subtract);
    let over = m.and(add, sum.over);
    let infinite = m.or(aligned.special, over);
    m.name(infinite, "is_infinite");
    let nan = aligned.nan(m, subtract);
    let sign = aligned.sign(m, sign, subtract, difference.vanished);
    let forced = Forced { zero, infinite, nan };
    pack_late(m, f, Unpacked { sign, exponent, bump, fraction, rest: Some(rest), forced })
}
