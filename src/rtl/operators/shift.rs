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
    }
    let lost = m.concat(&lost);
    (x, m.any(lost))
}

/// Shifts left until the top bit is set, by a search from the largest binary digit of the amount down.
/// Returns the shifted word and the amount; a word of zeros is shifted by all digits of the amount.
///
/// `tail`: the lowest bits that are zero whenever the shift is more than three. Only the last two stages move
/// them.
pub(super) fn normalise(m: &mut Module, of: Net, tail: u32) -> (Net, Net) {
    let width = m.width(of);
    let mut x = of;
    let mut amount = vec![];
    for digit in (0..=(width - 1).ilog2()).rev() {
        let step = 1u32 << digit;
        let fixed = if digit < 2 { 0 } else { tail };
        let top = m.slice(x, width - step, step);
        let top = m.any(top);
        let on = m.not(top);
        let moving = width - fixed;
        let zeros = m.constant(step.min(moving), 0);
        let shifted = if step < moving {
            let kept = m.slice(x, fixed, moving - step);
            m.concat(&[zeros, kept])
        } else {
            zeros
        };
        let body = m.slice(x, fixed, moving);
        let body = m.mux(on, shifted, body);
        x = match fixed {
            0 => body,
            _ => {
                let low = m.slice(x, 0, fixed);
                m.concat(&[low, body])
            }
        };
        amount.insert(0, m.name(on, format!("shift{step}")));
    }
    let amount = m.concat(&amount);
    (m.name(x, "normal"), amount)
}

/// Number of leading zeros, and whether any bit is set. Of a word of zeros the number is meaningless.
///
/// By halves: the count of the upper half if it has a set bit, else that of the lower one plus a digit
/// (V. G. Oklobdzija, IEEE Trans. VLSI Systems 2(1), 1994).
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
        level = level
            .chunks(2)
            .map(|pair| {
                let ((high, high_any), (low, low_any)) = (&pair[0], &pair[1]);
                let mut count: Vec<Net> = high.iter().zip(low).map(|(&h, &l)| m.mux(*high_any, h, l)).collect();
                count.push(m.not(*high_any));
                (count, m.or(*high_any, *low_any))
            })
            .collect();
    }
    let (count, any) = level.remove(0);
    (m.concat(&count), any)
}

/// The smaller of two unsigned words, as wide as the wider one.
pub(super) fn minimum(m: &mut Module, a: Net, b: Net) -> Net {
    let width = m.width(a).max(m.width(b));
    let (a, b) = (m.extend(a, width), m.extend(b, width));
    let less = m.lt(a, b);
    m.mux(less, a, b)
}
