//! Radices of the steps of a transform.

use crate::matrix::systolic::plan::Cells;

/// Lists the ways to make a size of ascending radices of at most as many points as the array has rows of cells. The way
/// of the fewest clock cycles a frame is the first, and of such the one of the fewest steps.
///
/// ```
/// use fftgen_systems::matrix::{radices, Cells};
/// assert_eq!(radices(64, Cells { rows: 8, columns: 2 })[0], [8, 8]);
/// assert!(radices(34, Cells { rows: 8, columns: 8 }).is_empty());
/// ```
pub fn radices(size: usize, cells: Cells) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    extend(size, cells.rows, &mut vec![], &mut all);
    all.sort_by_key(|radices| (slots(size, radices, cells), radices.len(), radices.clone()));
    all
}

/// Returns the clock cycles of a frame at the cells.
fn slots(size: usize, radices: &[usize], cells: Cells) -> usize {
    radices.iter().map(|radix| radix.div_ceil(cells.columns) * (size / radix)).sum()
}

/// Adds the ways to make what is left of a size of radices that are at least the last one.
fn extend(left: usize, most: usize, radices: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    let least = radices.last().copied().unwrap_or(2);
    if left <= most && (left >= least || radices.is_empty()) {
        all.push(radices.iter().copied().chain([left]).collect());
    }
    for radix in (least..=most).take_while(|radix| radix * radix <= left).filter(|radix| left % radix == 0) {
        radices.push(radix);
        extend(left / radix, most, radices, all);
        radices.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radices_ascend_and_make_the_size() {
        for size in 1..200 {
            for radices in radices(size, Cells { rows: 12, columns: 3 }) {
                assert_eq!(radices.iter().product::<usize>(), size);
                assert!(radices.windows(2).all(|pair| pair[0] <= pair[1]) && radices.iter().all(|radix| *radix <= 12));
            }
        }
        assert_eq!(radices(36, Cells { rows: 12, columns: 3 }).len(), 7);
    }
}
