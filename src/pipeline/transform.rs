//! What a stage computes of each group of elements.

use crate::formula::{Kernel, RealSplit};

/// A transform of a few elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transform {
    Dft(Kernel),
    /// The step of real data, of two elements.
    RealSplit(RealSplit),
    /// Twiddle factors and no more, element by element.
    Scale,
}

impl Transform {
    /// Returns the kernel that takes as many elements in as many places; of a DFT its own.
    pub fn kernel(self) -> Kernel {
        match self {
            Transform::Dft(kernel) => kernel,
            Transform::RealSplit(_) => Kernel::direct(2),
            Transform::Scale => Kernel::direct(1),
        }
    }

    /// Elements of a transform.
    pub fn radix(self) -> usize {
        self.kernel().radix
    }

    /// The step of real data, if it is that.
    pub fn split(self) -> Option<RealSplit> {
        match self {
            Transform::RealSplit(split) => Some(split),
            Transform::Dft(_) | Transform::Scale => None,
        }
    }

    /// What the transform is called.
    pub fn name(self) -> String {
        match self {
            Transform::RealSplit(split) => split.to_string(),
            Transform::Dft(_) | Transform::Scale => self.kernel().to_string(),
        }
    }
}
