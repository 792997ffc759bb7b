//! Digits of numbers.

/// Returns the number with the digits of another one, of given numbers of values from the lowest on, in the order from
/// the highest on.
pub fn reversed<'a>(number: usize, values: impl IntoIterator<Item = &'a usize>) -> usize {
    let turned =
        values.into_iter().fold((number, 0), |(left, turned), values| (left / values, turned * values + left % values));
    turned.1
}
