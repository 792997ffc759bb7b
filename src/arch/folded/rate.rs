//! How many elements the processor of a folded core takes.

/// Elements of a step that the processor takes in a cycle, or cycles to each transform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rate {
    /// A transform in each cycle, out of a bank for each of its elements. All steps have one kernel of a power of two.
    Transform,
    /// An element in each cycle.
    Element,
    /// A transform in so many clock cycles, with one multiplier. All steps have one kernel.
    Pace(usize),
}
