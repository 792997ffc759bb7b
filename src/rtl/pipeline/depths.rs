//! How deep to cut each operator.

use crate::format::Float;

/// How much an operator is pipelined: `Mid` is meant for 280 MHz on UltraScale+.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    Low,
    Mid,
    High,
}

/// Latencies in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Depths {
    pub adder: u32,
    pub multiplier: u32,
    pub scaler: u32,
}

/// `Mid` depths: up to this fraction width, adder, multiplier, scaler.
const MID: [(u32, u32, u32, u32); 4] = [(10, 4, 3, 1), (24, 5, 4, 1), (36, 6, 6, 1), (52, 7, 8, 1)];

/// The depths of a format's operators.
///
/// Gradual underflow adds a shifter to the multiplier (two stages) and to the scaler (one).
pub fn depths(f: Float, profile: Profile) -> Depths {
    let row = MID.iter().find(|row| f.fraction <= row.0).unwrap_or(&MID[MID.len() - 1]);
    let gradual = u32::from(f.subnormals);
    let by_profile = |mid: u32| match profile {
        Profile::Low => mid.div_ceil(2),
        Profile::Mid => mid,
        Profile::High => mid + mid / 2,
    };
    Depths {
        adder: by_profile(row.1),
        multiplier: by_profile(row.2 + 2 * gradual),
        scaler: by_profile(row.3 + gradual),
    }
}
