//! Shifts to the right that round to odd: a bit that is set is remembered in the last one (Boldo and Melquiond, IEEE Trans.
//! Computers 57(4), 2008).

use crate::rtl::{Module, Net};
use std::collections::BTreeSet;

/// Binary digits of an amount of so many units, by which a number of this width is shifted, and by how many bits each of them
/// shifts. The largest comes first: what it shifts out is known from the number as it came. The largest amount leaves `unit` bits at
/// the most, and larger ones are taken for it; digits that then make no difference stay as they are.
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

/// Shifts a signed number right by the steps that are wanted, two of them at a time; beside it, what has as many zeros at its
/// end. The last bit of the result is set where the last two steps lose a bit that is, and the second result says whether those
/// before them do.
pub(super) fn shifted(m: &mut Module, [of, zeros]: [Net; 2], steps: &[(u32, Net)], label: &str) -> (Net, Net) {
    let width = m.width(of);
    let top = m.bit(of, width - 1);
    m.name(top, format!("top_{label}"));
    let (mut x, mut lost) = (of, vec![m.constant(1, 0)]);
    let levels = steps.chunks(2);
    let last = levels.len() - 1;
    for (level, steps) in levels.enumerate() {
        let wanted: Vec<Net> = steps.iter().map(|(_, wanted)| *wanted).collect();
        let wanted = m.concat(&wanted);
        m.name(wanted, format!("shift{}_{label}", level + 1));
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
            let loss = m.select(wanted, &losses);
            lost.push(m.name(loss, format!("lost{}_{label}", level + 1)));
        }
        x = m.select(wanted, &cases);
        m.name(x, format!("shifted{}_{label}", level + 1));
    }
    let lost = m.concat(&lost);
    (x, m.any(lost))
}

/// Whether any of so many of the lowest bits is set, for several numbers of bits: from what is set between one of these and the
/// next, so that no long row of bits waits for a shorter one.
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

/// Whether any of so many of the lowest bits is set.
pub(super) fn any_below(m: &mut Module, of: Net, bits: u32) -> Net {
    match bits {
        0 => m.constant(1, 0),
        _ => {
            let low = m.slice(of, 0, bits);
            m.any(low)
        }
    }
}

/// A number whose last bit is set where something was lost below it.
pub(super) fn odd(m: &mut Module, number: Net, lost: Net) -> Net {
    let width = m.width(number);
    let (last, upper) = (m.bit(number, 0), m.slice(number, 1, width - 1));
    let last = m.or(last, lost);
    m.concat(&[last, upper])
}
