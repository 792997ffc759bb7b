//! Words that the steps of a folded core have in common, because they share one processor.

use crate::formula::{Kind, RealSplit};
use crate::number::fixed::widths::bits_of_shift;
use crate::number::{FixedOptions, Scale};
use crate::pipeline::arithmetic::{FixedStage, QuantizedCoefficients};
use crate::pipeline::{Pipeline, Stage};
use std::collections::BTreeMap;

/// Arithmetic of a step on its own.
pub(super) struct Settled {
    pub fixed: FixedStage,
    /// Elements of a transform.
    pub radix: usize,
    /// Step of real data. `None` for a step of a digit.
    pub split: Option<RealSplit>,
}

impl Settled {
    /// Returns the steps of a pipeline.
    pub fn of_steps(pipeline: &Pipeline, settled: &[FixedStage]) -> Vec<Self> {
        let steps = pipeline.stages().zip(settled);
        steps
            .map(|(stage, &fixed)| Settled { fixed, radix: stage.transform.radix(), split: stage.transform.split() })
            .collect()
    }
}

/// Returns the power of two by which the factors of a step are smaller than the roots of unity in its table.
pub(super) fn halvings(split: Option<RealSplit>) -> u32 {
    u32::from(split.is_some_and(|split| split.kind == Kind::Real && !split.inverse))
}

/// Returns the most bits after the binary point of a root of unity with which the coefficients of every step fit words
/// of `bits` bits. `multiplies`: whether all results are multiplied, those without a factor by one.
pub(super) fn root_point(steps: &[&Stage], bits: u32, multiplies: bool) -> u32 {
    let points = steps.iter().map(|step| QuantizedCoefficients::point(step, bits) - halvings(step.transform.split()));
    // One takes a bit before the point, and one for the sign.
    points.chain(multiplies.then_some(bits.saturating_sub(2))).min().unwrap_or(0)
}

/// Words between the kernels and the multiplication.
pub(super) struct Between {
    /// Guard bits that the multiplication adds.
    pub guard_bits: u32,
    /// Bits of a component.
    pub bits: u32,
}

/// Numbers that the arithmetic of all steps has in common.
pub(super) struct Common {
    /// Bits of a component of the elements.
    pub element_bits: u32,
    /// Bits of a word between operators.
    pub internal_bits: u32,
    /// Bits of a coefficient after its binary point.
    pub coefficient_fraction: u32,
    /// Bits that the multiplication drops in the steps with the largest shift of their radix.
    pub dropped_bits: u32,
    /// Bits of a number that holds every `pre_shift`.
    pub pre_shift_bits: u32,
    /// Largest shift of the steps of each radix.
    pub shifts: BTreeMap<usize, i32>,
    /// Whether every result fits the memory.
    pub never_overflows: bool,
}

impl Common {
    pub fn new(pipelines: &[Vec<Settled>], element_bits: u32, options: &FixedOptions) -> Self {
        // With these scales, the last results are hardly longer than the words of the port, and fit longer words of the
        // memory.
        let is_unchecked = |last: &Settled| match options.scale() {
            Scale::None => true,
            Scale::Stage => last.fixed.output_bits != element_bits,
            _ => false,
        };
        let fits = |steps: &Vec<Settled>| {
            let unchecked = usize::from(steps.last().is_some_and(is_unchecked));
            let checked = steps[..steps.len() - unchecked].iter().filter(|step| step.split.is_none());
            checked.into_iter().all(|step| step.fixed.never_overflows)
        };
        let never_overflows = pipelines.iter().all(fits);
        let steps =
            || pipelines.iter().flatten().filter(|step| step.split.is_none()).map(|step| (&step.fixed, &step.radix));
        let mut shifts: BTreeMap<usize, i32> = BTreeMap::new();
        for (fixed, radix) in steps() {
            let max = shifts.entry(*radix).or_insert(fixed.max_shift());
            *max = fixed.max_shift().max(*max);
        }
        let dropped_bits =
            |(fixed, radix): (&FixedStage, &usize)| fixed.guard_bits.saturating_add_signed(shifts[radix]);
        let dropped_bits = steps().map(dropped_bits).max().unwrap_or(0);
        let max_pre_shift = steps().map(|(fixed, radix)| shifts[radix] - fixed.min_shift()).max().unwrap_or(0);
        let pre_shift_bits = bits_of_shift(max_pre_shift);
        // The rounding drops at least the bits that the field of a pre-shift counts.
        let spare = ((1 << pre_shift_bits) - 1u32).saturating_sub(dropped_bits);
        let dropped_bits = dropped_bits + spare;
        let internal = |(fixed, radix): (&FixedStage, &usize)| {
            let more = dropped_bits - fixed.guard_bits.saturating_add_signed(shifts[radix]);
            // An element fits, and a bit is kept at least.
            (fixed.internal_bits.max(element_bits + fixed.guard_bits) + more).max(dropped_bits + 1)
        };
        let all = pipelines.iter().flatten();
        let fractions = all.map(|step| step.fixed.coefficient_fraction - halvings(step.split));
        Common {
            element_bits,
            internal_bits: steps().map(internal).max().unwrap_or(1),
            coefficient_fraction: fractions.min().unwrap_or(0),
            dropped_bits,
            pre_shift_bits,
            shifts,
            never_overflows,
        }
    }

    /// Returns the guard bits of the steps of a radix. A kernel may round, so that its steps have equal guard bits.
    pub fn guard(&self, radix: usize) -> u32 {
        self.dropped_bits.saturating_add_signed(-self.shifts[&radix])
    }

    pub fn min_guard(&self) -> u32 {
        let guards = self.shifts.keys().map(|radix| self.guard(*radix));
        // The multiplication moves words up by no more bits than its rounding drops beside the pre-shift.
        let max = self.dropped_bits - ((1 << self.pre_shift_bits) - 1);
        guards.min().unwrap_or(0).min(max)
    }

    /// Returns the bits by which the products of a step move up before the rounding.
    pub fn pre_shift(&self, Settled { fixed, radix, split }: &Settled) -> u32 {
        match split {
            // Its shift is its own.
            Some(_) => 0,
            None => (self.shifts[radix] - fixed.shift).unsigned_abs(),
        }
    }

    /// Returns the arithmetic of a step. That of real data has words of its own, and coefficients from the table of all
    /// steps.
    pub fn of_step(&self, Settled { fixed, radix, split }: &Settled) -> FixedStage {
        let coefficient_fraction = self.coefficient_fraction + halvings(*split);
        match split {
            Some(_) => {
                // The rounding drops at least the bits that the headroom of a frame counts.
                let more = (fixed.max_pre_shift() as i32 - fixed.guard_bits as i32 - fixed.shift).max(0) as u32;
                let guard_bits = fixed.guard_bits + more;
                let internal_bits = (fixed.internal_bits + more).max(self.element_bits + guard_bits);
                FixedStage { guard_bits, internal_bits, coefficient_fraction, ..*fixed }
            }
            None => {
                let (guard_bits, internal_bits) = (self.guard(*radix), self.internal_bits);
                FixedStage { guard_bits, internal_bits, coefficient_fraction, ..*fixed }
            }
        }
    }

    /// Returns the arithmetic of the step of real data, with the largest shift of a frame. Its products move up by what
    /// a frame shifts less.
    pub fn of_split(fixed: &FixedStage) -> FixedStage {
        let pre_shift_bits = fixed.pre_shift_bits.max(fixed.shift_field_bits);
        let round_cycles = fixed.round_cycles.max(usize::from(pre_shift_bits > 0));
        FixedStage { shift: fixed.max_shift(), shift_field_bits: 0, pre_shift_bits, round_cycles, ..*fixed }
    }

    /// Returns the arithmetic of a kernel, which drops no bits.
    pub fn of_kernel(&self, fixed: &FixedStage, between: &Between) -> FixedStage {
        let (guard_bits, bits) = (fixed.guard_bits - between.guard_bits, between.bits);
        let [internal_bits, output_bits] = [bits; 2];
        FixedStage {
            guard_bits,
            internal_bits,
            output_bits,
            shift: -(guard_bits as i32),
            shift_field_bits: 0,
            pre_shift_bits: 0,
            never_overflows: true,
            round_cycles: 0,
            ..*fixed
        }
    }

    /// Returns the arithmetic of the multiplication.
    pub fn of_rotator(&self, fixed: &FixedStage, between: &Between) -> FixedStage {
        let Between { guard_bits, bits: input_bits } = *between;
        self.rounded(&FixedStage { input_bits, guard_bits, ..*fixed })
    }

    /// Returns the arithmetic of what rounds, with the rounding of all steps.
    pub fn rounded(&self, fixed: &FixedStage) -> FixedStage {
        let Common { dropped_bits, pre_shift_bits, never_overflows, .. } = *self;
        let shift = dropped_bits as i32 - fixed.guard_bits as i32;
        let round_cycles = usize::from(dropped_bits > 0 || !never_overflows);
        FixedStage { shift, shift_field_bits: 0, pre_shift_bits, never_overflows, round_cycles, ..*fixed }
    }
}
