//! Counters of the points of a frame by their digits.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Counts the points of a frame in the cycles with `step`. Returns their digits, where the last radix is that of the
/// fastest digit, and a bit that is high with the last point.
pub fn count_digits<'m>(m: &'m Builder, label: &str, step: Sig<'m>, radices: &[usize]) -> (Vec<Sig<'m>>, Sig<'m>) {
    if radices.iter().all(|radix| radix.is_power_of_two()) {
        // One counter has the digits in its bits.
        let (number, last) = m.count(label, step, radices.iter().product());
        return (digits_of(number.unwrap_or_else(|| m.constant(1, 0)), radices), last);
    }
    let (mut digits, mut carry) = (Vec::new(), step);
    for (number, &radix) in radices.iter().enumerate().rev() {
        let (digit, wraps) = m.count(&format!("{label}{number}"), carry, radix);
        digits.push(digit.unwrap_or_else(|| m.constant(1, 0)));
        carry = wraps;
    }
    digits.reverse();
    (digits, carry)
}

/// Counts the points of a frame in the cycles with `step` by the digits of each part, in which the last radix is that
/// of the fastest digit. Returns the digits of all parts, and a bit that is high with the last point.
pub fn count_parts<'m>(m: &'m Builder, label: &str, step: Sig<'m>, parts: &[Vec<usize>]) -> (Vec<Sig<'m>>, Sig<'m>) {
    let count = |(part, radices): (usize, &Vec<usize>)| {
        let label = if parts.len() > 1 { format!("{label}{part}_") } else { label.into() };
        count_digits(m, &label, step, radices)
    };
    let (digits, ends): (Vec<Vec<Sig>>, Vec<Sig>) = parts.iter().enumerate().map(count).unzip();
    // The numbers of points of the parts are coprime, so that all parts end with the last point only.
    (digits.concat(), ends.into_iter().reduce(|all, end| all & end).unwrap_or(step))
}

/// Returns the digits in the bits of a number, where all radices are powers of two and the last one is that of the
/// digit at the low end.
pub fn digits_of<'m>(number: Sig<'m>, radices: &[usize]) -> Vec<Sig<'m>> {
    let mut low = 0;
    let digits = radices.iter().rev().map(|&radix| {
        low += address_bits(radix);
        number.bits(low - address_bits(radix), address_bits(radix))
    });
    let mut digits: Vec<Sig> = digits.collect();
    digits.reverse();
    digits
}
