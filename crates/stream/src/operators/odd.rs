//! Right shifts with rounding to odd: the last bit of the result is set if a dropped bit is set (Boldo and Melquiond,
//! IEEE Trans. Computers 57(4), 2008).

use crate::rtl::{Module, Net};
use std::collections::BTreeSet;

/// Splits a shift amount `by`, in units of `unit` bits, into binary digits for a number of `width` bits. Returns the
/// bits that each digit shifts by, and the digit.
///
/// The largest digit comes first, because its dropped bits depend only on the unshifted number. Amounts that exceed the
/// digits count as the largest amount, which leaves at most `unit` bits. Digits without effect at that amount stay as
/// they are.
pub(super) fn digits(m: &mut Module, by: Net, width: u32, unit: u32, label: &str) -> Vec<(u32, Net)> {
    let count = width.div_ceil(unit).next_power_of_two().ilog2().min(m.width(by));
    let far = match m.width(by) - count {
        0 => m.constant(1, 0),
        rest => {
            let high = m.slice(by, count, rest);
            let far = m.any(high);
            m.name(far, format!("out_of_reach_{label}"))
        }
    };
    let steps = (0..count).map(|digit| unit << digit);
    let above = |digit: u32| steps.clone().skip(digit as usize + 1).sum::<u32>();
    let digit = |digit: u32| {
        let own = m.bit(by, digit);
        let all = m.or(own, far);
        (unit << digit, if above(digit) + 1 < width { all } else { own })
    };
    (0..count).rev().map(digit).collect()
}

/// Shifts a signed number right by `steps`, given as the bits and the condition of each step. Two steps form one
/// multiplexer.
///
/// `zeros` is a number with the trailing zeros of `of`. The first level detects dropped bits in it, because it may be
/// ready earlier. The last bit of the result is set if the last level drops a bit that is set. The second result tells
/// whether an earlier level does.
pub(super) fn shift_right(m: &mut Module, [of, zeros]: [Net; 2], steps: &[(u32, Net)], label: &str) -> (Net, Net) {
    let width = m.width(of);
    let top = m.bit(of, width - 1);
    m.name(top, format!("top_{label}"));
    let (mut x, mut lost) = (of, vec![m.constant(1, 0)]);
    let levels = steps.chunks(2);
    let last = levels.len() - 1;
    for (level, steps) in levels.enumerate() {
        let conditions: Vec<Net> = steps.iter().map(|(_, condition)| *condition).collect();
        let selected = m.concat(&conditions);
        m.name(selected, format!("shift{}_{label}", level + 1));
        let mut cases = vec![];
        let amount = |case: usize| {
            let all = steps.iter().enumerate().filter(|(at, _)| case >> at & 1 == 1);
            all.map(|(_, (bits, _))| bits).sum::<u32>().min(width)
        };
        let amounts: Vec<u32> = (0..1 << steps.len()).map(amount).collect();
        let losses = losses_of(m, if level == 0 { zeros } else { x }, &amounts);
        for (&bits, &loss) in amounts.iter().zip(&losses) {
            let kept = (bits < width).then(|| m.slice(x, bits, width - bits));
            let above = (bits > 0).then(|| m.repeat(top, bits));
            let moved: Vec<Net> = kept.into_iter().chain(above).collect();
            let moved = m.concat(&moved);
            cases.push(if level == last { odd(m, moved, loss) } else { moved });
        }
        if level < last {
            let loss = m.select(selected, &losses);
            lost.push(m.name(loss, format!("lost{}_{label}", level + 1)));
        }
        x = m.select(selected, &cases);
        m.name(x, format!("shifted{}_{label}", level + 1));
    }
    let lost = m.concat(&lost);
    (x, m.any(lost))
}

/// Computes, for each of `amounts`, whether any of that number of lowest bits is set. The amounts cut the bits into
/// ranges. A result combines the disjunctions of its ranges, and does not depend on the result for a smaller amount.
fn losses_of(m: &mut Module, of: Net, amounts: &[u32]) -> Vec<Net> {
    let ends: BTreeSet<u32> = amounts.iter().copied().filter(|bits| *bits > 0).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let rows: Vec<(u32, Net)> = starts
        .zip(&ends)
        .map(|(from, &end)| {
            let row = m.slice(of, from, end - from);
            (end, m.any(row))
        })
        .collect();
    let nothing = m.constant(1, 0);
    let mut lost = |bits: u32| {
        let below = rows.iter().filter(|(end, _)| *end <= bits).map(|(_, any)| *any);
        below.reduce(|any, one| m.or(any, one)).unwrap_or(nothing)
    };
    amounts.iter().map(|&bits| lost(bits)).collect()
}

/// Computes whether any of the lowest `bits` bits is set.
pub(super) fn any_below(m: &mut Module, of: Net, bits: u32) -> Net {
    match bits {
        0 => m.constant(1, 0),
        _ => {
            let low = m.slice(of, 0, bits);
            m.any(low)
        }
    }
}

/// Sets the last bit of a number if a bit below it was dropped.
pub(super) fn odd(m: &mut Module, number: Net, lost: Net) -> Net {
    let width = m.width(number);
    let (last, upper) = (m.bit(number, 0), m.slice(number, 1, width - 1));
    let last = m.or(last, lost);
    m.concat(&[last, upper])
}
