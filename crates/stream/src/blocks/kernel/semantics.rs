//! Results of operators on slices of values: in floating point, and in the words of a fixed-point stage.

use crate::exact::Real;
use crate::format::{number, Float, Format, Overflow, Rounding};
use crate::pipeline::arithmetic::QuantizedCoefficients;
use crate::pipeline::{FixedStage, Stage};
use rayon::prelude::*;

/// The arithmetic of a stage. All slices of an operation have equal lengths.
pub(super) trait Semantics: Copy + Sync + Send {
    /// Whether words that share exponents are encoded, as those of all formats are.
    const HAS_ENCODING: bool = true;

    /// A value within the stage.
    type Word: Copy + Default + Send + Sync;

    /// Returns the arithmetic for frames with a given shift.
    fn shifted(self, shift: i32) -> Self;

    /// Encodes the constants and the tables of a stage.
    fn coefficients(&self, stage: &Stage) -> (Vec<Self::Word>, Vec<Vec<Self::Word>>);

    /// Returns an aligned part of an input word as a value within the stage.
    fn aligned_input(&self, part: i64) -> Self::Word;

    /// Converts input words to values within the stage.
    fn read_inputs(&self, from: &[u64], to: &mut [Self::Word]);

    /// Adds.
    fn add(&self, a: &[Self::Word], b: &[Self::Word], out: &mut [Self::Word]);

    /// Subtracts `b` from `a`.
    fn sub(&self, a: &[Self::Word], b: &[Self::Word], out: &mut [Self::Word]);

    /// Multiplies by a coefficient, and rounds.
    fn mul(&self, a: &[Self::Word], coefficient: Self::Word, out: &mut [Self::Word]);

    /// Negates.
    fn negate(&self, values: &mut [Self::Word]);

    /// Multiplies by 2^k.
    fn scale(&self, a: &[Self::Word], k: i32, out: &mut [Self::Word]);

    /// Rounds values to output words, with further bits `above` them, and sets the flag of each value that does not
    /// fit.
    fn round_outputs(&self, from: &[Self::Word], above: Option<&[u64]>, out: (&mut [u64], &mut [bool]));
}

/// Copies of a coefficient that are multiplied at once in floating point.
const COPIES: usize = 64;

impl Semantics for Float {
    type Word = u64;

    fn shifted(self, _: i32) -> Self {
        self
    }

    fn coefficients(&self, stage: &Stage) -> (Vec<u64>, Vec<Vec<u64>>) {
        let format = Format::Float(self.coefficient());
        let encode = |reals: &Vec<Real>| reals.iter().map(|real| format.encode(real)).collect();
        (encode(&stage.kernel.graph.constants), stage.kernel.tables.par_iter().map(encode).collect())
    }

    fn aligned_input(&self, part: i64) -> u64 {
        part as u64
    }

    fn read_inputs(&self, from: &[u64], to: &mut [u64]) {
        to.copy_from_slice(from);
    }

    fn add(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        self.add_slice(a, b, out);
    }

    fn sub(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        self.sub_slice(a, b, out);
    }

    fn mul(&self, a: &[u64], coefficient: u64, out: &mut [u64]) {
        let coefficients = [coefficient; COPIES];
        for (from, to) in a.chunks(COPIES).zip(out.chunks_mut(COPIES)) {
            self.mul_slice(self.coefficient(), from, &coefficients[..from.len()], to);
        }
    }

    fn negate(&self, values: &mut [u64]) {
        values.iter_mut().for_each(|value| *value = self.neg(*value));
    }

    fn scale(&self, a: &[u64], k: i32, out: &mut [u64]) {
        self.scale_slice(a, k, out);
    }

    fn round_outputs(&self, from: &[u64], _: Option<&[u64]>, (to, _): (&mut [u64], &mut [bool])) {
        to.copy_from_slice(from);
    }
}

/// Fixed point with products of less than 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Narrow(pub FixedStage);

/// Fixed point with longer products.
#[derive(Clone, Copy)]
pub(super) struct Wide(pub FixedStage);

impl Narrow {
    /// Whether 64 bits hold every product.
    pub fn fits(fixed: &FixedStage) -> bool {
        fixed.internal_bits + fixed.coefficient_bits < 64
    }
}

/// The rules of [`FixedStage`] in integers of one type, wide enough for every product.
macro_rules! integers {
    ($stage:ident, $word:ty) => {
        impl $stage {
            /// Drops bits and rounds half upwards. The sum does not overflow, because products leave a spare bit.
            #[inline(always)]
            fn half_up(value: $word, bits: u32) -> $word {
                match bits {
                    0 => value,
                    _ => ((value >> (bits - 1)) + 1) >> 1,
                }
            }

            /// Stores values rounded by `round` as output words, and sets the flag of each that does not fit.
            #[inline(always)]
            fn store(
                &self,
                from: &[$word],
                above: Option<&[u64]>,
                (to, overflow): (&mut [u64], &mut [bool]),
                round: impl Fn($word) -> $word,
            ) {
                let bits = self.0.output_bits;
                let (end, mask): ($word, u64) = (1 << (bits - 1), u64::MAX >> (64 - bits));
                let fits = self.0.never_overflows;
                let saturates = self.0.overflow == Overflow::Saturate;
                let clamped = |rounded: $word| rounded.clamp(-end, end - 1);
                let mut beyond = 0;
                match above {
                    None if fits => to.iter_mut().zip(from).for_each(|(to, from)| *to = round(*from) as u64 & mask),
                    Some(above) if fits => {
                        let words = from.iter().zip(above);
                        to.iter_mut()
                            .zip(words)
                            .for_each(|(to, (from, above))| *to = round(*from) as u64 & mask | above);
                    }
                    _ => {
                        for (to, &from) in to.iter_mut().zip(from) {
                            let rounded = round(from);
                            let kept = clamped(rounded);
                            beyond |= kept ^ rounded;
                            *to = (if saturates { kept } else { rounded }) as u64 & mask;
                        }
                        to.iter_mut().zip(above.into_iter().flatten()).for_each(|(to, above)| *to |= above);
                    }
                }
                // Flags are bytes, which would make the loop above several times as long.
                if beyond != 0 {
                    for (flag, &from) in overflow.iter_mut().zip(from) {
                        let rounded = round(from);
                        *flag |= clamped(rounded) != rounded;
                    }
                }
            }
        }

        impl Semantics for $stage {
            type Word = $word;

            fn shifted(self, shift: i32) -> Self {
                $stage(self.0.shifted(shift))
            }

            fn coefficients(&self, stage: &Stage) -> (Vec<$word>, Vec<Vec<$word>>) {
                let QuantizedCoefficients { constants, tables, .. } =
                    QuantizedCoefficients::new(stage, self.0.coefficient_bits, self.0.coefficient_fraction);
                let wide = |words: Vec<i64>| words.into_iter().map(<$word>::from).collect();
                (wide(constants), tables.into_iter().map(wide).collect())
            }
            #[inline(always)]
            fn aligned_input(&self, part: i64) -> $word {
                <$word>::from(part) << self.0.guard_bits
            }
            #[inline(always)]
            fn read_inputs(&self, from: &[u64], to: &mut [$word]) {
                let (bits, guard) = (self.0.input_bits, self.0.guard_bits);
                to.iter_mut().zip(from).for_each(|(to, &from)| *to = <$word>::from(number(from, bits)) << guard);
            }
            #[inline(always)]
            fn add(&self, a: &[$word], b: &[$word], out: &mut [$word]) {
                out.iter_mut().zip(a.iter().zip(b)).for_each(|(y, (a, b))| *y = a + b);
            }
            #[inline(always)]
            fn sub(&self, a: &[$word], b: &[$word], out: &mut [$word]) {
                out.iter_mut().zip(a.iter().zip(b)).for_each(|(y, (a, b))| *y = a - b);
            }
            #[inline(always)]
            fn mul(&self, a: &[$word], coefficient: $word, out: &mut [$word]) {
                let point = self.0.coefficient_fraction;
                out.iter_mut().zip(a).for_each(|(y, a)| *y = Self::half_up(a * coefficient, point));
            }
            #[inline(always)]
            fn negate(&self, values: &mut [$word]) {
                values.iter_mut().for_each(|value| *value = -*value);
            }
            #[inline(always)]
            fn scale(&self, a: &[$word], k: i32, out: &mut [$word]) {
                let down = k.min(0).unsigned_abs().min(<$word>::BITS - 1);
                out.iter_mut().zip(a).for_each(|(y, a)| *y = Self::half_up(a << k.max(0), down));
            }
            #[inline(always)]
            fn round_outputs(&self, from: &[$word], above: Option<&[u64]>, out: (&mut [u64], &mut [bool])) {
                let bits = self.0.dropped_bits();
                if bits == 0 {
                    return self.store(from, above, out, |value| value);
                }
                let (half, kept): ($word, $word) = (1 << (bits - 1), (1 << bits) - 1);
                // A loop for each mode has no branch in it.
                match self.0.rounding {
                    Rounding::Truncate => self.store(from, above, out, |value| value >> bits),
                    Rounding::Odd => {
                        self.store(from, above, out, |value| value >> bits | <$word>::from(value & kept != 0))
                    }
                    Rounding::HalfUp => self.store(from, above, out, |value| Self::half_up(value, bits)),
                    Rounding::Convergent => self.store(from, above, out, |value| {
                        let up = Self::half_up(value, bits);
                        up - (<$word>::from(value & kept == half) & up)
                    }),
                }
            }
        }
    };
}

integers!(Narrow, i64);
integers!(Wide, i128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn numeric(rounding: Rounding, overflow: Overflow) -> FixedStage {
        FixedStage {
            input_bits: 12,
            guard_bits: 2,
            internal_bits: 18,
            coefficient_bits: 14,
            coefficient_fraction: 11,
            shift: 1,
            shift_field_bits: 0,
            pre_shift_bits: 0,
            output_bits: 13,
            rounding,
            overflow,
            never_overflows: false,
            round_cycles: 1,
            lead_cycles: None,
        }
    }

    /// Both integer types give the results of [`FixedStage`], element by element.
    #[test]
    fn slices_follow_the_rules() {
        let mut rng = Rng::new(3);
        let mut words = |bits: u32| (0..4000).map(|_| number(rng.word(), bits)).collect::<Vec<i64>>();
        let (mut a, mut b) = (words(18), words(14));
        a.extend([-(1 << 17), (1 << 17) - 1, -(1 << 17), (1 << 17) - 1, 4, 12, 20, -4, -12]);
        b.extend([-(1 << 13), -(1 << 13), (1 << 13) - 1, (1 << 13) - 1, 0, 1, 2, 3, 4]);
        let wide = |list: &[i64]| list.iter().map(|&x| x.into()).collect::<Vec<i128>>();
        for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate, Rounding::Odd] {
            for overflow in [Overflow::Saturate, Overflow::Wrap] {
                let fixed = numeric(rounding, overflow);
                let (mut narrow, mut long) = (vec![0i64; a.len()], vec![0i128; a.len()]);
                for (place, &coefficient) in b.iter().enumerate() {
                    let here = place..=place;
                    Narrow(fixed).mul(&a[here.clone()], coefficient, &mut narrow[here.clone()]);
                    Wide(fixed).mul(&wide(&a[here.clone()]), coefficient.into(), &mut long[here]);
                }
                let products = a.iter().zip(&b).map(|(&a, &b)| fixed.product(a.into(), b)).collect::<Vec<_>>();
                assert_eq!((wide(&narrow), long.clone()), (products.clone(), products));
                for k in [-3, -1, 0, 2] {
                    Narrow(fixed).scale(&a, k, &mut narrow);
                    Wide(fixed).scale(&wide(&a), k, &mut long);
                    let scaled = a.iter().map(|&a| FixedStage::scaled(a.into(), k)).collect::<Vec<_>>();
                    assert_eq!((wide(&narrow), long.clone()), (scaled.clone(), scaled), "{k}");
                }
                let left: Vec<(i128, bool)> = a.iter().map(|&a| fixed.round_output(a.into())).collect();
                let (mut out, mut flags) = (vec![0; a.len()], vec![false; a.len()]);
                Narrow(fixed).round_outputs(&a, None, (&mut out, &mut flags));
                assert!(left.iter().zip(out.iter().zip(&flags)).all(|(l, (&o, &f))| *l == (number(o, 13).into(), f)));
                let (mut again, mut flagged) = (vec![0; a.len()], vec![false; a.len()]);
                Wide(fixed).round_outputs(&wide(&a), None, (&mut again, &mut flagged));
                assert_eq!((out, flags), (again, flagged));
            }
        }
    }
}
