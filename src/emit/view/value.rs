//! What a net is printed as.

use crate::rtl::Net;

/// A declared name: an index into [`ModuleView::signals`](super::ModuleView::signals).
pub type SignalId = usize;

/// What a net is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Const(u128),
    Bits {
        signal: SignalId,
        low: u32,
    },
    /// This net's operation, at its only use.
    Inline(Net),
}
