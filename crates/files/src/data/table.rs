//! Tables of numbers in files: matrices and lists of nodes, as text or as arrays of NumPy.

use super::error::{DataError, Place};
use super::{columns, npy};
use num_complex::Complex64;

/// Table of complex numbers with rows of one length.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Numbers of a row.
    pub columns: usize,
    /// Numbers, row by row.
    pub values: Vec<Complex64>,
}

impl Table {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.values.len() / self.columns.max(1)
    }

    /// Reads a table from text: a row a line, with numbers separated by commas, semicolons, tabulators or blanks. A
    /// complex number is one word, as in `0.5-1e-3j`. A first line of names, blank lines and comments after `#` or `%`
    /// are skipped.
    ///
    /// ```
    /// use fftgen_files::data::Table;
    /// let table = Table::from_text("# two rows\n1, 2j\n3; 0.5-1e-3j\n")?;
    /// assert_eq!((table.rows(), table.columns, table.values[3].im), (2, 2, -1e-3));
    /// assert!(Table::from_text("nan\n1\n").is_err());
    /// # Ok::<(), fftgen_files::data::DataError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, DataError> {
        let mut table = Table { columns: 0, values: vec![] };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().map(|line| line.split(['#', '%']).next().unwrap_or_default().trim());
        let mut lines = (1u64..).zip(lines).filter(|(_, line)| !line.is_empty()).peekable();
        lines.next_if(|(_, line)| is_heading(line));
        for (number, line) in lines {
            let wrong = |what: String| DataError::At { place: Place::Line(number), what };
            let row: Vec<Complex64> = words(line).map(|word| value(word).map_err(wrong)).collect::<Result<_, _>>()?;
            match table.columns {
                0 => table.columns = row.len(),
                columns if columns != row.len() => {
                    return Err(wrong(format!(
                        "numbers: {}, and {columns} in the lines before; a matrix has rows of one length",
                        row.len()
                    )))
                }
                _ => (),
            }
            table.values.extend(row);
        }
        table.checked()
    }

    /// Reads an array of NumPy of one axis, which is a column, or of two.
    pub fn from_npy(bytes: &[u8]) -> Result<Self, DataError> {
        let (shape, values) = npy::values(bytes)?;
        let columns = match shape[..] {
            [_] => 1,
            [_, columns] => columns,
            _ => return Err(DataError::Array(format!("an array of {} axes, where a matrix has two", shape.len()))),
        };
        if let Some(place) = values.iter().position(|value| !value.is_finite()) {
            let what = format!("{} is no finite number", values[place]);
            return Err(DataError::At { place: Place::Element(place as u64), what });
        }
        Table { columns, values }.checked()
    }

    /// Refuses an empty table.
    fn checked(self) -> Result<Self, DataError> {
        match self.values.is_empty() {
            true => Err(DataError::Array("there is no number in it; give at least one".into())),
            false => Ok(self),
        }
    }
}

/// Splits a line into words.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', ';', '\t', ' ']).filter(|word| !word.is_empty())
}

/// Whether a line has names in place of numbers, finite ones or others.
fn is_heading(line: &str) -> bool {
    let is_name = |word: &str| word.trim_matches('"').parse::<Complex64>().is_err();
    words(line).all(|word| is_name(word) && word.starts_with(|c: char| c.is_alphabetic() || c == '"'))
}

/// Reads a finite number.
fn value(word: &str) -> Result<Complex64, String> {
    let text = word.trim_matches('"');
    let complex = columns::parts(text).map(|[(_, re), (_, im)]| Complex64::new(re, im));
    let number =
        complex.or_else(|| text.parse().ok().map(|re| Complex64::new(re, 0.0))).filter(|value| value.is_finite());
    number.ok_or_else(|| format!("{} is no finite number, as in 0.5 or 0.5-1e-3j", crate::error::quoted(word)))
}
