//! Counters of the points of a frame by their digits.

use crate::lower::count::count;
use crate::rtl::{address_bits, Module, Net};

/// Counts the points of a frame in the cycles with `step`. Returns their digits, where the last radix is that of the fastest digit, and
/// a net that is high with the last point.
pub fn count_digits(m: &mut Module, label: &str, step: Net, radices: &[usize]) -> (Vec<Net>, Net) {
    if radices.iter().all(|radix| radix.is_power_of_two()) {
        // One counter has the digits in its bits.
        let (number, last) = count(m, label.into(), step, radices.iter().product());
        let number = number.unwrap_or_else(|| m.constant(1, 0));
        return (digits_of(m, number, radices), last);
    }
    let (mut digits, mut carry) = (Vec::new(), step);
    for (number, &radix) in radices.iter().enumerate().rev() {
        let (digit, wraps) = count(m, format!("{label}{number}"), carry, radix);
        digits.push(digit.unwrap_or_else(|| m.constant(1, 0)));
        carry = wraps;
    }
    digits.reverse();
    (digits, carry)
}

/// Counts the points of a frame in the cycles with `step` by the digits of each part, in which the last radix is that of the fastest digit.
/// Returns the digits of all parts, and a net that is high with the last point.
pub fn count_parts(m: &mut Module, label: &str, step: Net, parts: &[Vec<usize>]) -> (Vec<Net>, Net) {
    let (mut digits, mut ends) = (Vec::new(), Vec::new());
    for (part, radices) in parts.iter().enumerate() {
        let label = if parts.len() > 1 { format!("{label}{part}_") } else { label.into() };
        let (own, end) = count_digits(m, &label, step, radices);
        digits.extend(own);
        ends.push(end);
    }
    // The numbers of points of the parts are coprime, so that all parts end with the last point only.
    let end = ends.into_iter().reduce(|all, end| m.and(all, end)).unwrap_or(step);
    (digits, end)
}

/// Returns the digits in the bits of a number, where all radices are powers of two and the last one is that of the digit at the low end.
pub fn digits_of(m: &mut Module, number: Net, radices: &[usize]) -> Vec<Net> {
    let mut low = 0;
    let digits = radices.iter().rev().map(|&radix| {
        let digit = m.slice(number, low, address_bits(radix));
        low += address_bits(radix);
        digit
    });
    let mut digits: Vec<Net> = digits.collect();
    digits.reverse();
    digits
}
