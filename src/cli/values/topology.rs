//! `--array`: how the elements of an array are linked.

use super::numbers::whole;
use super::value::{Canonical, FromText};
use fftgen::array::Topology;
use fftgen::{quoted, Error};

impl FromText for Topology {
    /// Reads `mesh:8x8`, `torus:4x4`, `ring:8` or `line:5`.
    fn from_text(text: &str) -> Result<Topology, Error> {
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
}

impl Canonical for Topology {
    fn canonical(&self) -> Option<String> {
        Some(self.to_string())
    }
}
