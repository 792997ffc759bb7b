//! The order of the roots of unity that the constants of a plan are made of.

use crate::exact::gcd;
use crate::formula::FrameShape;

/// Returns an order that those of rotations, chirps and real data divide: eighths of each length, and a power of two
/// above twice the longest one. `None` if it is too large.
pub(super) fn of_frames(shape: FrameShape) -> Option<u64> {
    let lengths = || shape.dimensions().iter().map(|length| *length as u64);
    let common = |a: u64, b: u64| (a / gcd(a, b)).checked_mul(b);
    let first = lengths().max()?.next_power_of_two().checked_mul(8)?;
    lengths().try_fold(first, |order, length| common(order, length.checked_mul(8)?))
}
