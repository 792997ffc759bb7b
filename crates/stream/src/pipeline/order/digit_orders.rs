//! Digit orders that are tried at a step.

use std::collections::BTreeSet;

/// Largest number of digits beside the step's own of which all orders are tried.
const MAX_PERMUTED_DIGITS: usize = 4;

/// Returns orders of the digits of a span of steps, without the digit of `step` itself: all of few digits, else some
/// near the natural order, its reverse, and the digit orders of the states so far.
pub(super) fn digit_orders<'a>(
    (start, end): (usize, usize),
    step: usize,
    states: impl Iterator<Item = &'a [usize]>,
) -> BTreeSet<Vec<usize>> {
    let others: Vec<usize> = (start..end).filter(|s| *s != step).collect();
    let mut found = BTreeSet::new();
    if others.len() <= MAX_PERMUTED_DIGITS {
        permutations(&others, &mut vec![], &mut found);
        return found;
    }
    for digits in states.filter(|digits| digits.len() > others.len()) {
        let at = digits.iter().position(|d| *d == step).unwrap_or(0);
        let rotated: Vec<_> = digits.iter().copied().filter(|d| *d != step).collect();
        let mut swapped = digits.to_vec();
        swapped.swap(at, others.len());
        swapped.pop();
        found.extend([rotated, swapped]);
    }
    let reversed: Vec<_> = others.iter().rev().copied().collect();
    for base in [others, reversed] {
        for (from, to) in (0..base.len()).flat_map(|a| (0..base.len()).map(move |b| (a, b))) {
            let mut moved = base.clone();
            let digit = moved.remove(from);
            moved.insert(to, digit);
            found.insert(moved);
        }
    }
    found
}

/// Adds all permutations of `rest` after `head`.
fn permutations(rest: &[usize], head: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
    if rest.is_empty() {
        found.insert(head.clone());
    }
    for (index, &digit) in rest.iter().enumerate() {
        let others: Vec<_> = rest.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, d)| *d).collect();
        head.push(digit);
        permutations(&others, head, found);
        head.pop();
    }
}
