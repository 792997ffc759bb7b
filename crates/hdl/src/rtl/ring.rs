//! Delay lines as rings: LUT memories with a circulating pointer.
//!
//! A LUT holds two bits of a word in a memory, but one in a shift register.

use super::{address_bits, Module, Net};

/// Maximum length of a ring in words. Longer delays justify a block RAM.
const MAX_WORDS: usize = 128;

/// Whether a delay of `cycles` cycles for words of `width` bits takes fewer LUTs as a ring than as a shift register.
///
/// ```
/// use fftgen_hdl::rtl::in_ring;
/// assert!(in_ring(8, 32) && !in_ring(2, 32) && !in_ring(8, 4));
/// ```
pub fn in_ring(cycles: usize, width: usize) -> bool {
    cycles <= MAX_WORDS && ring_luts(cycles, width) < shift_register_luts(cycles) * width
}

/// Returns the LUTs of a shift register per bit of its words. A delay of up to two cycles is made of registers.
pub fn shift_register_luts(cycles: usize) -> usize {
    match cycles {
        0..=2 => 0,
        _ => cycles.div_ceil(32),
    }
}

/// Returns the LUTs of a ring of `words` words of `width` bits, with its pointer.
pub fn ring_luts(words: usize, width: usize) -> usize {
    let pointer = address_bits(words) as usize;
    match words {
        0..=32 => pointer + 8 * width.div_ceil(16),
        _ => pointer + words.div_ceil(64) * width,
    }
}

impl Module {
    /// Delays a net by `cycles` cycles, by a ring or by a shift register, whichever takes fewer LUTs. The words are
    /// never reset.
    pub fn delay_line(&mut self, of: Net, cycles: u32) -> Net {
        let in_ring = in_ring(cycles as usize, self.width(of) as usize) && self.constant_value(of).is_none();
        match in_ring {
            true => self.ring(of, cycles as usize),
            false => self.delay(of, cycles),
        }
    }

    /// Delays a net by `cycles` cycles in a ring. Rings of one length share a pointer, which the reset of the module
    /// clears.
    fn ring(&mut self, of: Net, cycles: usize) -> Net {
        let pointer = self.ring_pointer(cycles);
        let memory = self.memory(format!("waiting{}", self.memories.len()), cycles.next_multiple_of(2), self.width(of));
        let always = self.constant(1, 1);
        self.write(memory, always, pointer, of);
        self.peek(memory, pointer)
    }

    /// Returns the pointer of the rings of `words` words: the address of the oldest word, which the next word replaces.
    ///
    /// The lowest bit of the counter is inverted. If the address came straight from a register, Yosys would move that
    /// register into the read port, which then needs LUTs of its own.
    pub(super) fn ring_pointer(&mut self, words: usize) -> Net {
        if let Some((_, pointer)) = self.ring_pointers.iter().find(|(length, _)| *length == words) {
            return *pointer;
        }
        let width = address_bits(words);
        let count = self.state(width, Some(0));
        self.name(count, format!("count{words}"));
        let (one, zero) = (self.constant(width, 1), self.constant(width, 0));
        let (next, last) = (self.add(count, one), self.eq_const(count, words as u128 - 1));
        let next = if words.is_power_of_two() { next } else { self.mux(last, zero, next) };
        self.drive(count, next);
        let (lowest, upper) = (self.bit(count, 0), self.slice(count, 1, width - 1));
        let lowest = self.not(lowest);
        let pointer = self.concat(&[lowest, upper]);
        self.name(pointer, format!("place{words}"));
        self.ring_pointers.push((words, pointer));
        pointer
    }
}
