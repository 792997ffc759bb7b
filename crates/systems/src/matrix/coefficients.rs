//! Coefficients of a matrix as words, rounded once.

use super::powers::Powers;
use super::rows::Rows;
use super::rules::Matrix;
use super::stored::Stored;
use super::words::CoefficientFormat;
use crate::error::Error;
use crate::exact::{Complex, Field, Real};
use crate::format::{number, Format};
use crate::number::FixedOptions;
use crate::rng::Rng;
use rayon::prelude::*;

/// Coefficients of a matrix.
#[derive(Clone, PartialEq, Debug)]
pub struct Coefficients {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Format of a part.
    pub format: CoefficientFormat,
    /// Whether all coefficients are real numbers.
    pub is_real: bool,
    /// Whether coefficients come while the core runs.
    pub is_loaded: bool,
    /// Words of the coefficients; of a matrix that is loaded those of a test.
    pub words: Stored,
    /// Greatest sum of the magnitudes of a row.
    pub max_gain: f64,
    /// Divisor of all coefficients, which is part of the scale of the results.
    pub divisor: usize,
    /// How coefficients are powers of a root of unity, but for the divisor.
    pub powers: Option<Powers>,
    /// The coefficients that the words are rounded from.
    pub rows_before_rounding: Rows,
    /// The matrix, where it is one of those that have names.
    pub matrix: Option<Matrix>,
}

impl Coefficients {
    /// Rounds the coefficients of a matrix for data of a format.
    pub fn new(matrix: &Matrix, data: &Format, options: &FixedOptions) -> Result<Self, Error> {
        let shape = [matrix.rows(), matrix.columns()];
        if matrix.is_loaded() {
            return Ok(Self::loaded(shape[0], shape[1], data, options));
        }
        let own = matrix.clone();
        let rows = Rows::new(move |row| own.row(row));
        let rounded = match matrix.stored_powers() {
            Some(powers) => Self::of_powers(matrix, powers, rows, (data, options)),
            None => Self::of_rows(shape, rows, data, options)?,
        };
        let matrix = matrix.clone();
        Ok(Coefficients {
            is_real: matrix.is_real(),
            divisor: matrix.divisor(),
            powers: matrix.powers(),
            matrix: Some(matrix),
            ..rounded
        })
    }

    /// Rounds the powers of a root of unity that the coefficients of a matrix are.
    fn of_powers(matrix: &Matrix, powers: Powers, all: Rows, (data, options): (&Format, &FixedOptions)) -> Self {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        let values: Vec<Complex> = (0..powers.order).into_par_iter().map(|power| matrix.power(powers, power)).collect();
        let sizes: Vec<[f64; 2]> = values.iter().map(|value| magnitudes(std::slice::from_ref(value))).collect();
        let of_row = |row: usize| powers.of_row(row).take(columns).map(|power| sizes[power]).fold([0.0; 2], with_sum);
        let [max_part, max_gain] = (0..rows).into_par_iter().map(of_row).reduce(|| [0.0; 2], greater);
        let format = format_for(data, options, max_part);
        let words = Stored::Powers(powers, values.iter().map(|value| format.encode(value)).collect());
        let rest = Self::without_words(rows, columns, data, options);
        Coefficients { format, is_loaded: false, words, max_gain, rows_before_rounding: all, ..rest }
    }

    /// Rounds complex coefficients, which a function returns row by row, for data of a format. `rows`, `columns`: their
    /// numbers.
    pub(super) fn of_rows(
        [rows, columns]: [usize; 2],
        all: Rows,
        data: &Format,
        options: &FixedOptions,
    ) -> Result<Self, Error> {
        let magnitudes: Vec<[f64; 2]> = (0..rows).into_par_iter().map(|number| magnitudes(&all.row(number))).collect();
        let [max_part, max_gain] = magnitudes.iter().copied().fold([0.0; 2], greater);
        let format = format_for(data, options, max_part);
        if let Some(row) = magnitudes.iter().position(|row| !row[0].is_finite()) {
            return Err(beyond(row, data));
        }
        let words: Vec<Vec<[u64; 2]>> = (0..rows)
            .into_par_iter()
            .map(|number| all.row(number).iter().map(|value| format.encode(value)).collect())
            .collect();
        if let CoefficientFormat::Float(float) = format {
            let is_infinite = |word: &u64| word & !float.sign_mask() >= float.infinity();
            if let Some(row) = words.iter().position(|row| row.as_flattened().iter().any(is_infinite)) {
                return Err(beyond(row, data));
            }
        }
        let words = Stored::Each(words.concat());
        let rest = Self::without_words(rows, columns, data, options);
        Ok(Coefficients { format, is_loaded: false, words, max_gain, rows_before_rounding: all, ..rest })
    }

    /// Cuts the coefficients into matrices of the given number of rows.
    pub(super) fn cut(&self, rows: usize) -> Vec<Self> {
        let part = |first: usize| Coefficients {
            rows,
            words: self.words.of_rows(first..first + rows, self.columns),
            rows_before_rounding: self.rows_before_rounding.from(first),
            ..self.clone()
        };
        (0..self.rows).step_by(rows).map(part).collect()
    }

    /// Returns coefficients of which only the number is known.
    pub(super) fn without_words(rows: usize, columns: usize, data: &Format, options: &FixedOptions) -> Self {
        let format = match data {
            Format::Float(float) => CoefficientFormat::Float(*float),
            Format::Fixed(fixed) => fixed_format(options.twiddle_bits(fixed.bits()), 1.0),
        };
        Coefficients {
            rows,
            columns,
            format,
            is_real: false,
            is_loaded: true,
            words: Stored::Each(vec![]),
            max_gain: columns as f64,
            divisor: 1,
            powers: None,
            rows_before_rounding: Rows::new(move |_| vec![Complex::zero(); columns]),
            matrix: None,
        }
    }

    /// Returns coefficients that are loaded: in floating point in the format of the data, in fixed point words of which
    /// a part is less than 2. Their words are those of a test.
    fn loaded(rows: usize, columns: usize, data: &Format, options: &FixedOptions) -> Self {
        let bare = Self::without_words(rows, columns, data, options);
        bare.with_words(test_words(bare.format, rows * columns))
    }

    /// Returns the coefficients with others that come by a stream, row by row.
    pub fn with_words(&self, words: Vec<[u64; 2]>) -> Self {
        let (format, columns, all) = (self.format, self.columns, words.clone());
        let row = move |row: usize| {
            let words = &all[row * columns..(row + 1) * columns];
            words.iter().map(|parts| format.value(*parts)).collect()
        };
        Coefficients { words: Stored::Each(words), rows_before_rounding: Rows::new(row), ..self.clone() }
    }

    /// Returns a coefficient by the definition of the matrix, but for a divisor; of a matrix that is loaded as it was
    /// loaded.
    pub(super) fn defined(&self, field: &Field, row: usize, column: usize) -> [u64; 2] {
        let defined = self.matrix.as_ref().and_then(|matrix| matrix.defined(field, row, column));
        defined.unwrap_or_else(|| field.pair(&self.rows_before_rounding.row(row)[column]))
    }

    /// Returns the words of a coefficient.
    pub fn at(&self, row: usize, column: usize) -> [u64; 2] {
        self.words.at(row, column, self.columns)
    }

    /// Returns the words of all powers that the coefficients are, and zeros for powers that none of them is.
    pub fn power_words(&self, powers: Powers) -> Vec<[u64; 2]> {
        let mut words = vec![[0; 2]; powers.order];
        for row in 0..self.rows {
            for column in 0..self.columns {
                words[powers.stride(row) * column % powers.order] = self.at(row, column);
            }
        }
        words
    }

    /// Returns the maximum of the sums of the magnitudes of both parts over a row, in units of the last place of a
    /// coefficient.
    pub fn max_row_units(&self) -> u128 {
        let bits = self.format.bits();
        if self.is_loaded {
            return (self.columns as u128) << bits;
        }
        let units =
            |words: [u64; 2]| words.map(|word| u128::from(number(word, bits).unsigned_abs())).iter().sum::<u128>();
        let of_row = |row: usize| (0..self.columns).map(|column| units(self.at(row, column))).sum();
        (0..self.rows).into_par_iter().map(of_row).max().unwrap_or(0)
    }
}

/// Returns the largest part of a row, and the sum of the magnitudes of its coefficients.
fn magnitudes(row: &[Complex]) -> [f64; 2] {
    let values = row.iter().map(Complex::to_c64);
    values.map(|value| [value.re.abs().max(value.im.abs()), value.norm()]).fold([0.0; 2], with_sum)
}

/// Adds a coefficient to the largest part of a row and the sum of its magnitudes.
fn with_sum([part, sum]: [f64; 2], [of_one, magnitude]: [f64; 2]) -> [f64; 2] {
    [part.max(of_one), sum + magnitude]
}

/// Returns the greater one of each of two numbers.
fn greater(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// Returns the format of coefficients for data, of which no part is larger than `max`.
fn format_for(data: &Format, options: &FixedOptions, max: f64) -> CoefficientFormat {
    match data {
        Format::Float(float) => CoefficientFormat::Float(float.coefficient()),
        Format::Fixed(fixed) => fixed_format(options.twiddle_bits(fixed.bits()), max),
    }
}

/// Returns the format of fixed-point coefficients of which no part is larger than `max`.
fn fixed_format(bits: u32, max: f64) -> CoefficientFormat {
    let fits = |fraction: &i32| (max * 2f64.powi(*fraction)).round() < 2f64.powi(bits as i32 - 1);
    let fraction = (-64..=bits as i32 - 1).rev().find(fits).unwrap_or(0);
    CoefficientFormat::Fixed { bits, fraction }
}

/// Returns coefficients for tests of a matrix that is loaded, of which each part is less than 1.
fn test_words(format: CoefficientFormat, count: usize) -> Vec<[u64; 2]> {
    let mut rng = Rng::new(count as u64);
    let mut part = || Real::from_f64(2.0 * rng.real());
    (0..count).map(|_| format.encode(&Complex { re: part(), im: part() })).collect()
}

/// Returns the error for a row with a coefficient beyond the range of the format.
fn beyond(row: usize, data: &Format) -> Error {
    Error::Data(format!(
        "row {row} of the matrix (rows count from 0) has a coefficient beyond the range of {}; a node near zero has \
         large powers: scale the \
         rows, or choose a format of a wider range",
        data.name()
    ))
}
