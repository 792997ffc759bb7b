//! Orders of the points of a frame at the input and the output.

use super::prime_factors;
use crate::choice::Choice;

/// An order of the points of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// Points 0, 1, 2, ...
    #[default]
    Natural,
    /// The digits of the position are those of the point in reverse. The radices are the prime factors of the size,
    /// which makes the digits bits for a power of two; the digit of the point that changes fastest has the largest
    /// radix.
    Reversed,
}

/// [`Order::Reversed`] has two words, because its digits are bits for a power of two.
impl Choice for Order {
    const WORDS: &'static [(&'static str, Self)] =
        &[("natural", Order::Natural), ("bit-reversed", Order::Reversed), ("digit-reversed", Order::Reversed)];
}

impl Order {
    /// Returns the point at each position of a frame of `size` points.
    ///
    /// ```
    /// use fftgen::formula::Order;
    /// assert_eq!(Order::Reversed.points(8), [0, 4, 2, 6, 1, 5, 3, 7]);
    /// assert_eq!(Order::Reversed.points(6), [0, 3, 1, 4, 2, 5]);
    /// ```
    pub fn points(self, size: usize) -> Vec<usize> {
        match self {
            Order::Natural => (0..size).collect(),
            Order::Reversed => (0..size).map(|position| reversed(position, &radices(size), size)).collect(),
        }
    }

    /// Returns the name of the order for a size.
    pub fn name(self, size: usize) -> String {
        match self {
            Order::Reversed if !size.is_power_of_two() => {
                let radices: Vec<String> = radices(size).iter().map(usize::to_string).collect();
                format!("digit-reversed ({})", radices.join(","))
            }
            Order::Natural | Order::Reversed => self.word().into(),
        }
    }

    /// Returns the radices of the digits that the order reverses, the fastest digit of a point first. Natural order has
    /// none.
    pub fn digits(self, size: usize) -> Vec<usize> {
        match self {
            Order::Natural => vec![],
            Order::Reversed => radices(size),
        }
    }

    /// Describes how to find the points in a frame, unless the order is natural.
    ///
    /// ```
    /// use fftgen::formula::Order;
    /// let rule = Order::Reversed.rule(8).unwrap_or_default();
    /// assert!(rule.ends_with("positions 0, 1, 2, ... hold points 0, 4, 2, 6, 1, 5, 3, 7"));
    /// ```
    pub fn rule(self, size: usize) -> Option<String> {
        const SHOWN: usize = 8;
        let radices = self.digits(size);
        if radices.is_empty() {
            return None;
        }
        let list = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let points = self.points(size);
        let more = if size > SHOWN { ", ..." } else { "" };
        Some(format!(
            "the digits of a position, in radices {} from the fastest on, are those of its point in reverse, in which the \
             slowest digit has the first radix: positions 0, 1, 2, ... hold points {}{more}",
            list(&radices.iter().rev().copied().collect::<Vec<_>>()),
            list(&points[..size.min(SHOWN)])
        ))
    }

    /// Returns the name of an input order and an output order together.
    pub fn names([input, output]: [Order; 2], size: usize) -> String {
        match input == output {
            true => format!("{} order in and out", input.name(size)),
            false => format!("{} order in, {} order out", input.name(size), output.name(size)),
        }
    }
}

/// Returns the radices of a point's digits, the fastest digit first.
fn radices(size: usize) -> Vec<usize> {
    prime_factors(size).into_iter().rev().collect()
}

/// Returns the point whose digits are those of a position in reverse.
fn reversed(position: usize, radices: &[usize], size: usize) -> usize {
    let (mut rest, mut stride, mut weight, mut point) = (position, size, 1, 0);
    for radix in radices {
        stride /= radix;
        point += weight * (rest / stride);
        (rest, weight) = (rest % stride, weight * radix);
    }
    point
}
