//! Floating-point sum and difference of two operands, from one comparison and one alignment.

use super::order::Aligned;
use super::pack::pack_late;
use super::result::{Normal, Path};
use super::rules;
use crate::format::Float;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Builds `sum = a + b` and `difference = a - b`, combinational. The results equal those of two adders bit by bit.
/// Inputs `a`, `b`; outputs `sum`, `difference`.
///
/// The magnitudes are added once and subtracted once, and the signs select which result is which. A sum of magnitudes
/// shifts by one bit at most. The last digit of the difference's shift and this selection together choose one of four
/// fractions, which the LUT of the rounding addition does.
#[hdl]
pub fn pair(name: &str, f: Float) -> Module {
    let m = Builder::new(name, format!("Sum and difference: {}.", rules(f)));
    let [a, b] = ["a", "b"].map(|port| m.input(port, f.bits()));
    let aligned = Aligned::new(f, a, b, None);
    let sum_word = aligned.combine(m.low(), f.fraction + 2);
    let added = Path::sum(f, sum_word, &aligned);
    let difference_word = aligned.combine(m.high(), f.fraction + 1);
    let subtracted = Path::anywhere(f, difference_word, &aligned, false);

    let same = !aligned.opposite;
    let negated = aligned.sign ^ aligned.swap;
    for (name, subtract, sign) in [("sum", aligned.opposite, aligned.sign), ("difference", same, negated)] {
        let _scope = m.scope(name);
        m.output(name, selected(f, &aligned, [&added, &subtracted], subtract, sign));
    }
    m.finish()
}

/// Assembles the result of one path: the difference if `subtract`, else the sum. `sign` is the sign of the larger
/// operand.
#[hdl]
fn selected<'m>(
    f: Float,
    aligned: &Aligned<'m>,
    [sum, difference]: [&Path<'m>; 2],
    subtract: Sig<'m>,
    sign: Sig<'m>,
) -> Sig<'m> {
    let normal = Normal::choose(subtract, difference.normal, sum.normal);
    let over = !subtract & sum.over;
    let infinite = aligned.special | over;
    let nan = aligned.nan(subtract);
    let sign = aligned.sign(sign, subtract, difference.vanished);
    pack_late(f, &normal.unpacked(sign, infinite, nan))
}
