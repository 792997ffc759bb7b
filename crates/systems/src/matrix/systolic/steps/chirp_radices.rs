//! Radices of the steps of a convolution with a chirp.

use super::matrices::{matrices, Matrices};
use crate::matrix::check::MAX_COEFFICIENTS;
use crate::matrix::systolic::plan::Cells;

/// Most points of a convolution, in points of a frame.
const MOST_POINTS: usize = 8;

/// Lists the ways to transform a size by a convolution: ascending radices of at most as many points as the array has
/// rows of cells, whose product is at least twice the size less one. The steps go there and back, so that radices are
/// equal, or none is less than the number of columns. The way of the fewest clock cycles a frame is the first, and of
/// such the one of the fewest coefficients.
///
/// ```
/// use fftgen_systems::matrix::{chirp_radices, Cells};
/// assert_eq!(chirp_radices(31, Cells { rows: 8, columns: 8 })[0], [8, 8]);
/// assert_eq!(chirp_radices(17, Cells { rows: 8, columns: 2 })[0], [6, 6]);
/// ```
pub fn chirp_radices(size: usize, cells: Cells) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    extend(size, cells, &mut vec![], &mut all);
    let words = |radices: &[usize]| matrices(size, radices).iter().map(Matrices::coefficients).sum::<usize>();
    all.retain(|radices| words(radices) <= MAX_COEFFICIENTS);
    all.sort_by_key(|radices| (slots(size, radices, cells), words(radices), radices.clone()));
    all
}

/// Returns the clock cycles of a frame at the cells.
fn slots(size: usize, radices: &[usize], cells: Cells) -> usize {
    let length: usize = radices.iter().product();
    let slots = |step: Matrices| step.results.div_ceil(cells.columns) * (length / step.points);
    matrices(size, radices).into_iter().map(slots).sum()
}

/// Adds the ways that begin with given radices.
fn extend(size: usize, cells: Cells, radices: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    let length: usize = radices.iter().product();
    let first = radices.first().copied();
    let least = radices.last().copied().unwrap_or(2);
    // Columns, of which no two have a point for the same memory at a time, may be as many as the radix of the step
    // after.
    let most = match first {
        Some(first) if first < cells.columns => first,
        _ => cells.rows,
    };
    for radix in (least..=most).take_while(|radix| length * radix <= MOST_POINTS * size) {
        radices.push(radix);
        match length * radix < 2 * size - 1 {
            true => extend(size, cells, radices, all),
            false if radices.len() > 1 => all.push(radices.clone()),
            false => (),
        }
        radices.pop();
    }
}
