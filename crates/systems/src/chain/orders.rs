//! Orders of transforms before operations that make the order natural themselves: the transform has no permuter then.

use super::operation::Operation;
use super::pairs;
use super::stream::Stream;
use crate::design::Config;
use crate::formula::Order;

/// Plans the order of the transform at a place of a chain, or of the one that a window there is for, before the stream
/// that enters is. Where no order is said:
///
/// - A window that costs less after its transform follows it in reversed order. Changes of signs may be between them.
/// - A transform is in reversed order before an operation that takes it. Operations that take any order may be between.
pub fn plan(operations: &mut [Box<dyn Operation>], first: usize, entering: &Stream, config: &Config) {
    let reversed = |place: usize| {
        let transform = operations.get(place)?.end_of_pair().filter(|end| !end.has_own_order() && !end.is_real())?;
        Some(transform.with_order(Order::Reversed))
    };
    if let Some(after) = operations[first].after_transform(entering) {
        let signs = operations[first + 1..].iter().take_while(|next| next.changes_signs());
        let place = first + 1 + signs.count();
        let is_pair = || pairs::pair(operations, place).is_some();
        if let Some(transform) = reversed(place).filter(|_| !is_pair()) {
            let longer = transform.end_of_pair().map(|end| end.with_longer_results(entering.element.format, config));
            operations[first..=place].rotate_left(1);
            (operations[place - 1], operations[place]) = (longer.unwrap_or(transform), after);
        }
        return;
    }
    let Some(size) = operations[first].block().or(entering.frame) else { return };
    let next = operations[first + 1..].iter().find(|next| !next.takes_any_order());
    let is_taken = next.is_some_and(|next| next.takes_reversed_order(size, entering.lanes));
    if let Some(transform) = reversed(first).filter(|_| is_taken) {
        operations[first] = transform;
    }
}
