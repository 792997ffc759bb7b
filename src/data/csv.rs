//! A sample as two decimal numbers, or as one.

use crate::format::{Fixed, Float, Format};
use crate::reference::Sample;
use std::fmt::Write;

/// What a line holds.
pub(super) struct Line {
    fields: usize,
    count: &'static str,
    form: &'static str,
}

/// Both parts of a sample.
pub(super) const COMPLEX: Line = Line { fields: 2, count: "two", form: "re,im as in 0.5,-1e-3" };

/// A real sample.
pub(super) const REAL: Line = Line { fields: 1, count: "one", form: "a real sample as in 0.5" };

impl Line {
    /// The numbers of a line, or what is wrong with it.
    pub fn decode(&self, format: &Format, line: &str, numbers: &mut Vec<u64>) -> Result<(), String> {
        for field in self.split(line)? {
            match field.parse::<f64>() {
                Ok(value) => numbers.push(format.from_f64(value)),
                Err(_) => return Err(format!("{field:?} is no number; a line is {}", self.form)),
            }
        }
        Ok(())
    }

    /// Names of columns.
    pub fn is_header(&self, line: &str) -> bool {
        let name = |f: &&str| f.parse::<f64>().is_err() && f.trim_matches('"').starts_with(|c: char| c.is_alphabetic());
        self.split(line).is_ok_and(|fields| fields.iter().all(name))
    }

    fn split<'a>(&self, line: &'a str) -> Result<Vec<&'a str>, String> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        match fields.len() == self.fields {
            true => Ok(fields),
            false => Err(format!("fields: {}, where a line has {}: {}", fields.len(), self.count, self.form)),
        }
    }

    /// Appends the sample as a line, or two, times 2^exponent if there is one.
    pub fn encode(&self, format: &Format, sample: Sample, exponent: Option<i32>, text: &mut String) {
        let between = if self.fields == 1 { '\n' } else { ',' };
        for (value, end) in sample.into_iter().zip([between, '\n']) {
            match exponent {
                None => decimal(format, value, text),
                Some(exponent) => *text += &format!("{:?}", format.to_f64(value) * 2f64.powi(exponent)),
            }
            text.push(end);
        }
    }
}

/// Appends the shortest decimal number that [`Line::decode`] turns into the value.
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
