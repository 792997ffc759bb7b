//! What a net is printed as.

use crate::rtl::Net;

/// A declared name: an index into `View::signals`.
pub(super) type SignalId = usize;

/// What a net is printed as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    Const(u128),
    Bits {
        signal: SignalId,
        low: u32,
    },
    /// This net's operation, at its only use.
    Inline(Net),
}
