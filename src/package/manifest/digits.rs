//! Orders of points by their digits.

use crate::formula::Order;
use serde::Serialize;

/// Digits of a point, that of the fastest digit first. A position p of a frame of N points holds the
/// point that comes of this: begin with n = 0, w = 1 and M = N; for each radix r in turn divide M by r, add w·(p div M) to n,
/// multiply w by r and keep p mod M.
#[derive(Serialize)]
pub struct Digits {
    pub name: String,
    pub radices: Vec<usize>,
    pub first_points: Vec<usize>,
}

impl Digits {
    /// Points that a reader compares with.
    const SHOWN: usize = 16;

    pub(super) fn new(order: Order, size: usize) -> Option<Self> {
        let radices = order.digits(size);
        let first_points = || order.points(size).into_iter().take(Self::SHOWN).collect();
        (order != Order::Natural).then(|| Digits { name: order.name(size), radices, first_points: first_points() })
    }
}
