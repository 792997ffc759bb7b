//! Inverses of integer matrices.

use crate::exact::gcd;

/// Inverts a regular square matrix by elimination (Gauss & Jordan) without fractions. Returns the rows of the inverse
/// as integers, and their common denominator.
pub(super) fn inverse(matrix: &[Vec<i128>]) -> (Vec<Vec<i128>>, i128) {
    let n = matrix.len();
    let unit = |i: usize| (0..n).map(move |j| i128::from(i == j));
    let augmented = |(i, row): (usize, &Vec<i128>)| row.iter().copied().chain(unit(i)).collect();
    let mut rows: Vec<Vec<i128>> = matrix.iter().enumerate().map(augmented).collect();
    for column in 0..n {
        let sizes = rows.iter().enumerate().skip(column).map(|(at, row)| (at, row[column].unsigned_abs()));
        let Some((at, _)) = sizes.filter(|(_, size)| *size > 0).min_by_key(|&(_, size)| size) else { break };
        rows.swap(column, at);
        let pivot = rows[column].clone();
        for row in rows.iter_mut().enumerate().filter(|(at, _)| *at != column).map(|(_, row)| row) {
            let by = row[column];
            if by != 0 {
                row.iter_mut().zip(&pivot).for_each(|(value, other)| *value = *value * pivot[column] - other * by);
                shorten(row);
            }
        }
    }
    let pivot = |(i, row): (usize, &Vec<i128>)| row[i];
    let denominator =
        rows.iter().enumerate().map(pivot).fold(1, |common: i128, pivot| common * pivot / gcd(common, pivot));
    let numerators =
        |(i, row): (usize, &Vec<i128>)| row[n..].iter().map(|value| value * (denominator / row[i])).collect();
    (rows.iter().enumerate().map(numerators).collect(), denominator)
}

/// Divides a row by the greatest common divisor of its elements.
fn shorten(row: &mut [i128]) {
    let common = row.iter().fold(0, |common, value| if common == 1 { 1 } else { gcd(common, *value) });
    row.iter_mut().for_each(|value| *value /= common);
}

#[cfg(test)]
mod tests {
    use super::inverse;

    #[test]
    fn a_matrix_times_its_inverse_is_the_unit_matrix() {
        let matrix = [vec![0, 2, 1], vec![3, 0, -1], vec![1, 1, 4]];
        let (inverse, all) = inverse(&matrix);
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let element: i128 = row.iter().zip(&inverse).map(|(by, other)| by * other[j]).sum();
                assert_eq!(element, if i == j { all } else { 0 }, "row {i}, column {j}");
            }
        }
    }
}
