//! Parts in a row.

/// Parts in a row, each made of the one before it. No part is made after the last one.
pub fn chained<T>(first: T, count: usize, mut next: impl FnMut(&T) -> T) -> Vec<T> {
    let mut parts = vec![first];
    while parts.len() < count {
        parts.push(next(&parts[parts.len() - 1]));
    }
    parts
}
