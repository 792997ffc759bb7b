//! What the targets have in common.

mod frames;
mod plans;

pub use frames::{frame, read, read_and_write};
pub use plans::{is_small, plan};

/// Splits off the first byte, which chooses what the others are read as.
pub fn choice(data: &[u8]) -> Option<(usize, &[u8])> {
    data.split_first().map(|(choice, rest)| ((*choice).into(), rest))
}
