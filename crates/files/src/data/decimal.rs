//! Decimals and the words of a format. A decimal is rounded once into a word; a word is exact as a decimal.

use crate::format::{word, Fixed, Float, Format, Overflow, Rounding};
use dashu_int::UBig;

/// Returns the word nearest to a decimal, and whether the decimal is beyond the range. `value` is the double nearest to
/// the decimal.
pub(super) fn nearest(format: &Format, text: &str, value: f64) -> (u64, bool) {
    match decides(format, value) {
        true => {
            let (word, beyond) = nearest_to_double(format, value);
            (word, beyond || value.is_infinite() && text.contains(|c: char| c.is_ascii_digit()))
        }
        false => exactly(format, text, value),
    }
}

/// Returns the word nearest to a double, and whether the double is beyond the range.
pub(super) fn nearest_to_double(format: &Format, value: f64) -> (u64, bool) {
    match *format {
        Format::Float(float) => {
            let (word, infinite) = checked(float, format.from_f64(value));
            (word, infinite && value.is_finite())
        }
        // A power of two is exact, and a conversion stops at the ends of the range.
        Format::Fixed(fixed) => fit(fixed, (value * 2f64.powi(fixed.fraction as i32)).round_ties_even() as i128),
    }
}

/// Returns a word, and whether it is infinite.
pub(super) fn checked(float: Float, word: u64) -> (u64, bool) {
    (word, word & !float.sign_mask() == float.infinity())
}

/// Returns a count of units as a word, and whether the count is beyond the range.
pub(super) fn fit(fixed: Fixed, units: i128) -> (u64, bool) {
    let (kept, beyond) = Overflow::Saturate.fit(units, fixed.bits());
    (word(kept, fixed.bits()), beyond)
}

/// Returns whether all decimals that a double is nearest to have one nearest word. They do not if the double lies half
/// way between two words, or if words are closer than doubles.
fn decides(format: &Format, value: f64) -> bool {
    const EXACT: f64 = (1u64 << 52) as f64;
    const PAST_ALL: f64 = 2.0 * (1u64 << 63) as f64;
    if value == 0.0 || !value.is_finite() {
        return true;
    }
    let beside = |step| f64::from_bits(value.to_bits().wrapping_add_signed(step));
    match *format {
        Format::Float(Float { fraction, .. }) => {
            // A double half way has no bits after the one that the format drops first.
            fraction == 52
                || value.to_bits().trailing_zeros() + fraction < 51
                || format.from_f64(beside(1)) == format.from_f64(beside(-1))
        }
        Format::Fixed(Fixed { fraction, .. }) => {
            let units = (value * 2f64.powi(fraction as i32)).abs();
            units < EXACT && units.fract() != 0.5 || units >= PAST_ALL
        }
    }
}

/// Computes [`nearest`] of a finite decimal by integers of any length.
fn exactly(format: &Format, text: &str, value: f64) -> (u64, bool) {
    match *format {
        Format::Float(float) => {
            // About 100 bits, of which the last stands for all that follow.
            let shift = 100 - value.abs().log2() as i32;
            checked(float, float.nearest(scaled(text, shift), -shift))
        }
        Format::Fixed(fixed) => fit(fixed, Rounding::Convergent.drop(scaled(text, fixed.fraction as i32 + 2), 2)),
    }
}

/// Returns a decimal times 2^shift, rounded to odd.
fn scaled(text: &str, shift: i32) -> i128 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let places = mantissa.split_once('.').map_or(0, |(_, places)| places.len());
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let power = exponent.parse::<i64>().unwrap_or(0) - places as i64;
    let ten = |power: i64| UBig::from(10u8).pow(power.max(0) as usize);
    let two = |shift: i32| UBig::ONE << shift.max(0) as usize;
    let above = UBig::from_str_radix(&digits, 10).unwrap_or_default() * ten(power) * two(shift);
    let below = ten(-power) * two(-shift);
    let (quotient, sticky) = (&above / &below, &above % &below != UBig::ZERO);
    let magnitude = i128::try_from(quotient).unwrap_or(i128::MAX) | i128::from(sticky);
    if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    }
}

/// Appends `number / 2^places` with all of its digits. `places` is from -63 to 127.
pub(super) fn write(number: i64, places: i32, text: &mut String) {
    let magnitude = u128::from(number.unsigned_abs());
    let (whole, mut rest) = match places {
        ..=0 => (magnitude << -places, 0),
        _ => (magnitude >> places, magnitude & ((1 << places) - 1)),
    };
    if number < 0 {
        text.push('-');
    }
    text.push_str(&whole.to_string());
    text.push('.');
    let mut places = places.max(1);
    loop {
        // Ten times the rest, in units that are twice as large.
        rest *= 5;
        places -= 1;
        text.push(char::from(b'0' + (rest >> places) as u8));
        rest &= (1 << places) - 1;
        if rest == 0 {
            break;
        }
    }
}
