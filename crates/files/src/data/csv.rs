//! Samples as decimals in columns.

use super::columns::Columns;
use super::lines::Decoder;
use super::numbers::Numbers;
use super::{decimal, Frame};
use crate::format::{number, Format};
use crate::model::Sample;
use std::fmt::Write;

/// Words that tables and spreadsheets have in place of a missing number.
const MISSING: [&str; 17] = [
    "na", "n/a", "<na>", "null", "none", "nil", "nan", "nat", "missing", "#n/a", "#na", "#num!", "#value!", "#div/0!",
    "#ref!", "#name?", "#null!",
];

/// Reader of the lines of a table.
pub(super) struct Rows {
    frame: Frame,
    chosen: Vec<String>,
    /// Names in the header, if there is one.
    names: Option<Vec<String>>,
    /// Columns, which are known from the first line of numbers on.
    columns: Option<Columns>,
}

impl Rows {
    pub fn new(frame: &Frame, chosen: &[String]) -> Self {
        Rows { frame: *frame, chosen: chosen.to_vec(), names: None, columns: None }
    }
}

impl Decoder for Rows {
    fn line(&mut self, text: &str, numbers: &mut Numbers) -> Result<(), String> {
        let fields = split(without_comment(text));
        if fields.is_empty() {
            return Ok(());
        }
        if let Some(columns) = &mut self.columns {
            return columns.decode(&fields, numbers);
        }
        if self.names.is_none() && is_header(&fields) {
            self.names = Some(fields.iter().map(|name| name.to_string()).collect());
            return Ok(());
        }
        let names = self.names.as_deref().unwrap_or_default();
        self.columns.insert(Columns::new(&self.frame, &self.chosen, names, &fields)?).decode(&fields, numbers)
    }
}

/// Returns a line without its comment, which begins with `#` or `%`. The word of a spreadsheet for an error is no
/// comment.
fn without_comment(text: &str) -> &str {
    if !text.contains('#') && !text.contains('%') {
        return text;
    }
    let comment = text.match_indices(['#', '%']).find(|(at, _)| !starts_missing(&text[*at..]));
    comment.map_or(text, |(at, _)| &text[..at])
}

fn starts_missing(text: &str) -> bool {
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    MISSING.iter().any(|word| begins(word))
}

/// Divides a line into fields, at semicolons, else at tabulators, else at commas, else at blanks. An empty last field
/// is left out.
fn split(text: &str) -> Vec<&str> {
    let separator = [';', '\t', ','].into_iter().find(|separator| text.contains(*separator));
    let mut fields: Vec<&str> = match separator {
        Some(separator) => text.split(separator).map(clean).collect(),
        None => text.split_whitespace().map(clean).collect(),
    };
    if fields.last() == Some(&"") {
        fields.pop();
    }
    fields
}

fn clean(field: &str) -> &str {
    let field = field.trim();
    match field.strip_prefix('"').and_then(|field| field.strip_suffix('"')) {
        Some(quoted) => quoted.trim(),
        None => field,
    }
}

/// Returns whether all fields are names: neither numbers nor words for a missing number. The first field may be empty,
/// because an index stands below it.
fn is_header(fields: &[&str]) -> bool {
    let is_name = |field: &&str| {
        let missing = MISSING.iter().any(|word| field.eq_ignore_ascii_case(word));
        !missing && field.starts_with(|c: char| c.is_alphabetic() || c == '_') && super::columns::parts(field).is_none()
    };
    match fields {
        ["", rest @ ..] if !rest.is_empty() => rest.iter().all(|field| is_name(field) || field.parse::<u32>().is_ok()),
        _ => fields.iter().all(is_name),
    }
}

/// Appends a sample as one line, or as two lines in real frames. It is multiplied by 2^exponent if there is an
/// exponent.
pub(super) fn encode(frame: &Frame, sample: Sample, exponent: Option<i32>, text: &mut String) {
    let (between, exponent) = (if frame.real { '\n' } else { ',' }, exponent.unwrap_or(0));
    for (value, end) in sample.into_iter().zip([between, '\n']) {
        match frame.format {
            Format::Fixed(fixed) => decimal::write(number(value, fixed.bits()), fixed.fraction as i32 - exponent, text),
            // Writing to a string does not fail.
            Format::Float(_) => match frame.format.to_f64(value) * 2f64.powi(exponent) {
                nan if nan.is_nan() => text.push_str("nan"),
                value => drop(write!(text, "{value:?}")),
            },
        }
        text.push(end);
    }
}
