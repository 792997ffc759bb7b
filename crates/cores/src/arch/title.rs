//! What cores compute, in words.

use crate::formula::Direction;

/// Says what the transforms of frames are that choose among `count` sizes, the smallest and the largest of these numbers of points.
pub fn title_of_sizes(direction: Direction, count: usize, [first, last]: [usize; 2]) -> String {
    let what = match direction {
        Direction::Forward => "DFTs",
        Direction::Inverse => "inverse DFTs",
        Direction::Chosen { .. } => "DFTs and inverse DFTs",
    };
    format!("{what} of {count} sizes from {first} to {last} points")
}
