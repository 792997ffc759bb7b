//! What a folded core takes in a clock cycle, and the memories of its frames.

/// What a step processor takes in a clock cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folding {
    /// A transform, out of a bank for each of its elements. All steps have one kernel, of a power of two.
    Transform,
    /// Two elements of a transform, out of two banks. All radices are even.
    Pair,
    /// An element.
    Element,
    /// An element, or less: the multipliers of the kernels serve the twiddle factors too. Kernels are those of
    /// multiplier-accumulators.
    Shared,
    /// A product of a transform. The number is that of the clock cycles of a transform. All steps have one kernel.
    Product(usize),
}

impl Folding {
    /// Returns the elements that come in a cycle, of transforms of `radix` points.
    pub(super) fn lanes(self, radix: usize) -> usize {
        match self {
            Folding::Transform => radix,
            Folding::Pair => 2,
            Folding::Element | Folding::Shared | Folding::Product(_) => 1,
        }
    }

    /// Whether each result passes a multiplication of its own.
    pub(super) fn multiplies_all(self) -> bool {
        matches!(self, Folding::Pair | Folding::Element)
    }
}

/// What the processor and the ports of a folded core take in a clock cycle, and the memories of its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldedShape {
    /// What the processor takes in a clock cycle.
    pub folding: Folding,
    /// Points that pass a port in a clock cycle.
    pub width: usize,
    /// Memories of a frame each, one or two. With two, a frame is computed in one of them while the frame before it
    /// leaves the other one and the frame after it comes.
    pub memories: usize,
}

impl FoldedShape {
    /// Returns the shape of a core with one memory.
    pub fn in_one_memory(folding: Folding, width: usize) -> Self {
        FoldedShape { folding, width, memories: 1 }
    }
}
