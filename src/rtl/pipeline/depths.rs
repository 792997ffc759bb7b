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
    /// The adder's, so that a kernel may use either.
    pub pair: u32,
    pub multiplier: u32,
    pub scaler: u32,
}

/// `Mid` depths up to an exponent and a fraction width: adder, multiplier, scaler.
///
/// fp16, bf16, fp32 and the fp64 adder stay below 3.57 ns after synthesis by Yosys, with 0.28 ns of wire a hop; the row of 36 bits lies in
/// between, unmeasured. The fp64 multiplier does not (6.2 ns): the sum of its partial products belongs to the
/// one multiplication, which only a synthesis tool that retimes can cut.
const MID: [(u32, u32, [u32; 3]); 5] =
    [(6, 10, [4, 3, 1]), (11, 10, [4, 3, 1]), (11, 24, [4, 3, 1]), (11, 36, [6, 6, 1]), (11, 52, [7, 8, 1])];

/// The depths of a format's operators.
///
/// Gradual underflow counts leading zeros before it shifts, which is a stage more in the adder and scaler and
/// two in the multiplier.
pub fn depths(f: Float, profile: Profile) -> Depths {
    let row = MID.iter().find(|row| f.exponent <= row.0 && f.fraction <= row.1).unwrap_or(&MID[MID.len() - 1]);
    let [adder, multiplier, scaler] = row.2;
    let gradual = u32::from(f.subnormals);
    let by_profile = |mid: u32| match profile {
        Profile::Low => mid.div_ceil(2),
        Profile::Mid => mid,
        Profile::High => mid + mid / 2,
    };
    Depths {
        adder: by_profile(adder + gradual),
        pair: by_profile(adder + gradual),
        multiplier: by_profile(multiplier + 2 * gradual),
        scaler: by_profile(scaler + gradual),
    }
}
