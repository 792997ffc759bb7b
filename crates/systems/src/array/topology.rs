//! Topologies: how the elements of an array are linked.

/// Elements in a row, each linked to its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Axis {
    /// Number of elements.
    pub length: usize,
    /// Whether the last element is linked to the first one.
    pub is_closed: bool,
}

/// The links of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topology {
    /// Elements on a line.
    Line(usize),
    /// Elements on a ring.
    Ring(usize),
    /// Columns and rows of elements, each of them a line.
    Mesh(usize, usize),
    /// Columns and rows of elements, each of them a ring.
    Torus(usize, usize),
    /// Rows and columns of cells that multiply by a matrix.
    Systolic(usize, usize),
}

impl Topology {
    /// Returns the axes: elements of a row, and of a column if there are several rows.
    pub fn axes(self) -> Vec<Axis> {
        let (lengths, is_closed) = match self {
            Topology::Line(length) => (vec![length], false),
            Topology::Ring(length) => (vec![length], true),
            Topology::Mesh(columns, rows) => (vec![columns, rows], false),
            Topology::Torus(columns, rows) => (vec![columns, rows], true),
            Topology::Systolic(rows, columns) => (vec![rows, columns], false),
        };
        lengths.into_iter().map(|length| Axis { length, is_closed }).collect()
    }

    /// Returns the number of columns and of rows.
    pub fn lengths(self) -> [usize; 2] {
        let axes = self.axes();
        [axes[0].length, axes.get(1).map_or(1, |axis| axis.length)]
    }

    /// Whether the last element of a row and of a column is linked to the first one.
    pub fn is_closed(self) -> bool {
        matches!(self, Topology::Ring(_) | Topology::Torus(..))
    }

    /// Returns the number of elements.
    pub fn elements(self) -> usize {
        self.lengths().iter().product()
    }

    /// Returns the same links with another number of elements of each axis.
    pub(super) fn with_places(self, places: usize) -> Self {
        match self {
            Topology::Line(_) => Topology::Line(places),
            Topology::Ring(_) => Topology::Ring(places),
            Topology::Mesh(..) => Topology::Mesh(places, places),
            Topology::Torus(..) => Topology::Torus(places, places),
            Topology::Systolic(..) => Topology::Systolic(places, places),
        }
    }

    /// Names the topology in a word.
    pub fn word(self) -> &'static str {
        match self {
            Topology::Line(_) => "line",
            Topology::Ring(_) => "ring",
            Topology::Mesh(..) => "mesh",
            Topology::Torus(..) => "torus",
            Topology::Systolic(..) => "systolic",
        }
    }
}

impl std::fmt::Display for Topology {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lengths: Vec<String> = self.axes().iter().map(|axis| axis.length.to_string()).collect();
        write!(f, "{}:{}", self.word(), lengths.join("x"))
    }
}
