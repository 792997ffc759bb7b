//! Orders of points by their digits.

use crate::formula::Order;
use serde::Serialize;

/// Order of points by digits. `radices` begins with that of the fastest digit. Position p of a frame of N points holds
/// the point n that follows from n = 0, w = 1 and M = N. For each radix r in order, divide M by r, add w·(p div M) to
/// n, multiply w by r and replace p by p mod M.
#[derive(Serialize)]
pub struct Digits {
    pub name: String,
    pub radices: Vec<usize>,
    pub first_points: Vec<usize>,
}

impl Digits {
    /// Number of points that a reader can compare with.
    const SHOWN: usize = 16;

    pub(super) fn new(order: Order, size: usize) -> Option<Self> {
        let radices = order.digits(size);
        let first_points = || order.points(size).into_iter().take(Self::SHOWN).collect();
        (order != Order::Natural).then(|| Digits { name: order.name(size), radices, first_points: first_points() })
    }
}
