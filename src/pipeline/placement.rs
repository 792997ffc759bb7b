//! Where the transforms of a stage stand in the beats of a frame.

use super::Shape;

/// Transforms in batches, with the elements that each takes.
#[derive(Clone, Debug)]
pub struct Placement {
    /// With delay feedback, its lanes are those of the transforms, each of which has all its elements at once.
    pub shape: Shape,
    /// `members[batch][j·r + d]`: the elements of transform j of radix r; `None` past the last transform.
    pub members: Vec<Vec<Option<u32>>>,
    /// Digits of a transform come in natural order; else a prime's mirrored digits come side by side.
    pub natural: bool,
}
