//! What cores compute, in words.

use crate::formula::Direction;
use crate::quote::counted;

/// Says what the transforms of frames are that choose among `count` sizes, the smallest and the largest of these
/// numbers of points.
pub fn title_of_sizes(direction: Direction, count: usize, [first, last]: [usize; 2]) -> String {
    let what = match direction {
        Direction::Forward => "DFTs",
        Direction::Inverse => "inverse DFTs",
        Direction::Chosen { .. } => "DFTs and inverse DFTs",
    };
    format!("{what} of {count} sizes from {first} to {last} points")
}

/// Says how many clock cycles there are to each of some things, if there are several.
pub fn slowed(cycles: usize, thing: &str) -> String {
    match cycles {
        1 => String::new(),
        _ => format!(", a {thing} every {}", counted(cycles, "cycle")),
    }
}

/// Writes radices.
pub fn listed(radices: &[usize]) -> String {
    radices.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
