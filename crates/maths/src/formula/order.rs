//! Orders of the points of a frame at the input and the output.

use super::{prime_factors, FrameShape};
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
    /// Returns the point at each position of a frame of this shape, in points. The indices along each dimension have an
    /// order of their own.
    ///
    /// ```
    /// use fftgen_maths::formula::Order;
    /// assert_eq!(Order::Reversed.points(8.into()), [0, 4, 2, 6, 1, 5, 3, 7]);
    /// assert_eq!(Order::Reversed.points(6.into()), [0, 3, 1, 4, 2, 5]);
    /// assert_eq!(Order::Reversed.points([2, 4].into()), [0, 2, 1, 3, 4, 6, 5, 7]);
    /// ```
    pub fn points(self, shape: FrameShape) -> Vec<usize> {
        match self {
            Order::Natural => (0..shape.samples()).collect(),
            Order::Reversed => {
                let digits = |length: &usize| {
                    let radices = radices(*length);
                    (0..*length).map(|position| reversed(position, &radices, *length)).collect()
                };
                let dimensions = shape.dimensions().iter().map(digits);
                let channels: Vec<usize> = (0..shape.channels()).collect();
                dimensions.chain([channels]).fold(vec![0], |outer, inner: Vec<usize>| {
                    let length = inner.len();
                    let row = |point: &usize| inner.iter().map(|index| point * length + index).collect::<Vec<_>>();
                    outer.iter().flat_map(row).collect()
                })
            }
        }
    }

    /// Returns what the order is called for frames of a shape.
    pub fn name(self, shape: FrameShape) -> String {
        let has_bits = shape.dimensions().iter().all(|length| length.is_power_of_two());
        match self {
            Order::Reversed if !has_bits => {
                let digits = |length: &usize| numbers(&radices(*length), ",");
                let digits: Vec<String> = shape.dimensions().iter().rev().map(digits).collect();
                format!("digit-reversed ({})", digits.join(" x "))
            }
            Order::Natural | Order::Reversed => self.word().into(),
        }
    }

    /// Returns the radices of the digits of an index along each dimension, the last dimension first and of each
    /// dimension the radix of the fastest digit first, where the order reverses them; else none.
    pub fn digits(self, shape: FrameShape) -> Vec<Vec<usize>> {
        match self {
            Order::Natural => vec![],
            Order::Reversed => shape.dimensions().iter().rev().map(|length| radices(*length)).collect(),
        }
    }

    /// Returns how to find the points, where they do not come in natural order.
    ///
    /// ```
    /// use fftgen_maths::formula::Order;
    /// let rule = Order::Reversed.rule(8.into()).unwrap_or_default();
    /// assert!(rule.ends_with("positions 0, 1, 2, ... hold points 0, 4, 2, 6, 1, 5, 3, 7"));
    /// ```
    pub fn rule(self, shape: FrameShape) -> Option<String> {
        const SHOWN: usize = 8;
        if self == Order::Natural {
            return None;
        }
        let slowest_first = |radices: &Vec<usize>| numbers(&radices.iter().rev().copied().collect::<Vec<_>>(), ", ");
        let radices: Vec<String> = self.digits(shape).iter().map(slowest_first).collect();
        let what = match &radices[..] {
            [radices] => format!("the digits of a position, in radices {radices} from the fastest on,"),
            all => {
                let all = all.join("; ");
                format!(
                    "the digits of a position along each dimension, in radices {all} from the fastest of the last \
                    dimension on,"
                )
            }
        };
        let points = self.points(shape);
        let more = if points.len() > SHOWN { ", ..." } else { "" };
        Some(format!(
            "{what} are those of its point in reverse, in which the slowest digit has the first radix: positions 0, 1, \
             2, ... \
             hold points {}{more}",
            numbers(&points[..points.len().min(SHOWN)], ", ")
        ))
    }

    /// Returns what two orders are called, of the points that come and of those that go.
    pub fn names([input, output]: [Order; 2], shape: FrameShape) -> String {
        match input == output {
            true => format!("{} order in and out", input.name(shape)),
            false => format!("{} order in, {} order out", input.name(shape), output.name(shape)),
        }
    }
}

/// Lists numbers.
fn numbers(numbers: &[usize], separator: &str) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(separator)
}

/// The radices of a point's digits, that of the fastest first.
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
