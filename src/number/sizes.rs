//! Bits by which transforms grow.

/// log2 of a size, rounded up: the shifts of a transform that is scaled by 1/size.
pub fn bits_of_size(size: usize) -> i32 {
    size.max(1).next_power_of_two().ilog2() as i32
}

/// log2 of its square root, rounded up.
pub fn bits_of_root(size: usize) -> i32 {
    (bits_of_size(size) + 1) / 2
}
