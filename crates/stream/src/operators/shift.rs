//! Shifters: right with a sticky bit, left, and left until the leading bit is at the top.

use crate::rtl::{Module, Net};

/// Shifts right by `by`, one binary digit per level. The second result tells whether a bit that is set was shifted out,
/// or `sticky` was set.
pub(super) fn right_sticky(m: &mut Module, of: Net, by: Net, sticky: Option<Net>) -> (Net, Net) {
    let width = m.width(of);
    let (mut x, mut lost): (Net, Vec<Net>) = (of, sticky.into_iter().collect());
    for digit in 0..m.width(by) {
        let step = 1u32 << digit;
        let on = m.bit(by, digit);
        let out = m.slice(x, 0, step.min(width));
        let out = m.any(out);
        lost.push(m.and(out, on));
        let shifted = if step < width {
            let kept = m.slice(x, step, width - step);
            m.extend(kept, width)
        } else {
            m.constant(width, 0)
        };
        x = m.mux(on, shifted, x);
        m.name(x, format!("right_{step}"));
    }
    let lost = m.concat(&lost);
    let lost = m.any(lost);
    (x, m.name(lost, "lost"))
}

/// Groups the binary digits from `first` up to `end` in pairs, as (first digit, number of digits). Two digits of an
/// amount take one multiplexer of four inputs, which is a LUT per bit.
fn pairs(first: u32, end: u32) -> impl DoubleEndedIterator<Item = (u32, u32)> {
    (first..end).step_by(2).map(move |digit| (digit, (end - digit).min(2)))
}

/// Computes whether any of the bits `low .. low + width` is set. Bits outside of the word count as zero.
fn any_of(m: &mut Module, of: Net, low: i64, width: u32) -> Net {
    let (from, to) = (low.max(0), (low + i64::from(width)).min(m.width(of).into()));
    if to <= from {
        return m.constant(1, 0);
    }
    let part = m.slice(of, from as u32, (to - from) as u32);
    m.any(part)
}

/// Shifts right by the digits of `by` from `first` on. The second result tells whether a bit that is set was shifted
/// out.
///
/// The largest digits come first, because most of the dropped bits then depend only on the unshifted word.
pub(super) fn right(m: &mut Module, of: Net, by: Net, first: u32) -> (Net, Net) {
    let (mut x, mut lost) = (of, vec![]);
    for (digit, count) in pairs(first, m.width(by)).rev() {
        let places = m.slice(by, digit, count);
        let step = 1u32 << digit;
        let mut loss = m.constant(1, 0);
        let mut losses = vec![loss];
        for place in 0..(1 << count) - 1 {
            let out = any_of(m, x, i64::from(place * step), step);
            loss = m.or(loss, out);
            losses.push(loss);
        }
        let loss = m.select(places, &losses);
        lost.push(m.name(loss, format!("lost_{step}")));
        let below = m.constant(digit, 0);
        let amount = m.concat(&[below, places]);
        x = m.shr(x, amount);
        m.name(x, format!("right_{step}"));
    }
    let lost = m.concat(&lost);
    (x, m.any(lost))
}

/// Shifts left by `by`, two binary digits per level, the largest first.
pub(super) fn left(m: &mut Module, of: Net, by: Net) -> Net {
    pairs(0, m.width(by)).rev().fold(of, |x, (digit, count)| {
        let places = m.slice(by, digit, count);
        let amount = match digit {
            0 => places,
            _ => {
                let below = m.constant(digit, 0);
                m.concat(&[below, places])
            }
        };
        let x = m.shl(x, amount);
        m.name(x, format!("left_{}", 1u32 << digit))
    })
}

/// Shifts left by an even amount until one of the two top bits is set. Searches the digits of the amount, the largest
/// first. Returns the shifted word and half the amount. A word of zeros shifts by the largest amount.
///
/// The caller guarantees that the lowest `tail` bits are zero whenever the amount is at least `from`.
pub(super) fn normalise(m: &mut Module, of: Net, tail: u32, from: u32) -> (Net, Net) {
    let width = m.width(of);
    let mut x = of;
    let mut amount = vec![];
    for (digit, count) in pairs(1, (width - 1).ilog2() + 1).rev() {
        let step = 1u32 << digit;
        // Whether any bit of a group of `step` bits is set. Groups are counted from the top.
        let group = |m: &mut Module, index: i64| any_of(m, x, i64::from(width) - (index + 1) * i64::from(step), step);
        let first = group(m, 0);
        let sel = if count == 2 {
            let (second, third) = (group(m, 1), group(m, 2));
            let high = m.or(first, second);
            let low = m.mux(high, first, third);
            let (high, low) = (m.not(high), m.not(low));
            m.name(high, format!("shift{}", 2 * step));
            m.name(low, format!("shift{step}"));
            m.concat(&[low, high])
        } else {
            let on = m.not(first);
            m.name(on, format!("shift{step}"))
        };
        let fixed = if step < from { 0 } else { tail };
        let body = m.slice(x, fixed, width - fixed);
        let below = m.constant(digit, 0);
        let by = m.concat(&[below, sel]);
        let body = m.shl(body, by);
        x = match fixed {
            0 => body,
            _ => {
                let low = m.slice(x, 0, fixed);
                m.concat(&[low, body])
            }
        };
        amount.insert(0, sel);
    }
    let amount = m.concat(&amount);
    (m.name(x, "normal"), amount)
}

/// Counts leading zeros, and computes whether any bit is set. The count of a word of zeros is meaningless.
///
/// The upper two digits are the index of the first quarter with a set bit, and the lower digits are the count of that
/// quarter (V. G. Oklobdzija, IEEE Trans. VLSI Systems 2(1), 1994, uses halves). Each digit takes a LUT of four inputs,
/// and the selection of a lower digit a LUT of six inputs.
pub(super) fn leading_zeros(m: &mut Module, of: Net) -> (Net, Net) {
    let width = m.width(of).max(2).next_power_of_two();
    // Padding at the low end does not change the count of a word that has a set bit.
    let padding = width - m.width(of);
    let of = match padding {
        0 => of,
        _ => {
            let zeros = m.constant(padding, 0);
            m.concat(&[zeros, of])
        }
    };
    let mut level: Vec<(Vec<Net>, Net)> = (0..width).rev().map(|i| (vec![], m.bit(of, i))).collect();
    while level.len() > 1 {
        level = level.chunks(4).map(|parts| first_of(m, parts)).collect();
    }
    let (count, any) = level.remove(0);
    let count = m.concat(&count);
    (m.name(count, "leading_zeros"), any)
}

/// Selects the first of two or four parts with a set bit. Returns its count below its index, and whether any part has a
/// set bit.
fn first_of(m: &mut Module, parts: &[(Vec<Net>, Net)]) -> (Vec<Net>, Net) {
    let any = parts.iter().map(|(_, any)| *any).reduce(|any, one| m.or(any, one));
    let any = any.unwrap_or_else(|| unreachable!("a level has parts"));
    let digits = match *parts {
        [(_, first), _] => vec![m.not(first)],
        [(_, first), (_, second), (_, third), _] => {
            let upper = m.or(first, second);
            let of_lower = m.not(third);
            let low = m.mux(upper, second, of_lower);
            let not_first = m.not(first);
            vec![m.and(low, not_first), m.not(upper)]
        }
        _ => unreachable!("a power of two of bits"),
    };
    let index = m.concat(&digits);
    let mut count: Vec<Net> = (0..parts[0].0.len())
        .map(|digit| {
            let digits: Vec<Net> = parts.iter().map(|(count, _)| count[digit]).collect();
            m.select(index, &digits)
        })
        .collect();
    count.extend(digits);
    (count, any)
}

/// Selects the smaller of two unsigned words. The result has the width of the wider one.
pub(super) fn minimum(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b));
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    let less = m.lt(a, b);
    let min = m.mux(less, a, b);
    m.name(min, "minimum")
}
