//! Inverses of integer matrices.

use crate::exact::Real;

/// The inverse of a square matrix that has one, row by row, by elimination (Gauss & Jordan).
pub(super) fn inverse(matrix: &[Vec<i128>]) -> Vec<Vec<Real>> {
    let n = matrix.len();
    let unit = |i: usize| (0..n).map(move |j| Real::from(i128::from(i == j)));
    let beside = |(i, row): (usize, &Vec<i128>)| row.iter().map(|&by| Real::from(by)).chain(unit(i)).collect();
    let mut rows: Vec<Vec<Real>> = matrix.iter().enumerate().map(beside).collect();
    for column in 0..n {
        let sizes = rows.iter().enumerate().skip(column).map(|(at, row)| (at, row[column].to_f64().abs()));
        let Some((at, _)) = sizes.max_by(|x, y| x.1.total_cmp(&y.1)) else { break };
        rows.swap(column, at);
        let inverse = &Real::one() / &rows[column][column];
        rows[column].iter_mut().for_each(|value| *value = &*value * &inverse);
        let pivot = rows[column].clone();
        for row in rows.iter_mut().enumerate().filter(|(at, _)| *at != column).map(|(_, row)| row) {
            let by = row[column].clone();
            if !by.is_zero() {
                row.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value = &*value - &(pivot * &by));
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}
