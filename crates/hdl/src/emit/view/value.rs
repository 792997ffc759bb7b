//! Printed forms of nets.

use crate::rtl::Net;

/// Number of a signal: an index into [`ModuleView::signals`](super::ModuleView::signals).
pub type SignalId = usize;

/// Printed form of a net.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant.
    Const(u128),
    /// Bits of a signal.
    Bits {
        /// Number of the signal.
        signal: SignalId,
        /// Lowest bit of the signal.
        low: u32,
    },
    /// The operation of a net, at its only use.
    Inline(Net),
}
