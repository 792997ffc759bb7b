//! The order in which the points of a frame come or go.

use super::prime_factors;
use crate::choice::Choice;

/// An order of points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// Point 0, 1, 2, ...
    #[default]
    Natural,
    /// The digits of the position are those of the point in reverse: bits for a power of two, and otherwise digits in
    /// the prime factors of the size, the largest for the digit of the point that changes fastest.
    Reversed,
}

/// The digits of a size that is a power of two are bits.
impl Choice for Order {
    const WORDS: &'static [(&'static str, Self)] =
        &[("natural", Order::Natural), ("bit-reversed", Order::Reversed), ("digit-reversed", Order::Reversed)];
}

impl Order {
    /// The point at each position of a frame of `size` points.
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

    /// What the order is called for a size.
    pub fn name(self, size: usize) -> String {
        match self {
            Order::Reversed if !size.is_power_of_two() => {
                let radices: Vec<String> = radices(size).iter().map(usize::to_string).collect();
                format!("digit-reversed ({})", radices.join(","))
            }
            Order::Natural | Order::Reversed => self.word().into(),
        }
    }

    /// Radices of the digits of a point, that of the fastest digit first, where the order reverses them; else none.
    pub fn digits(self, size: usize) -> Vec<usize> {
        match self {
            Order::Natural => vec![],
            Order::Reversed => radices(size),
        }
    }

    /// How to find the points, where they do not come in natural order.
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

    /// What two orders are called, of the points that come and of those that go.
    pub fn names([input, output]: [Order; 2], size: usize) -> String {
        match input == output {
            true => format!("{} order in and out", input.name(size)),
            false => format!("{} order in, {} order out", input.name(size), output.name(size)),
        }
    }
}

/// The radices of a point's digits, that of the fastest first.
fn radices(size: usize) -> Vec<usize> {
    prime_factors(size).into_iter().rev().collect()
}

/// The point whose digits are those of a position, reversed.
fn reversed(position: usize, radices: &[usize], size: usize) -> usize {
    let (mut rest, mut stride, mut weight, mut point) = (position, size, 1, 0);
    for radix in radices {
        stride /= radix;
        point += weight * (rest / stride);
        (rest, weight) = (rest % stride, weight * radix);
    }
    point
}
