//! Splits of a long transform into two shorter ones.

use crate::error::Error;
use crate::formula::{is_smooth, LARGEST, LARGEST_PRIME};

/// Lengths of a burst in bytes that passes over a long frame may have, the best first.
const BURSTS: [usize; 3] = [512, 256, 128];

/// Largest frame of one dimension, in points.
pub const MAX_LONG_FRAME: usize = 1 << 24;

/// A transform of N1·N2 points as an array of N1 rows of N2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split {
    /// N1: number of rows, which is the length of a column.
    pub rows: usize,
    /// N2: points of a row.
    pub row: usize,
    /// T: neighbouring points that are one burst.
    pub block: usize,
}

impl Split {
    /// Returns the split of a frame of `size` points of `point_bytes` bytes at a bus of `bus_bytes` bytes, or says why
    /// there is none.
    pub fn new(size: usize, point_bytes: usize, bus_bytes: usize) -> Result<Self, Error> {
        let find = |size: usize| nearest_square(size, point_bytes, bus_bytes);
        let min = (BURSTS[0] / point_bytes).pow(2);
        let refuse = |why: String| Err(Error::Unsupported(format!("size {size} and frames in external memory: {why}")));
        if size < min {
            return refuse(format!(
                "one dimension of points of {point_bytes} bytes takes {min} points or more; leave --memory out"
            ));
        }
        if size > MAX_LONG_FRAME {
            let works = (min..=MAX_LONG_FRAME).rev().find(|size| find(*size).is_some()).unwrap_or(min);
            return refuse(format!(
                "one dimension takes at most {MAX_LONG_FRAME} points; the nearest size that works is {works}"
            ));
        }
        if let Some(split) = find(size) {
            return Ok(split);
        }
        let works = |size: &usize| find(*size).is_some();
        let below = (min..size).rev().find(works).map(|size| size.to_string());
        let above = (size..=MAX_LONG_FRAME).find(works).map(|size| size.to_string());
        let nearest: Vec<String> = below.into_iter().chain(above).collect();
        refuse(format!(
            "one dimension is the product of two lengths, both multiples of the points of a burst, with prime factors \
             up to {LARGEST_PRIME} and \
             within {LARGEST} points on the chip; the nearest sizes that work are {}",
            nearest.join(" and ")
        ))
    }
}

/// Returns the split into the most similar lengths, with the longest bursts for which there is one.
fn nearest_square(size: usize, point_bytes: usize, bus_bytes: usize) -> Option<Split> {
    let bursts = BURSTS.iter().filter(|bytes| **bytes > bus_bytes.max(point_bytes));
    bursts.map(|bytes| bytes / point_bytes).find_map(|block| {
        let blocks = Some(size / block.pow(2)).filter(|blocks| blocks * block.pow(2) == size)?;
        let fits = |length: usize| length * block <= LARGEST && is_smooth(length);
        let splits = (1..=blocks.isqrt()).rev().filter(|rows| blocks % rows == 0);
        let mut lengths = splits.map(|rows| Split { rows: rows * block, row: blocks / rows * block, block });
        lengths.find(|split| fits(split.rows) && fits(split.row))
    })
}
