//! Word lengths of the stages that several sizes share.

use crate::error::Error;
use crate::format::Fixed;
use crate::number::fixed::widths::{bits_of_shift, Scaled, Widths};
use crate::number::FixedOptions;
use crate::pipeline::arithmetic::{FixedStage, QuantizedCoefficients};
use crate::pipeline::Stage;
use std::collections::BTreeMap;

/// The word lengths of a chain, stage by stage. Each size has bounds of its own on its words, and shifts of its own.
pub struct ChainWidths<'a> {
    /// The widths of each size.
    sizes: Vec<Widths<'a>>,
    /// Bits of a component after the stages so far.
    bits: u32,
}

/// `stages[size]`: what frames of a size pass next, if anything, and the number of its group. A group is one circuit:
/// its arithmetic differs from size to size in the shift only.
pub type SizeStages<'a> = Vec<Option<(usize, &'a Stage)>>;

impl<'a> ChainWidths<'a> {
    /// The widths before the first stage. `sizes`: points of each size.
    pub fn new(sizes: &[usize], fixed: Fixed, options: &'a FixedOptions) -> Result<Self, Error> {
        let of = |size: &usize| Widths::new(*size, fixed, options, usize::MAX);
        Ok(ChainWidths { sizes: sizes.iter().map(of).collect::<Result<_, _>>()?, bits: fixed.bits() })
    }

    /// Bits of a component after the stages so far.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the arithmetic of each size at the next stage. All sizes leave it with words of one length, whether they
    /// pass or bypass it; no size bypasses the last stage.
    pub fn next(&mut self, stages: &SizeStages, is_last: bool) -> Result<Vec<Option<FixedStage>>, Error> {
        let scaled = self.shifts(stages, is_last);
        let mut fixed_stages = Vec::new();
        for ((widths, stage), scaled) in self.sizes.iter_mut().zip(stages).zip(&scaled) {
            fixed_stages.push(match stage.zip(scaled.as_ref()) {
                Some(((_, stage), scaled)) => Some(widths.settle(stage, scaled, is_last)?),
                None => None,
            });
        }
        self.bits = self.sizes.iter().map(|widths| widths.bits).max().unwrap_or(self.bits);
        self.sizes.iter_mut().for_each(|widths| widths.bits = self.bits);
        let own = in_groups(stages, &fixed_stages).map(|(group, fixed)| (group, GroupNumeric::new(&fixed)));
        let groups = by_group(own, GroupNumeric::joined);
        if groups.values().any(GroupNumeric::moves_up) {
            return Err(Error::Unsupported(format!(
                "sizes: words of {} bits become too long before all of them are scaled; ask for a --precision of fewer",
                self.bits
            )));
        }
        let of_size = |(stage, own): (&Option<(usize, &Stage)>, &Option<FixedStage>)| {
            Some(groups.get(&(*stage)?.0)?.numeric(&(*own)?, self.bits))
        };
        Ok(stages.iter().zip(&fixed_stages).map(of_size).collect())
    }

    /// Returns the shift of each size at the next stage, with the guard bits of its group.
    fn shifts(&mut self, stages: &SizeStages, is_last: bool) -> Vec<Option<Scaled>> {
        let Some(width) = self.sizes.first().map(Widths::coefficient) else { return vec![] };
        let own = stages.iter().flatten().map(|&(group, stage)| (group, QuantizedCoefficients::point(stage, width)));
        let points = by_group(own, u32::min);
        let scale = |(widths, stage): (&mut Widths, &Option<(usize, &Stage)>)| {
            let (group, stage) = (*stage)?;
            let measured = widths.measured(stage, points[&group]);
            Some(widths.scaled(0, stage, measured, (false, is_last)))
        };
        let mut scaled: Vec<Option<Scaled>> = self.sizes.iter_mut().zip(stages).map(scale).collect();
        let guards = by_group(in_groups(stages, &scaled).map(|(group, own)| (group, own.guard)), u32::max);
        for (stage, own) in stages.iter().zip(&mut scaled) {
            if let (Some((group, _)), Some(own)) = (stage, own) {
                own.guard = guards[group];
            }
        }
        scaled
    }
}

/// Pairs a value of each size with the number of its group.
fn in_groups<'t, T: Copy>(stages: &'t SizeStages, values: &'t [Option<T>]) -> impl Iterator<Item = (usize, T)> + 't {
    stages.iter().zip(values).filter_map(|(stage, value)| Some(((*stage)?.0, (*value)?)))
}

/// Folds the values of each group.
fn by_group<T: Copy>(values: impl Iterator<Item = (usize, T)>, fold: impl Fn(T, T) -> T) -> BTreeMap<usize, T> {
    let mut groups = BTreeMap::new();
    for (group, value) in values {
        groups.entry(group).and_modify(|folded| *folded = fold(*folded, value)).or_insert(value);
    }
    groups
}

/// The arithmetic that the sizes of a group have in common.
#[derive(Clone, Copy)]
struct GroupNumeric {
    /// Bits of a word between operators.
    inner: u32,
    /// The smallest and the largest shift, in bits.
    shifts: [i32; 2],
    /// Whether every output fits.
    fits: bool,
    /// Clock cycles of the rounding.
    cycles: usize,
}

impl GroupNumeric {
    /// The arithmetic of a group of one size.
    fn new(fixed: &FixedStage) -> Self {
        let FixedStage { internal_bits: inner, shift, never_overflows: fits, round_cycles: cycles, .. } = *fixed;
        GroupNumeric { inner, shifts: [shift; 2], fits, cycles }
    }

    /// The arithmetic of both groups together.
    fn joined(self, other: Self) -> Self {
        GroupNumeric {
            inner: self.inner.max(other.inner),
            shifts: [self.shifts[0].min(other.shifts[0]), self.shifts[1].max(other.shifts[1])],
            fits: self.fits && other.fits,
            cycles: self.cycles.max(other.cycles),
        }
    }

    /// Whether shifts differ and one of them is upwards. No circuit does this, because the field has shifts down only.
    fn moves_up(&self) -> bool {
        let [min, max] = self.shifts;
        min < max && min < 0
    }

    /// The arithmetic of a size in the group. `output`: bits of an output component.
    fn numeric(&self, own: &FixedStage, output: u32) -> FixedStage {
        let GroupNumeric { inner, shifts: [min, max], fits, cycles } = *self;
        let choice = if min == max { 0 } else { bits_of_shift(max) };
        FixedStage {
            internal_bits: inner,
            shift_field_bits: choice,
            pre_shift_bits: 0,
            output_bits: output,
            never_overflows: fits,
            round_cycles: cycles,
            ..*own
        }
    }
}
