//! `--matrix`, `--transform` and `--points`: the matrix that frames are multiplied by.

use super::numbers::whole;
use super::value::{Canonical, FromText};
use fftgen::matrix::{Matrix, Ratio};
use fftgen::{quoted, Error};
use std::path::{Path, PathBuf};

/// Maximum denominator of a frequency.
const MAX_DENOMINATOR: i64 = 1 << 31;

/// Entries of a matrix.
#[derive(Clone)]
pub enum Entries {
    /// File that lists them.
    File(PathBuf),
    /// Number of rows of a matrix that comes while the core runs.
    Load(usize),
}

impl Entries {
    /// Returns the entries with a relative file name in a folder.
    pub fn in_folder(self, folder: &Path) -> Self {
        match self {
            Entries::File(path) => Entries::File(folder.join(path)),
            Entries::Load(rows) => Entries::Load(rows),
        }
    }
}

impl FromText for Entries {
    /// Reads `load:32` or the name of a file.
    fn from_text(text: &str) -> Result<Entries, Error> {
        let wrong = |what: &str| Error::Usage(format!("matrix {}: {what}", quoted(text)));
        match text.split_once(':') {
            Some(("load", rows)) => {
                let rows = whole(rows).ok().filter(|rows| *rows > 0);
                Ok(Entries::Load(rows.ok_or_else(|| wrong("a number of rows is wanted, as in load:32"))?))
            }
            _ if text == "load" => Err(wrong("the number of rows is missing, as in load:32")),
            _ if text.is_empty() => Err(wrong("give a file of entries, or load:K")),
            _ => Ok(Entries::File(text.into())),
        }
    }
}

impl Canonical for Entries {
    fn canonical(&self) -> Option<String> {
        Some(match self {
            Entries::File(path) => path.display().to_string(),
            Entries::Load(rows) => format!("load:{rows}"),
        })
    }
}

/// Nodes of a z-transform.
#[derive(Clone)]
pub enum Nodes {
    /// File that lists them.
    File(PathBuf),
    /// Number of nodes that come while the core runs.
    Load(usize),
    /// File that lists those of the model and the testbench, where nodes come while the core runs.
    LoadFile(PathBuf),
}

impl Nodes {
    /// Returns the nodes with a relative file name in a folder.
    pub fn in_folder(self, folder: &Path) -> Self {
        match self {
            Nodes::File(path) => Nodes::File(folder.join(path)),
            Nodes::Load(count) => Nodes::Load(count),
            Nodes::LoadFile(path) => Nodes::LoadFile(folder.join(path)),
        }
    }
}

impl FromText for Nodes {
    /// Reads the name of a file, `load:32` or `load:` with the name of a file.
    fn from_text(text: &str) -> Result<Nodes, Error> {
        let wrong = |what: &str| Error::Usage(format!("points {}: {what}", quoted(text)));
        let loaded = text.split_once(':').filter(|(word, _)| *word == "load").map(|(_, what)| what);
        match (loaded, loaded.map(whole)) {
            (_, Some(Ok(0))) => Err(wrong("there is at least one node, as in load:32")),
            (_, Some(Ok(count))) => Ok(Nodes::Load(count)),
            (Some(path), _) if !path.is_empty() => Ok(Nodes::LoadFile(path.into())),
            _ if loaded.is_some() || text == "load" => {
                Err(wrong("a number of nodes or a file of nodes is missing, as in load:32 or load:nodes.csv"))
            }
            _ if text.is_empty() => Err(wrong("give a file of nodes, or load:K")),
            _ => Ok(Nodes::File(text.into())),
        }
    }
}

impl Canonical for Nodes {
    fn canonical(&self) -> Option<String> {
        Some(match self {
            Nodes::File(path) => path.display().to_string(),
            Nodes::Load(count) => format!("load:{count}"),
            Nodes::LoadFile(path) => format!("load:{}", path.display()),
        })
    }
}

/// Rule of a matrix.
#[derive(Clone)]
pub enum MatrixRule {
    Dft { inverse: bool },
    Dct2,
    Dct4,
    Goertzel(Vec<usize>),
    Czt { start: Frequency, step: Frequency, count: usize },
}

/// Frequency in cycles a point, as it was written.
#[derive(Clone)]
pub struct Frequency {
    text: String,
    ratio: Ratio,
}

impl MatrixRule {
    /// Returns the matrix for frames of `size` points.
    pub fn matrix(&self, size: usize) -> Result<Matrix, Error> {
        Ok(match self {
            MatrixRule::Dft { inverse } => Matrix::Uniform { size, inverse: *inverse, by: 1 },
            MatrixRule::Dct2 => Matrix::Dct2(size),
            MatrixRule::Dct4 => Matrix::Dct4(size),
            MatrixRule::Goertzel(bins) => match bins.iter().find(|bin| **bin >= size) {
                Some(bin) => {
                    return Err(Error::Usage(format!(
                        "transform goertzel: bin {bin} of {size} points; bins are numbers from 0 to {}",
                        size.saturating_sub(1)
                    )))
                }
                None => Matrix::Bins { size, bins: bins.clone() },
            },
            MatrixRule::Czt { start, step, count } => {
                Matrix::Chirp { size, start: start.ratio, step: step.ratio, count: *count }
            }
        })
    }
}

impl FromText for MatrixRule {
    /// Reads `dct2`, `dct4`, `goertzel:18,20,22` or `czt:0,1/1000,64`.
    fn from_text(text: &str) -> Result<MatrixRule, Error> {
        let wrong = |what: &str| Error::Usage(format!("transform {}: {what}", quoted(text)));
        match (text, text.split_once(':')) {
            ("dft", _) => Ok(MatrixRule::Dft { inverse: false }),
            ("idft", _) => Ok(MatrixRule::Dft { inverse: true }),
            ("dct2", _) => Ok(MatrixRule::Dct2),
            ("dct4", _) => Ok(MatrixRule::Dct4),
            (_, Some(("goertzel", bins))) => {
                let bins: Option<Vec<usize>> = bins.split(',').map(|bin| bin.trim().parse().ok()).collect();
                Ok(MatrixRule::Goertzel(bins.ok_or_else(|| wrong("bins are whole numbers, as in goertzel:18,20,22"))?))
            }
            (_, Some(("czt", values))) => {
                let values: Vec<&str> = values.split(',').map(str::trim).collect();
                let [start, step, count] = values[..] else {
                    return Err(wrong("start, step and count are wanted, as in czt:0,1/1000,64"));
                };
                let frequency = |word: &str| {
                    frequency(word).ok_or_else(|| {
                        wrong(
                            "a frequency is a ratio or a decimal in cycles a point, as in -1/8, 0.125 or 1e-3, of \
                            denominators up to 2^31",
                        )
                    })
                };
                let count = whole(count).ok().filter(|count| *count > 0);
                let count = count.ok_or_else(|| wrong("the count is a whole number, at least 1"))?;
                Ok(MatrixRule::Czt { start: frequency(start)?, step: frequency(step)?, count })
            }
            _ => Err(wrong("there are dft, idft, dct2, dct4, goertzel:BIN,BIN,.. and czt:START,STEP,COUNT")),
        }
    }
}

impl Canonical for MatrixRule {
    fn canonical(&self) -> Option<String> {
        Some(match self {
            MatrixRule::Dft { inverse: false } => "dft".into(),
            MatrixRule::Dft { inverse: true } => "idft".into(),
            MatrixRule::Dct2 => "dct2".into(),
            MatrixRule::Dct4 => "dct4".into(),
            MatrixRule::Goertzel(bins) => {
                format!("goertzel:{}", bins.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
            }
            MatrixRule::Czt { start, step, count } => format!("czt:{},{},{count}", start.text, step.text),
        })
    }
}

/// Reads a ratio, as in `-1/8`, or a decimal, as in `0.125` or `1.25e-1`.
fn frequency(text: &str) -> Option<Frequency> {
    let (numerator, denominator) = match text.split_once('/') {
        Some((numerator, denominator)) => (numerator.parse().ok()?, denominator.parse().ok()?),
        None => {
            let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
            let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
            let places = i64::try_from(fraction.len()).ok()? - i64::from(exponent.parse::<i32>().ok()?);
            let power = |places: i64| 10i64.checked_pow(u32::try_from(places.max(0)).ok()?);
            (format!("{whole}{fraction}").parse::<i64>().ok()?.checked_mul(power(-places)?)?, power(places)?)
        }
    };
    let is_served =
        (1..=MAX_DENOMINATOR).contains(&denominator) && (-MAX_DENOMINATOR..=MAX_DENOMINATOR).contains(&numerator);
    is_served.then(|| Frequency { text: text.into(), ratio: Ratio { numerator, denominator } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_ratios_or_decimals() {
        let ratio = |text: &str| frequency(text).map(|found| (found.ratio.numerator, found.ratio.denominator));
        assert_eq!(ratio("-1/8"), Some((-1, 8)));
        assert_eq!(ratio("0.125"), Some((125, 1000)));
        assert_eq!(ratio("-0.5"), Some((-5, 10)));
        assert_eq!(
            [ratio("1e-3"), ratio("-2.5E-2"), ratio("2e1")],
            [Some((1, 1000)), Some((-25, 1000)), Some((20, 1))]
        );
        assert_eq!(["1e-10", "1e99999999999", "e3", "1e400", "1e-400"].map(ratio), [None; 5]);
        assert_eq!(["", "1/0", "x", "1/-2", "0.12345678901"].map(ratio), [None; 5]);
    }
}
