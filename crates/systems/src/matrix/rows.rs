//! Rows of coefficients before their rounding.

use crate::exact::Complex;
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

/// Function of the number of a row.
type Row = dyn Fn(usize) -> Vec<Complex> + Send + Sync;

/// Coefficients before their rounding, row by row.
#[derive(Clone)]
pub struct Rows(Arc<Row>);

impl Rows {
    /// Takes a function that computes the coefficients of a row.
    pub fn new(row: impl Fn(usize) -> Vec<Complex> + Send + Sync + 'static) -> Self {
        Rows(Arc::new(row))
    }

    /// Computes the coefficients of a row.
    pub fn row(&self, row: usize) -> Vec<Complex> {
        (self.0)(row)
    }

    /// Returns the rows from one on.
    pub fn from(&self, first: usize) -> Self {
        let all = self.clone();
        Rows::new(move |row| all.row(first + row))
    }
}

/// The words of coefficients say what is equal.
impl PartialEq for Rows {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Debug for Rows {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str("Rows")
    }
}
