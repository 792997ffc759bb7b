//! Settings that registers change while a core runs.
//!
//! A write goes to a value beside the one in use. A commit brings all that was written into use with the same frame: the
//! next one that begins. Until all parts of the core have gone over to them, no setting is written.

use super::Register;
use crate::model::Model;

/// Byte address of the register whose bit 0 commits what was written.
pub const COMMIT: u32 = 0x00;

/// Byte address of the register that is zero where all that was committed is in use.
pub const STATUS: u32 = 0x04;

/// Byte address of the register with the number of the first frame that had the values of the last commit.
pub const FIRST_FRAME: u32 = 0x08;

/// Bits of the number of a frame.
pub const FRAME_BITS: u32 = 32;

/// Settings of a core that are changed by registers while it runs.
pub trait Settings {
    /// The map, in the order of addresses.
    fn registers(&self) -> &[Register];

    /// Writes of other values of all settings, which a seed draws: addresses and words. The last one commits them.
    fn writes(&self, seed: u64) -> Vec<[u32; 2]>;

    /// The model in which frames have the values of a seed from a frame on, until the next change. Those before the
    /// first one have the values after a reset.
    fn changed(&self, changes: &[(usize, u64)]) -> Model<'_>;
}
