//! Words that arrive, of which a memory takes one in a clock cycle.

use fftgen_hdl::dsl::*;

record! {
    /// A word that arrives.
    pub(super) struct Arrival {
        /// Whether there is one.
        is_taken,
        /// Address of the point.
        address,
        /// Number of the link word within the point.
        number,
        /// The link word.
        word,
    }
}

impl<'m> Arrival<'m> {
    /// One of two arrivals. One is taken if any of them is.
    pub fn either(first: Sig<'m>, then: Self, other: Self) -> Self {
        Arrival {
            is_taken: then.is_taken | other.is_taken,
            address: first.mux(then.address, other.address),
            number: first.mux(then.number, other.number),
            word: first.mux(then.word, other.word),
        }
    }

    /// A register for each field, of which `is_taken` is reset.
    fn registers(self) -> Self {
        self.each(&mut |field, name| match name {
            "is_taken" => *field.builder().state(1, 0),
            _ => *field.builder().reg(field.width()),
        })
    }
}

/// What is written: the held arrival, or else one of those that come. The other one of these is held until the next
/// slot of its class.
#[hdl]
pub(super) fn serialized<'m>(hop: usize, below: Arrival<'m>, above: Arrival<'m>) -> Arrival<'m> {
    let stages: Vec<Arrival> = (0..hop).map(|_| below.registers()).collect();
    let held = stages[hop - 1];
    let coming = Arrival::either(below.is_taken, below, above);
    let written = Arrival::either(held.is_taken, held, coming);
    let (any, both) = (below.is_taken | above.is_taken, below.is_taken & above.is_taken);
    let is_taken = held.is_taken.mux(any, both);
    let kept = Arrival { is_taken, ..Arrival::either(held.is_taken & below.is_taken, below, above) };
    stages.into_iter().fold(kept, |next, stage| stage.zip(next, &mut |register, field| Reg::of(register).next(field)));
    written
}
