//! What steps differ in to a processor.

/// Transforms of a radix, with or without twiddle factors after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepKind {
    /// Elements of a transform.
    pub radix: usize,
    /// Whether results are multiplied by twiddle factors.
    pub has_factors: bool,
}
