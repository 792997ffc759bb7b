//! LUTs of operand routes for words of [`WORD_BITS`] bits.

/// Bits of the words for which routes are compared. The cheapest route hardly depends on them.
pub const WORD_BITS: usize = 32;

/// LUTs of the enable of a register.
pub const REGISTER_ENABLE: usize = 3;

/// Returns the LUTs of a multiplexer. A LUT holds a bit of a four-input multiplexer.
pub fn multiplexer(inputs: usize) -> usize {
    (32 + 2) * inputs.saturating_sub(1).div_ceil(3)
}

/// Returns the LUTs of a delay line, which is made of registers alone while it is short.
pub fn delay_line(cycles: usize) -> usize {
    match cycles {
        0..=3 => 3 * cycles,
        _ => 32 * (cycles - 1).div_ceil(32) + 3,
    }
}

/// Returns the LUTs of a memory with its addresses.
pub fn memory(words: usize) -> usize {
    24 * words.div_ceil(32) + 9
}
