//! Shifters: right with a sticky bit, and left until the leading bit is at the top.

use crate::rtl::{Module, Net};

/// Shifts right by `by`, one binary digit a stage. The second result, sticky, is set when a bit that is set
/// was shifted out, or `sticky` was set before.
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

/// The binary digits from `first` up to `end` in pairs, as (first digit, how many): two digits of an amount are
/// one four to one multiplexer, a table for each bit.
fn pairs(first: u32, end: u32) -> impl DoubleEndedIterator<Item = (u32, u32)> {
    (first..end).step_by(2).map(move |digit| (digit, (end - digit).min(2)))
}

/// Whether any of the bits `low .. low + width` is set, as far as there are such.
fn any_of(m: &mut Module, of: Net, low: i64, width: u32) -> Net {
    let (from, to) = (low.max(0), (low + i64::from(width)).min(m.width(of).into()));
    if to <= from {
        return m.constant(1, 0);
    }
    let part = m.slice(of, from as u32, (to - from) as u32);
    m.any(part)
}

/// Shifts right by the digits of `by` from `first` on. The second result is set when a bit that is set was shifted
/// out.
///
/// The largest digits come first: what they shift out, most of it, is then known from the word as it came.
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

/// Shifts left by `by`, two binary digits a stage, the largest first.
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

/// Shifts left by an even amount until one of the two top bits is set, by a search from the largest digits of
/// the amount down. Returns the shifted word and half the amount; a word of zeros is shifted by all digits.
///
/// `tail`: that many of the lowest bits are zero whenever the amount is `from` or more.
pub(super) fn normalise(m: &mut Module, of: Net, tail: u32, from: u32) -> (Net, Net) {
    let width = m.width(of);
    let mut x = of;
    let mut amount = vec![];
    for (digit, count) in pairs(1, (width - 1).ilog2() + 1).rev() {
        let step = 1u32 << digit;
        // Whether one of the bits of a place is set, the places counted from the top, a step each.
        let place = |m: &mut Module, index: i64| any_of(m, x, i64::from(width) - (index + 1) * i64::from(step), step);
        let first = place(m, 0);
        let sel = if count == 2 {
            let (second, third) = (place(m, 1), place(m, 2));
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

/// Number of leading zeros, and whether any bit is set. Of a word of zeros the number is meaningless.
///
/// By quarters: two digits for the first of them that has a set bit, and below these its own count (after V. G. Oklobdzija,
/// IEEE Trans. VLSI Systems 2(1), 1994, by halves). Either digit is a table of four inputs, and what they choose one of six.
pub(super) fn leading_zeros(m: &mut Module, of: Net) -> (Net, Net) {
    let width = m.width(of).max(2).next_power_of_two();
    // Padding below does not change the count of a word that has a set bit.
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

/// The count of the first of two or four parts that has a set bit, with its place above, and whether there is one.
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
    let place = m.concat(&digits);
    let mut count: Vec<Net> = (0..parts[0].0.len())
        .map(|digit| {
            let digits: Vec<Net> = parts.iter().map(|(count, _)| count[digit]).collect();
            m.select(place, &digits)
        })
        .collect();
    count.extend(digits);
    (count, any)
}

/// The smaller of two unsigned words, as wide as the wider one.
pub(super) fn minimum(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b));
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    let less = m.lt(a, b);
    let least = m.mux(less, a, b);
    m.name(least, "minimum")
}
