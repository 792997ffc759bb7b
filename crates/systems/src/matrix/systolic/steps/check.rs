//! Radices and scales that do not work are refused.

use super::chirp_radices::chirp_radices;
use super::matrices::{matrices, Matrices};
use super::radices::radices;
use crate::error::Error;
use crate::matrix::check::MAX_COEFFICIENTS;
use crate::matrix::systolic::plan::Cells;

/// Refuses radices that the array cannot multiply by.
pub fn check_radices(size: usize, cells: Cells, given: &[usize]) -> Result<(), Error> {
    let Cells { rows, columns } = cells;
    if given.is_empty() || given.iter().product::<usize>() != size || given.iter().any(|radix| *radix > rows) {
        let most = (1..=rows).rev().find(|most| size % most == 0).unwrap_or(1);
        let fix = match (radices(size, cells).is_empty(), chirp_radices(size, cells).is_empty()) {
            (false, _) => format!("steps of at most {most} points make {size}"),
            (true, false) => format!("a factor of {size} is larger; a convolution with a chirp serves it"),
            (true, true) => format!(
                "a factor of {size} is larger, and no convolution by such steps has at most {MAX_COEFFICIENTS} \
                 coefficients; an array of \
                 more rows, or one whose rows and columns divide {size}, serves it"
            ),
        };
        return Err(Error::Usage(format!(
            "size {size} and array systolic:{rows}x{columns}: a step has at most {rows} points; {fix}"
        )));
    }
    if size > MAX_COEFFICIENTS {
        return Err(Error::Unsupported(format!("size {size}: at most {MAX_COEFFICIENTS} twiddle factors work")));
    }
    match given.windows(2).all(|pair| pair[0] <= pair[1]) {
        true => Ok(()),
        false => Err(Error::Usage(format!("steps of {given:?} points: steps have ascending points"))),
    }
}

/// Refuses radices by whose steps, there and back, the array cannot convolve.
pub fn check_chirp_radices(size: usize, cells: Cells, given: &[usize]) -> Result<(), Error> {
    let Cells { rows, columns } = cells;
    let length = given.iter().fold(1usize, |length, radix| length.saturating_mul(*radix));
    let ascend = given.windows(2).all(|pair| pair[0] <= pair[1]);
    let is_equal = given.first() == given.last();
    let bounds = [
        (given.len() > 1, "there are two of them or more".to_string()),
        (given.iter().all(|radix| (2..=rows).contains(radix)), format!("a step has 2 to {rows} points")),
        (
            ascend && (is_equal || given.iter().all(|radix| *radix >= columns)),
            format!("they ascend, and are equal or at least {columns}"),
        ),
        (
            (2 * size - 1..=MAX_COEFFICIENTS).contains(&length),
            format!("a convolution has {} to {MAX_COEFFICIENTS} points", 2 * size - 1),
        ),
    ];
    let words = || matrices(size, given).iter().map(Matrices::coefficients).sum::<usize>();
    let why = match bounds.into_iter().find(|(works, _)| !works) {
        Some((_, why)) => why,
        None if words() > MAX_COEFFICIENTS => {
            format!("at most {MAX_COEFFICIENTS} coefficients work, and these are {}", words())
        }
        None => return Ok(()),
    };
    let fix = chirp_radices(size, cells)
        .first()
        .map_or("an array of more rows serves it".to_string(), |first| format!("try {first:?}"));
    Err(Error::Usage(format!(
        "size {size} and array systolic:{rows}x{columns}, radices {given:?} of a convolution: {why}; {fix}"
    )))
}

/// Refuses shifts that are less than the gain of a convolution.
pub fn check_shift(shifts: u32, gain: u32) -> Result<(), Error> {
    match shifts >= gain {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "scale: shifts of {shifts} bits in all for a convolution whose chirp is stored times 2^{gain}; give {gain} \
             bits or more in all"
        ))),
    }
}
