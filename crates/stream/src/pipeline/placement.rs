//! The positions of a stage's transforms in the beats of a frame.

use super::Shape;

/// Transforms in batches, with the elements of each.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Batches. With delay feedback, a lane is an operand of a transform, because each has all its elements at once.
    pub shape: Shape,
    /// `elements[batch][j·r + d]`: element of digit d of the batch's transform j, of radix r. `None` past the last
    /// transform.
    pub elements: Vec<Vec<Option<u32>>>,
    /// Whether the digits of a transform come in natural order. Otherwise a prime's mirrored digits come side by side.
    pub natural: bool,
}
