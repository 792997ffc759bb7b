//! Right shifts with rounding to odd: the last bit of the result is set if a dropped bit is set (Boldo and Melquiond,
//! IEEE Trans. Computers 57(4), 2008).

use fftgen_hdl::dsl::*;
use std::collections::BTreeSet;

/// Splits a shift amount `by`, in units of `unit` bits, into binary digits for a number of `width` bits. Returns the
/// bits that each digit shifts by, and the digit.
///
/// The largest digit comes first, because its dropped bits depend only on the unshifted number. Amounts that exceed the
/// digits count as the largest amount, which leaves at most `unit` bits. Digits without effect at that amount stay as
/// they are.
pub(super) fn digits(by: Sig<'_>, width: u32, unit: u32) -> Vec<(u32, Sig<'_>)> {
    let count = width.div_ceil(unit).next_power_of_two().ilog2().min(by.width());
    let far = by.any_above(count).named("out_of_reach");
    let above = |digit: u32| (digit + 1..count).map(|digit| unit << digit).sum::<u32>();
    let digit = |digit: u32| {
        let own = by.bit(digit);
        let or_far = own | far;
        (unit << digit, if above(digit) + 1 < width { or_far } else { own })
    };
    (0..count).rev().map(digit).collect()
}

/// Shifts a signed number right by `steps`, given as the bits and the condition of each step. Two steps form one
/// multiplexer.
///
/// `zeros` is a number with the trailing zeros of `of`. The first level detects dropped bits in it, because it may be
/// ready earlier. The last bit of the result is set if the last level drops a bit that is set. The second result tells
/// whether an earlier level does.
pub(super) fn shift_right<'m>([of, zeros]: [Sig<'m>; 2], steps: &[(u32, Sig<'m>)]) -> (Sig<'m>, Sig<'m>) {
    let (m, width, top) = (of.builder(), of.width(), of.top());
    let (mut x, mut lost) = (of, vec![m.low()]);
    let levels = steps.chunks(2);
    let last = levels.len() - 1;
    for (level, steps) in levels.enumerate() {
        let name = |what: &str| format!("{what}{}", level + 1);
        let places = m.cat(steps.iter().map(|(_, condition)| *condition)).named(&name("shift"));
        let amount = |case: usize| {
            let all = steps.iter().enumerate().filter(|(at, _)| case >> at & 1 == 1);
            all.map(|(_, (bits, _))| bits).sum::<u32>().min(width)
        };
        let amounts: Vec<u32> = (0..1 << steps.len()).map(amount).collect();
        let losses = losses_of(if level == 0 { zeros } else { x }, &amounts);
        let case = |(&bits, &loss): (&u32, &Sig<'m>)| {
            let kept = (bits < width).then(|| x.above(bits));
            let moved = m.cat(kept.into_iter().chain((bits > 0).then(|| top.repeat(bits))));
            match level == last {
                true => moved.named(&format!("{}by{bits}", name("moved"))).with_lowest(loss),
                false => moved,
            }
        };
        let cases: Vec<Sig> = amounts.iter().zip(&losses).map(case).collect();
        for (bits, loss) in amounts.iter().zip(&losses) {
            loss.named(&format!("{}by{bits}", name("lost")));
        }
        if level < last {
            lost.push(m.select(places, &losses).named(&name("lost")));
        }
        x = m.select(places, &cases).named(&name("shifted"));
    }
    (x, m.cat(lost).any())
}

/// Tells, for each of `amounts`, whether any of that number of lowest bits is set. The amounts cut the bits into
/// ranges. A result combines the disjunctions of its ranges, and does not depend on the result for a smaller amount.
fn losses_of<'m>(of: Sig<'m>, amounts: &[u32]) -> Vec<Sig<'m>> {
    let ends: BTreeSet<u32> = amounts.iter().copied().filter(|bits| *bits > 0).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let rows: Vec<(u32, Sig)> = starts.zip(&ends).map(|(from, &end)| (end, of.bits(from, end - from).any())).collect();
    let lost = |&bits: &u32| of.builder().any_of(rows.iter().filter(|(end, _)| *end <= bits).map(|(_, any)| *any));
    amounts.iter().map(lost).collect()
}
