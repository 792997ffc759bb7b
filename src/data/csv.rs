//! A sample as two decimal numbers.

use crate::format::{Fixed, Float, Format};
use crate::reference::Sample;
use std::fmt::Write;

/// The sample `re,im`, or what is wrong with the line.
pub(super) fn decode(format: &Format, line: &str) -> Result<Sample, String> {
    let (re, im) = split(line)?;
    let number = |field: &str| match field.parse::<f64>() {
        Ok(value) => Ok(format.from_f64(value)),
        Err(_) => Err(format!("{field:?} is no number; a line is re,im as in 0.5,-1e-3")),
    };
    Ok([number(re)?, number(im)?])
}

/// Two names of columns.
pub(super) fn is_header(line: &str) -> bool {
    let name =
        |field: &str| field.parse::<f64>().is_err() && field.trim_matches('"').starts_with(|c: char| c.is_alphabetic());
    split(line).is_ok_and(|(re, im)| name(re) && name(im))
}

fn split(line: &str) -> Result<(&str, &str), String> {
    match line.split_once(',') {
        Some((re, im)) if !im.contains(',') => Ok((re.trim(), im.trim())),
        _ => Err(format!("fields: {}, where a line has two: re,im as in 0.5,-1e-3", line.split(',').count())),
    }
}

/// Appends the sample as a line, times 2^exponent if there is one.
pub(super) fn encode(format: &Format, sample: Sample, exponent: Option<i32>, text: &mut String) {
    for (value, end) in sample.into_iter().zip([',', '\n']) {
        match exponent {
            None => decimal(format, value, text),
            Some(exponent) => *text += &format!("{:?}", format.to_f64(value) * 2f64.powi(exponent)),
        }
        text.push(end);
    }
}

/// Appends the shortest decimal number that [`decode`] turns into the value.
fn decimal(format: &Format, bits: u64, text: &mut String) {
    let exact = format.to_f64(bits);
    // Writing to a string does not fail.
    let _ = match shortest(format, bits, exact) {
        _ if exact.is_nan() => write!(text, "nan"),
        Some(Shortest::Single(single)) => write!(text, "{single:?}"),
        Some(Shortest::Double(double)) => write!(text, "{double:?}"),
        None => write!(text, "{exact:?}"),
    };
}

/// A number whose own shortest decimal is the one looked for.
enum Shortest {
    Single(f32),
    Double(f64),
}

fn shortest(format: &Format, bits: u64, exact: f64) -> Option<Shortest> {
    let (exponent, fraction) = match *format {
        Format::Float(Float { exponent, fraction, .. }) => (exponent, fraction),
        Format::Fixed(Fixed { fraction, .. }) => return places(format, bits, exact, fraction),
    };
    if !exact.is_finite() || (exponent, fraction) == (11, 52) {
        return None;
    }
    if (exponent, fraction) == (8, 23) {
        // The decimal is read through a double; a second rounding may move the value, but hardly ever does.
        let single = exact as f32;
        let same = format!("{single:?}").parse().is_ok_and(|value| format.from_f64(value) == bits);
        return same.then_some(Shortest::Single(single));
    }
    // So many digits every value of full precision keeps; fewer are only worth a try below that.
    let smallest = format.to_f64(1 << fraction);
    let safe = if exact.abs() < smallest { 1 } else { (f64::from(fraction) * std::f64::consts::LOG10_2) as usize };
    let tries = (safe.max(1)..17).filter_map(|digits| format!("{exact:.*e}", digits - 1).parse().ok());
    tries.into_iter().find(|value| format.from_f64(*value) == bits).map(Shortest::Double)
}

/// The fewest decimal places that give a fixed-point number back; none where a double does not hold it.
fn places(format: &Format, bits: u64, exact: f64, fraction: u32) -> Option<Shortest> {
    let least = (f64::from(fraction) * std::f64::consts::LOG10_2) as usize;
    let tries = (least.max(1)..=least + 2).filter_map(|places| format!("{exact:.places$}").parse().ok());
    tries.into_iter().find(|value| format.from_f64(*value) == bits).map(Shortest::Double)
}
