//! The computation of a stage on each group of elements.

use crate::formula::{Kernel, RealSplit};

/// A transform of a few elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transform {
    /// DFT by a kernel.
    Dft(Kernel),
    /// Step of real data on pairs of elements.
    RealSplit(RealSplit),
    /// Multiplication by twiddle factors only, element by element.
    Scale,
}

impl Transform {
    /// Returns the kernel of a DFT, and for any other transform a kernel of its radix.
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

    /// Returns the step of real data, if the transform is one.
    pub fn split(self) -> Option<RealSplit> {
        match self {
            Transform::RealSplit(split) => Some(split),
            Transform::Dft(_) | Transform::Scale => None,
        }
    }

    /// Name of the transform in reports and netlists.
    pub fn name(self) -> String {
        match self {
            Transform::RealSplit(split) => split.to_string(),
            Transform::Dft(_) | Transform::Scale => self.kernel().to_string(),
        }
    }
}
