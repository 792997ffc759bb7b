//! Words that arrive, of which a memory takes one in a clock cycle.

use crate::rtl::{Module, Net};

/// A word that arrives.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    /// Whether there is one.
    pub is_taken: Net,
    /// Address of the point.
    pub address: Net,
    /// Number of the link word within the point.
    pub number: Net,
    /// The link word.
    pub word: Net,
}

/// Selects one of two arrivals. One is taken if any of them is.
pub(super) fn select(m: &mut Module, first: Net, then: Arrival, other: Arrival) -> Arrival {
    Arrival {
        is_taken: m.or(then.is_taken, other.is_taken),
        address: m.mux(first, then.address, other.address),
        number: m.mux(first, then.number, other.number),
        word: m.mux(first, then.word, other.word),
    }
}

/// Returns what is written: the held arrival, or else one of those that come. The other one of these is held until the next slot of its
/// class.
pub(super) fn serialized(m: &mut Module, hop: usize, below: Arrival, above: Arrival) -> Arrival {
    let widths = [below.is_taken, below.address, below.number, below.word].map(|net| m.width(net));
    let registers: Vec<Vec<Net>> = (0..hop)
        .map(|_| widths.iter().enumerate().map(|(field, bits)| m.state(*bits, (field == 0).then_some(0))).collect())
        .collect();
    let [is_taken, address, number, word] = registers[hop - 1][..] else { unreachable!("an arrival has four fields") };
    m.name(is_taken, "holds");
    let held = Arrival { is_taken, address, number, word };
    let coming = select(m, below.is_taken, below, above);
    let written = select(m, held.is_taken, held, coming);
    let (any, both) = (m.or(below.is_taken, above.is_taken), m.and(below.is_taken, above.is_taken));
    let kept_taken = m.mux(held.is_taken, any, both);
    let keeps_below = m.and(held.is_taken, below.is_taken);
    let kept = select(m, keeps_below, below, above);
    let mut fields = vec![kept_taken, kept.address, kept.number, kept.word];
    for stage in registers {
        for (&register, &field) in stage.iter().zip(&fields) {
            m.drive(register, field);
        }
        fields = stage;
    }
    written
}
