//! Orders of points by their digits.

use crate::formula::{FrameShape, Order};
use schemars::JsonSchema;
use serde::Serialize;

/// Order of points by digits. `radices` begins with that of the fastest digit. Position p of a frame of N points holds
/// the point n that follows from n = 0, w = 1 and M = N. For each radix r in order, divide M by r, add w·(p div M) to
/// n, multiply w by r and replace p by p mod M. Of several dimensions the index along each one is in such an order, and
/// `radices` lists them for each dimension, the last dimension first.
#[derive(Serialize, JsonSchema)]
pub struct Digits {
    pub name: String,
    pub radices: Radices,
    pub first_points: Vec<usize>,
}

/// Radices of the digits of an index, or of the indices along each dimension.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Radices {
    OfRow(Vec<usize>),
    OfDimensions(Vec<Vec<usize>>),
}

impl Digits {
    /// Number of points that a reader can compare with.
    const SHOWN: usize = 16;

    pub(super) fn new(order: Order, shape: FrameShape) -> Option<Self> {
        let mut digits = order.digits(shape);
        let first = digits.pop()?;
        let radices = match digits.is_empty() {
            true => Radices::OfRow(first),
            false => Radices::OfDimensions([digits, vec![first]].concat()),
        };
        let first_points = || order.points(shape).into_iter().take(Self::SHOWN).collect();
        Some(Digits { name: order.name(shape), radices, first_points: first_points() })
    }
}
