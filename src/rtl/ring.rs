//! Delay lines in memories of lookup tables that a pointer runs through: each holds two bits, and a shift register one.

use super::{address_bits, Module, Net};

/// Longest such memory: beyond it block RAM is worth its price.
const DEEPEST: usize = 128;

/// Whether words of so many bits that wait so many cycles take less in such a memory than in a shift register.
///
/// ```
/// use fftgen::rtl::in_ring;
/// assert!(in_ring(8, 32) && !in_ring(2, 32) && !in_ring(8, 4));
/// ```
pub fn in_ring(cycles: usize, width: usize) -> bool {
    cycles <= DEEPEST && ring(cycles, width) < line(cycles) * width
}

/// Lookup tables for a bit of a delay line: short ones are registers.
pub fn line(cycles: usize) -> usize {
    match cycles {
        0..=2 => 0,
        _ => cycles.div_ceil(32),
    }
}

/// Lookup tables of a memory made of them whose words leave where the next ones enter, and of its pointer.
pub fn ring(words: usize, width: usize) -> usize {
    let pointer = address_bits(words) as usize;
    match words {
        0..=32 => pointer + 8 * width.div_ceil(16),
        _ => pointer + words.div_ceil(64) * width,
    }
}

impl Module {
    /// `of`, so many cycles ago, in whatever takes less. Never reset.
    pub fn waiting(&mut self, of: Net, cycles: u32) -> Net {
        let in_ring = in_ring(cycles as usize, self.width(of) as usize) && self.constant_value(of).is_none();
        match in_ring {
            true => self.ring(of, cycles as usize),
            false => self.delay(of, cycles),
        }
    }

    /// The same in a memory. Those of one length share a pointer, which a reset of the module clears.
    fn ring(&mut self, of: Net, cycles: usize) -> Net {
        let place = self.place_in(cycles);
        let memory = self.memory(format!("waiting{}", self.memories.len()), cycles.next_multiple_of(2), self.width(of));
        let always = self.constant(1, 1);
        self.write(memory, always, place, of);
        self.peek(memory, place)
    }

    /// Where the words of memories of so many words leave, and the next ones enter.
    ///
    /// Its lowest bit is that of the next cycle's count: an address straight out of a register is one to Yosys that it
    /// moves into the reading port, which then needs tables of its own.
    fn place_in(&mut self, cycles: usize) -> Net {
        if let Some((_, place)) = self.places.iter().find(|(length, _)| *length == cycles) {
            return *place;
        }
        let width = address_bits(cycles);
        let count = self.state(width, Some(0));
        self.name(count, format!("count{cycles}"));
        let (one, zero) = (self.constant(width, 1), self.constant(width, 0));
        let (next, last) = (self.add(count, one), self.eq_const(count, cycles as u128 - 1));
        let next = if cycles.is_power_of_two() { next } else { self.mux(last, zero, next) };
        self.drive(count, next);
        let (lowest, upper) = (self.bit(count, 0), self.slice(count, 1, width - 1));
        let lowest = self.not(lowest);
        let place = self.concat(&[lowest, upper]);
        self.name(place, format!("place{cycles}"));
        self.places.push((cycles, place));
        place
    }
}
