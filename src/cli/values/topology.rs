//! `--array`: how the elements of an array are linked, or several arrays that are compared.

use super::numbers::whole;
use super::value::{Canonical, FromText};
use fftgen::array::Topology;
use fftgen::{quoted, Error};

/// Maximum number of elements of an axis of arrays that are compared.
const MAX_COMPARED: usize = 1 << 12;

/// An array, or several of the same links, each of which has twice the elements of an axis of the one before it.
#[derive(Clone, PartialEq)]
pub struct Arrays(Vec<Topology>);

impl Arrays {
    /// Returns all of them, of which there is at least one.
    pub fn all(&self) -> &[Topology] {
        &self.0
    }

    /// Returns the array, or what serves several of them.
    pub fn single(&self) -> Result<Topology, Error> {
        match self.0[..] {
            [topology] => Ok(topology),
            _ => Err(Error::Usage(format!(
                "array {}: arrays of several numbers of elements are compared by fftgen explain, for transforms and for \
                 products along each dimension; give one, as in {}",
                self.text(),
                self.0[0]
            ))),
        }
    }

    /// Whether cells multiply by a matrix.
    pub fn is_systolic(&self) -> bool {
        matches!(self.0[0], Topology::Systolic(..))
    }

    fn text(&self) -> String {
        match self.0[..] {
            [ref first, .., ref last] => format!("{}:{}..{}", first.word(), first.lengths()[0], last.lengths()[0]),
            _ => self.0[0].to_string(),
        }
    }
}

impl From<Topology> for Arrays {
    fn from(topology: Topology) -> Self {
        Arrays(vec![topology])
    }
}

impl FromText for Arrays {
    /// Reads `mesh:8x8`, `torus:4x4`, `ring:8` or `line:5`, and `torus:4..64` for those of 4 x 4, 8 x 8 to 64 x 64
    /// elements.
    fn from_text(text: &str) -> Result<Self, Error> {
        let (word, lengths) = text.split_once(':').unwrap_or((text, ""));
        let Some((first, last)) = lengths.split_once("..") else { return Ok(topology(text)?.into()) };
        let wrong = |what: &str| Error::Usage(format!("array {}: {what}", quoted(text)));
        let (Ok(first), Ok(last)) = (whole(first), whole(last)) else {
            return Err(wrong("numbers of elements of an axis are wanted, as in torus:4..64"));
        };
        if first == 0 || last < 2 * first || last > MAX_COMPARED {
            return Err(wrong(&format!(
                "the first number of elements of an axis is at least 1, and the second one twice that or more, at most {MAX_COMPARED}"
            )));
        }
        let axes = |length: usize| match word {
            "mesh" | "torus" | "systolic" => format!("{word}:{length}x{length}"),
            _ => format!("{word}:{length}"),
        };
        let lengths =
            std::iter::successors(Some(first), |length| Some(2 * length)).take_while(|length| *length <= last);
        let arrays: Result<Vec<Topology>, Error> = lengths.map(|length| topology(&axes(length))).collect();
        Ok(Arrays(arrays?))
    }
}

/// Reads an array.
fn topology(text: &str) -> Result<Topology, Error> {
    let wrong = |what: &str| Err(Error::Usage(format!("array {}: {what}", quoted(text))));
    let (word, lengths) = text.split_once(':').unwrap_or((text, ""));
    let lengths: Option<Vec<usize>> = lengths.split('x').map(|length| whole(length).ok()).collect();
    match (word, lengths.as_deref()) {
        ("line", Some(&[length])) => Ok(Topology::Line(length)),
        ("ring", Some(&[length])) => Ok(Topology::Ring(length)),
        ("mesh", Some(&[columns, rows])) => Ok(Topology::Mesh(columns, rows)),
        ("torus", Some(&[columns, rows])) => Ok(Topology::Torus(columns, rows)),
        ("line" | "ring", _) => wrong(&format!("a number of elements is wanted, as in {word}:8")),
        ("systolic", Some(&[rows, columns])) => Ok(Topology::Systolic(rows, columns)),
        ("mesh" | "torus" | "systolic", _) => {
            wrong(&format!("columns x rows of elements are wanted, as in {word}:8x8"))
        }
        _ => wrong("a topology is wanted: mesh:8x8, torus:8x8, line:8 or ring:8"),
    }
}

impl Canonical for Arrays {
    fn canonical(&self) -> Option<String> {
        Some(self.text())
    }
}
