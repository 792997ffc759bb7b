//! What a stream is made from.

use crate::formula::{Direction, Formula, FrameShape, Kind, Order};

/// What a stream is made from.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    pub formula: Formula,
    /// Lengths of a frame along its dimensions, in samples.
    pub shape: FrameShape,
    /// What a frame holds: real data takes a step beside the formula.
    pub kind: Kind,
    /// As many of the first steps do without permuters, with delayed feedback, or as many as find their elements in
    /// place if that is fewer. Where the step of real data stands first, it is the last ones.
    pub feedback: usize,
    /// Eighths of a turn behind a step may be a stage of their own, and without feedback each step is one stage otherwise.
    pub apart: bool,
    /// Points a cycle.
    pub width: usize,
    /// Of the points that come, and of those that go.
    pub orders: [Order; 2],
    /// The inverse is the forward transform with real and imaginary parts exchanged on both sides.
    pub direction: Direction,
}
