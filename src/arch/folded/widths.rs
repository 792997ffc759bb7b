//! Word lengths of a folded core in fixed point: the steps share one unit, so that its words hold those of every step.

use crate::error::Error;
use crate::format::Fixed;
use crate::number::fixed::widths::Widths;
use crate::number::{bits_of_size, FixedOptions, Scale};
use crate::pipeline::arithmetic::{Coefficients, FixedStage};
use crate::pipeline::{Pipeline, Stage, StageArithmetic};
use std::collections::BTreeMap;

/// Word lengths of the unit of a folded core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitWidths {
    /// Bits of a component in the memory.
    pub memory: u32,
    /// Bits of a component behind the kernels.
    pub kernel: u32,
    /// Arithmetic of the multiplication by twiddle factors.
    pub rotator: FixedStage,
    /// Bits of a component at the output of the core.
    pub output: u32,
}

/// The part of a unit that computes a block: the kernel of a radix, or the multiplication by twiddle factors, which has radix 1.
type Part = usize;

/// The arithmetic that all blocks of a part have in common.
type Parts = BTreeMap<Part, FixedStage>;

/// Gives the blocks of the steps their arithmetic. Returns that of the parts of the unit by radix, and the word lengths.
///
/// Each step shifts by the bits of its radix, rounded up. A kernel of few points shifts up, and the multiplication shifts down behind
/// all kernels by the bits of the largest radix.
pub fn assign(pipeline: &mut Pipeline, fixed: Fixed, options: &FixedOptions) -> Result<(Parts, UnitWidths), Error> {
    let stages: Vec<Stage> = pipeline.stages().cloned().collect();
    let all = settled(&stages, pipeline.size, fixed, options)?;
    let last = all.len() - 1;
    let output = all[last].output_bits;
    let part = |block: usize| stages[block].transform.radix();
    let longest = |is_kernel: bool| {
        let bits = (0..last).filter(|&block| (part(block) > 1) == is_kernel).map(|block| all[block].output_bits);
        bits.max().unwrap_or(0)
    };
    let kernel = longest(true);
    let memory = longest(false).max(fixed.bits()).max(if options.scale() == Scale::None { output } else { 0 });
    let mut parts = Parts::new();
    for (block, own) in all.iter().enumerate() {
        let [input_bits, output_bits] = if part(block) > 1 { [memory, kernel] } else { [kernel, memory] };
        // What leaves the core is cut to its length behind the memory.
        let never_overflows = own.never_overflows || block == last;
        let own = FixedStage { input_bits, output_bits, never_overflows, ..*own };
        parts.entry(part(block)).and_modify(|other| *other = joined(other, &own)).or_insert(own);
    }
    let mut input = fixed.bits();
    for (block, stage) in pipeline.stages_mut().enumerate() {
        let shared = FixedStage { input_bits: input, ..parts[&part(block)] };
        let own =
            if block == last { FixedStage { output_bits: output, never_overflows: false, ..shared } } else { shared };
        input = own.output_bits;
        stage.arithmetic = StageArithmetic::Fixed(own);
    }
    let rotator = parts[&1];
    Ok((parts, UnitWidths { memory, kernel, rotator, output }))
}

/// Returns the arithmetic that serves two blocks of a part.
fn joined(one: &FixedStage, other: &FixedStage) -> FixedStage {
    let internal_bits = one.internal_bits.max(other.internal_bits).max(one.input_bits + one.guard_bits);
    FixedStage {
        internal_bits,
        never_overflows: one.never_overflows && other.never_overflows,
        round_cycles: one.round_cycles.max(other.round_cycles),
        ..*one
    }
}

/// Returns the arithmetic of each block on its own, with the coefficients and the guard bits that its part has in common.
fn settled(stages: &[Stage], size: usize, fixed: Fixed, options: &FixedOptions) -> Result<Vec<FixedStage>, Error> {
    let shift = shifts(stages, options)?;
    let mut widths = Widths::new(size, fixed, options, stages.len())?;
    let mut points: BTreeMap<Part, u32> = BTreeMap::new();
    for stage in stages {
        let own = Coefficients::point(stage, widths.coefficient());
        points.entry(stage.transform.radix()).and_modify(|point| *point = own.min(*point)).or_insert(own);
    }
    let mut guards: BTreeMap<Part, u32> = BTreeMap::new();
    loop {
        let before = guards.clone();
        let mut all = Vec::new();
        for (block, stage) in stages.iter().enumerate() {
            let part = stage.transform.radix();
            let measured = widths.measured(stage, points[&part]);
            let mut scaled = widths.shifted(measured, shift(block));
            let guard = guards.entry(part).or_default();
            *guard = scaled.guard.max(*guard);
            scaled.guard = *guard;
            all.push(widths.settle(stage, &scaled, block + 1 == stages.len())?);
        }
        if guards == before {
            return Ok(all);
        }
        widths = Widths::new(size, fixed, options, stages.len())?;
    }
}

/// Returns the shift of each block in bits, by its number.
fn shifts<'a>(stages: &'a [Stage], options: &FixedOptions) -> Result<impl Fn(usize) -> i32 + 'a, Error> {
    let is_scaled = match options.scale() {
        Scale::Stage => true,
        Scale::None if options.max_growth.is_none() => false,
        _ => return Err(Error::Unsupported(
            "scale and cycles: one unit computes all steps, and shifts in each by the bits of its radix or in none; \
                 leave --scale and --max-growth out, or try --scale none"
                .into(),
        )),
    };
    let bits = |stage: &Stage| bits_of_size(stage.transform.radix());
    let most = stages.iter().map(bits).max().unwrap_or(0);
    Ok(move |block: usize| match bits(&stages[block]) {
        _ if !is_scaled => 0,
        0 => most,
        bits => bits - most,
    })
}
