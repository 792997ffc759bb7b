//! Other words of settings, for tests.

use super::setting::{Kind, Setting};
use crate::rng::Rng;

/// Words in place of those after a reset, which a seed draws: numbers of all magnitudes in fixed point, and in floating
/// point those of the setting with other signs, digits and smaller exponents, so that they are finite.
pub fn drawn(setting: &Setting, rng: &mut Rng) -> Vec<i64> {
    let words = setting.words.iter();
    let other = |word: &i64| match setting.kind {
        Kind::Signed(_) => {
            let bits = 1 + rng.below(setting.bits.into()) as u32;
            crate::format::number(rng.word() >> (64 - bits), bits)
        }
        Kind::Unsigned(_) => {
            let bits = 1 + rng.below(setting.bits.into()) as u32;
            (rng.word() >> (64 - bits)) as i64
        }
        Kind::Float(float) => {
            let sign = u64::from(rng.one_in(4)) * float.sign_mask();
            let digits = rng.word() & ((1 << float.fraction) - 1);
            // At most as large as the word, but for its digits.
            let field = (*word as u64 & (float.sign_mask() - 1)) >> float.fraction;
            let field = field - rng.below(field.min(3) + 1);
            (sign | field << float.fraction | digits) as i64
        }
    };
    words.map(other).collect()
}
