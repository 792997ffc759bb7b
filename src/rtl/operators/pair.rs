//! Sum and difference of the same operands, from one comparison and one alignment.

use super::order::Aligned;
use super::pack::{pack_late, Forced, Rest, Unpacked};
use super::result::Path;
use super::rules;
use crate::format::Float;
use crate::rtl::{Module, Net};

/// `sum = a + b` and `difference = a - b`, combinational, the bits of two adders. Ports `a`, `b`; `sum`,
/// `difference`.
///
/// The magnitudes are added once and subtracted once; the signs tell which of the two is which. A sum of
/// magnitudes moves by one place at most. The difference moves by the last digit of its shift where the two are
/// exchanged: both choices together are one of four fractions, which the table of the rounding addition takes.
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
    let sum = choose(&mut m, f, &aligned, &added, &subtracted, aligned.opposite, aligned.sign);
    let difference = choose(&mut m, f, &aligned, &added, &subtracted, same, negated);
    m.output("sum", sum);
    m.output("difference", difference);
    m
}

/// The result of one path, the subtraction's if `subtract`. `sign` is that of the larger operand.
fn choose(m: &mut Module, f: Float, aligned: &Aligned, sum: &Path, difference: &Path, subtract: Net, sign: Net) -> Net {
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
