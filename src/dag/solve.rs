//! Linear equations over the integers.

/// Solves `A X = B` for integer rows `[A | B]` with `unknowns` columns in A, which determine X: each row of
/// the answer is a divisor and that multiple of a row of X. Elimination without fractions: rows stay
/// integers and are kept small by their common divisor.
pub(super) fn solve(mut rows: Vec<Vec<i64>>, unknowns: usize) -> Vec<(i64, Vec<i64>)> {
    let mut done: Vec<Vec<i64>> = Vec::new();
    for column in 0..unknowns {
        let Some(at) = rows.iter().position(|row| row[column] != 0) else { continue };
        let pivot = rows.swap_remove(at);
        for row in rows.iter_mut().chain(&mut done).filter(|row| row[column] != 0) {
            let (a, b) = (pivot[column], row[column]);
            row.iter_mut().zip(&pivot).for_each(|(r, p)| *r = *r * a - p * b);
            let common = row.iter().fold(0, |g, &v| gcd(g, v)).max(1);
            row.iter_mut().for_each(|v| *v /= common);
        }
        done.push(pivot);
        rows.retain(|row| row.iter().any(|&v| v != 0));
    }
    done.into_iter().enumerate().map(|(i, row)| (row[i], row[unknowns..].to_vec())).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 {
        a.abs()
    } else {
        gcd(b, a % b)
    }
}
