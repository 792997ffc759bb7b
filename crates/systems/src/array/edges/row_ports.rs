//! What the edges of the rows have in common.

use crate::rtl::{Module, Net};

/// The ports of the rows.
pub trait RowPorts {
    /// Start of a frame. `waiting`: high while a start is on its way to the last element; `loading`: high while points come.
    fn start(&self, m: &mut Module, waiting: Net, loading: Net) -> Net;

    /// Link word that each row takes.
    fn west(&self) -> &[Net];

    /// Connects what the elements give.
    fn connect(&self, m: &mut Module, given: &Given);
}

/// What the elements give to the edges.
pub struct Given {
    /// Link word of each row that leaves.
    pub east: Vec<Net>,
    /// `loading[row]`: high while the row takes words.
    pub loading: Vec<Net>,
    /// `unloading[row]`: high while the row gives words.
    pub unloading: Vec<Net>,
    /// High while the frame is transformed.
    pub computing: Net,
}
