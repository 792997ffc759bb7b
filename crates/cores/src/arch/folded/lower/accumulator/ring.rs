//! Memories of the last words, of which instructions read one some places after the place that is written.

use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// A memory of the last words, which is written in each cycle.
pub struct Ring<'m> {
    memory: Store<'m>,
    /// Place that is written.
    place: Sig<'m>,
    /// Bits of a part of a word.
    pub bits: u32,
}

impl<'m> Ring<'m> {
    /// Counts the place of rings that is written.
    #[hdl]
    pub fn place(m: &'m Builder, places: usize) -> Sig<'m> {
        let ring_place = m.state(address_bits(places), 0);
        ring_place.next(ring_place + 1);
        *ring_place
    }

    /// Writes the parts of a word to a ring in each cycle.
    pub fn new(m: &'m Builder, name: &str, parts: [Sig<'m>; 2], place: Sig<'m>) -> Self {
        let bits = parts[0].width();
        let memory = m.memory(name, 1 << place.width(), 2 * bits);
        memory.write(m.constant(1, 1), place, m.cat(parts));
        Ring { memory, place, bits }
    }

    /// Returns the parts of the word at a distance from the place that is written, out of a register.
    pub fn read(&self, distance: Sig<'m>) -> [Sig<'m>; 2] {
        self.registered(self.memory.peek(self.place + distance))
    }

    /// Reads a word, or zero when `clears` is high.
    pub fn read_unless(&self, clears: Sig<'m>, distance: Sig<'m>) -> [Sig<'m>; 2] {
        self.registered(clears.mux(0, self.memory.peek(self.place + distance)))
    }

    fn registered(&self, word: Sig<'m>) -> [Sig<'m>; 2] {
        let word = word.register();
        [word.bits(0, self.bits), word.bits(self.bits, self.bits)]
    }
}
