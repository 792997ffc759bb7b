//! What the edges of the rows have in common.

use fftgen_hdl::dsl::Sig;

/// The ports of the rows.
pub trait RowPorts<'m> {
    /// Start of a frame. `waiting`: high while a start is on its way to the last element; `loading`: high while
    /// points come.
    fn start(&self, waiting: Sig<'m>, loading: Sig<'m>) -> Sig<'m>;

    /// Link word that each row takes.
    fn west(&self) -> &[Sig<'m>];

    /// Connects what the elements give.
    fn connect(&self, given: &Given<'m>);
}

/// What the elements give to the edges.
pub struct Given<'m> {
    /// Link word of each row that leaves.
    pub east: Vec<Sig<'m>>,
    /// `loading[row]`: high while the row takes words.
    pub loading: Vec<Sig<'m>>,
    /// `unloading[row]`: high while the row gives words.
    pub unloading: Vec<Sig<'m>>,
    /// High while the frame is transformed.
    pub computing: Sig<'m>,
}
