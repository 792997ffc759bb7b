//! What the processor of a folded core takes in a clock cycle.

/// What a step processor takes in a clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folding {
    /// A transform, out of a bank for each of its elements. All steps have one kernel, of a power of two.
    Transform,
    /// An element.
    Element,
    /// A product of a transform. The number is that of the clock cycles of a transform. All steps have one kernel.
    Product(usize),
}
