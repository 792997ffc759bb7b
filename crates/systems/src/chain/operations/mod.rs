//! The operations of chains: a row of [`OPERATIONS`] and a file each.

mod accumulate;
mod buffer;
mod cfar;
mod crop;
mod decibel;
mod filter_bank;
mod frame;
mod hann;
mod overlap_add;
mod peaks;
mod phase;
mod power;
mod prefix;
mod shift;
mod signs;
mod stack;
mod threshold;
mod times;
mod transform;
mod window;

pub(super) use frame::frames_of;
pub(super) use signs::convert_to;

use super::operation::Operation;
use super::text::{Arguments, Usage};
use crate::error::Error;

/// Reads the settings of an operation.
type Read = fn(&mut Arguments) -> Result<Box<dyn Operation>, Error>;

/// An operation of chains.
pub struct Row {
    /// How it is written.
    pub usage: Usage,
    pub(super) read: Read,
}

const fn row(usage: Usage, read: Read) -> Row {
    Row { usage, read }
}

/// All operations, in the order of the guide.
pub const OPERATIONS: &[Row] = &[
    row(buffer::USAGE, buffer::read),
    row(frame::USAGE, frame::read),
    row(window::USAGE, window::read),
    row(filter_bank::USAGE, filter_bank::read),
    row(stack::USAGE, stack::read),
    row(transform::FORWARD, transform::forward),
    row(transform::INVERSE, transform::inverse),
    row(transform::REAL, transform::real),
    row(transform::REAL_INVERSE, transform::real_inverse),
    row(times::USAGE, times::read),
    row(signs::CONJUGATE, signs::conjugate),
    row(signs::NEGATE, signs::negate),
    row(signs::ALTERNATE, signs::alternate),
    row(shift::USAGE, shift::read),
    row(crop::USAGE, crop::read),
    row(prefix::USAGE, prefix::read),
    row(overlap_add::USAGE, overlap_add::read),
    row(power::POWER, power::power),
    row(power::MAGNITUDE, power::magnitude),
    row(phase::USAGE, phase::read),
    row(peaks::USAGE, peaks::read),
    row(threshold::USAGE, threshold::read),
    row(cfar::USAGE, cfar::read),
    row(decibel::USAGE, decibel::read),
    row(accumulate::AVERAGE, accumulate::average),
    row(accumulate::SUM, accumulate::sum),
    row(accumulate::MAX_HOLD, accumulate::max_hold),
    row(accumulate::MIN_HOLD, accumulate::min_hold),
    row(signs::CONVERT, signs::convert),
];
