//! What passes from element to element.

use super::load::Word;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// What comes to the first element: its inputs have the names of the outputs of the elements.
pub struct Passed<'m> {
    /// Pulse with the first slot of a frame.
    pub start: Sig<'m>,
    /// Point of the slot.
    pub point: [Sig<'m>; 2],
    /// Coefficient that comes, and the bank of the frame, of a matrix that is loaded.
    pub load: Option<(Word<'m>, Sig<'m>)>,
}

impl<'m> Passed<'m> {
    /// Places elements, each after the one before it. `build`: makes the module of an element.
    pub fn along_line(self, m: &'m Builder, elements: usize, build: impl Fn(usize) -> Module) -> Vec<Placed<'m>> {
        let mut line: Vec<Placed> = Vec::new();
        for number in 0..elements {
            let element = m.place(format!("element{number}"), build(number));
            element.set("ce", m.enable()).set("rst", m.reset());
            match line.last() {
                None => self.connect(&element),
                Some(before) => {
                    element.follow(before);
                }
            }
            line.push(element);
        }
        line
    }

    /// Connects the first element.
    fn connect(&self, first: &Placed<'m>) {
        first.set("in_start", self.start).set_bus("in_point", self.point);
        if let Some((word, bank)) = &self.load {
            word.connect(first);
            first.set("in_bank", *bank);
        }
    }
}

/// The chain of results after the last element.
pub fn chain_end<'m>(line: &[Placed<'m>]) -> [Sig<'m>; 2] {
    line[line.len() - 1].fields("out_sum")
}
