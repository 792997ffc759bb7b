//! Directions of a transform.

/// The direction of a transform, or both at run time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Direction {
    /// X\[k\] = Σ x\[j\] e^(-2πi jk/N).
    #[default]
    Forward,
    /// X\[k\] = Σ x\[j\] e^(2πi jk/N).
    Inverse,
    /// The direction is a choice of each frame.
    Chosen {
        /// Divisor of the inverse transform.
        by: usize,
    },
}
