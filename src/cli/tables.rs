//! Matrices and nodes in files, for `--matrix` and `--points`.

use super::whole_file;
use fftgen::data::{DataError, Table};
use fftgen::matrix::Matrix;
use fftgen::Error;
use num_complex::Complex64;
use std::path::Path;
use std::sync::Arc;

/// Maximum length of a file in MiB.
const MAX_MIB: u64 = 64;

/// Reads a matrix.
pub fn matrix(path: &Path) -> Result<Matrix, Error> {
    let Table { columns, values } = table("matrix", path)?;
    Ok(Matrix::Entries { columns, entries: values.into() })
}

/// Reads numbers that are a row or a column. `what`: what they are.
pub fn numbers(flag: &str, what: &str, path: &Path) -> Result<Vec<Complex64>, Error> {
    let table = table(flag, path)?;
    match table.columns > 1 && table.rows() > 1 {
        true => Err(Error::Data(format!(
            "{flag} {}: {} rows and {} columns, where {what} are a column; a complex number is one word, as in \
             0.5-1e-3j",
            path.display(),
            table.rows(),
            table.columns
        ))),
        false => Ok(table.values),
    }
}

/// Reads nodes for frames of `size` points.
pub fn nodes(path: &Path, size: usize) -> Result<Arc<[Complex64]>, Error> {
    let nodes = numbers("points", "nodes", path)?;
    match nodes.iter().position(|node| node.norm() == 0.0) {
        Some(place) if size > 1 => Err(Error::Data(format!(
            "points {}: node {place} (nodes count from 0) is zero, and powers z^-n of zero are infinite; leave it out, or give \
             the matrix by --matrix",
            path.display()
        ))),
        _ => Ok(nodes.into()),
    }
}

/// Reads the table of a file by the ending of its name.
fn table(flag: &str, path: &Path) -> Result<Table, Error> {
    let wrong = |what: String| Error::Data(format!("{flag} {}: {what}", path.display()));
    let bytes = whole_file::bytes(path, MAX_MIB).map_err(|error| {
        Error::Usage(format!(
            "{flag} {}: it is no file that can be read ({error}); name a file, csv or npy",
            path.display()
        ))
    })?;
    let is_npy = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    let table = match is_npy {
        true => Table::from_npy(&bytes),
        false => match std::str::from_utf8(&bytes) {
            Ok(text) => Table::from_text(text),
            Err(_) => Err(DataError::Array("this is no text; an array of NumPy has a name that ends with .npy".into())),
        },
    };
    table.map_err(|error| wrong(error.to_string()))
}
