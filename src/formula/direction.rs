//! Which way a transform goes.

/// A direction, or both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Direction {
    #[default]
    Forward,
    Inverse,
    /// As each frame asks for; the inverse is divided by this.
    Chosen {
        by: usize,
    },
}
