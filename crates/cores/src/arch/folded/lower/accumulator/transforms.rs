//! Transforms that enter the kernel, and when their programs begin.

use fftgen_hdl::dsl::*;

/// Elements and instructions of transforms, with which the first element comes.
pub struct Transforms<'a, 'm> {
    /// Real and imaginary part of an element in each cycle.
    pub elements: &'a [Sig<'m>],
    /// High with the first element of a transform.
    pub start: Sig<'m>,
    /// Number of the program.
    pub program: Sig<'m>,
}

record! {
    /// Begin of a program.
    pub struct Begins {
        /// High a cycle before the first word of the program.
        pulse,
        /// Number of the program, valid with the pulse.
        program,
    }
}

impl<'m> Transforms<'_, 'm> {
    /// Returns the begin of programs whose first word is read some cycles after the first element.
    pub fn after(&self, cycles: usize) -> Begins<'m> {
        Begins { pulse: self.start, program: self.program }
            .each(&mut |field, _| field.later_as_it_is(cycles as u32 - 1))
    }
}
