//! Growth of words in a transform, in bits.

/// Returns log2 of a size, rounded up: the shift of a transform that is scaled by 1/size, in bits.
pub fn bits_of_size(size: usize) -> i32 {
    size.max(1).next_power_of_two().ilog2() as i32
}

/// Returns the bits of a signed number of a magnitude.
pub fn bits_of_magnitude(magnitude: f64) -> u32 {
    magnitude.log2().floor() as u32 + 2
}

/// Returns log2 of the square root of a size, rounded up.
pub fn bits_of_root(size: usize) -> i32 {
    (bits_of_size(size) + 1) / 2
}
