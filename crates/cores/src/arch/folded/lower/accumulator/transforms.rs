//! Transforms that enter the kernel, and when their programs begin.

use crate::rtl::{Module, Net};

/// Elements and instructions of transforms, with which the first element comes.
pub struct Transforms<'a> {
    /// Real and imaginary part of an element in each cycle.
    pub elements: &'a [Net],
    /// High with the first element of a transform.
    pub start: Net,
    /// Number of the program.
    pub program: Net,
}

/// Begin of a program.
#[derive(Clone, Copy)]
pub struct Begins {
    /// High a cycle before the first word of the program.
    pub pulse: Net,
    /// Number of the program, valid with the pulse.
    pub program: Net,
}

impl Transforms<'_> {
    /// Returns the begin of programs whose first word is read some cycles after the first element.
    pub fn behind(&self, m: &mut Module, cycles: usize) -> Begins {
        let [pulse, program] = [self.start, self.program].map(|net| m.delay(net, cycles as u32 - 1));
        Begins { pulse, program }
    }
}
