//! Fixed point: integers whose widths follow from bounds on the values of stages.

mod bounds;
mod forecast;
mod frame;
mod schedule;
mod tail;
pub mod widths;

pub use forecast::{convolution, rounded, Forecast, Part};
pub(super) use frame::FrameBounds;

use super::options::{FixedOptions, Scale, StageTarget, GUARDS, MAX_LOSS};
use super::traits::NumberSystem;
use crate::error::Error;
use crate::format::{Fixed, Format, Rounding};
use crate::formula::Diag;
use crate::pipeline::arithmetic::{FixedStage, StageArithmetic};
use crate::pipeline::{Block, Feedback, Pipeline, Stage};
use schedule::shifts_of_stages;
use widths::{defers, Widths};

/// Fixed point at the ports and between them.
#[derive(Clone, Debug)]
pub(super) struct FixedPoint {
    pub fixed: Fixed,
    pub options: FixedOptions,
}

impl NumberSystem for FixedPoint {
    fn format(&self) -> Format {
        Format::Fixed(self.fixed)
    }

    fn coefficient_bits(&self) -> u32 {
        self.options.twiddle_bits(self.fixed.bits())
    }

    fn max_growth(&self) -> u32 {
        self.options.growth()
    }

    fn rounding(&self) -> Rounding {
        self.options.rounding.unwrap_or_default()
    }

    fn residual_scale(&self, elements: usize, samples: usize, _: bool) -> Option<Diag> {
        self.options.scale().level(elements, samples)
    }

    fn assign(&self, pipeline: &mut Pipeline) -> Result<(), Error> {
        let assigned = self.widths_of(pipeline, *GUARDS.end())?;
        assign_widths(pipeline, assigned);
        self.fit_guards(pipeline)?;
        wait_for_registers(pipeline, &self.options.stage);
        Ok(())
    }

    fn scale(&self, pipeline: &Pipeline) -> String {
        let size = pipeline.transform_samples();
        match self.options.scale() {
            Scale::Size => format!("1/{size}"),
            Scale::Root if size.isqrt().pow(2) != size => format!("1/sqrt({size})"),
            Scale::Root => format!("1/{}", size.isqrt()),
            Scale::Chosen if pipeline.shift_bits() > 0 => "1/2^shifts".into(),
            Scale::None | Scale::Stage | Scale::Spare | Scale::Chosen | Scale::Shifts(_) => scale_of_shifts(pipeline),
        }
    }

    fn title(&self) -> String {
        let FixedOptions { rounding, overflow, .. } = self.options;
        fixed_title(self.fixed, rounding.unwrap_or_default().words(), overflow.unwrap_or_default().words())
    }

    fn description(&self) -> String {
        let ends = format!("{} where they are too large", self.options.overflow.unwrap_or_default().words());
        fixed_description(self.fixed, &self.options, &ends)
    }
}

impl FixedPoint {
    /// Returns the widths of the stages of a pipeline, which have at most some guard bits if nothing is asked for.
    fn widths_of(&self, pipeline: &Pipeline, max_guard: u32) -> Result<Vec<FixedStage>, Error> {
        let blocks: Vec<&Block> = pipeline.blocks.iter().filter(|block| block.stage().is_some()).collect();
        let given = match &self.options.scale {
            Some(Scale::Shifts(shifts)) => Some(shifts_of_stages(shifts, &blocks)?),
            _ => None,
        };
        let of_stages = given.as_ref().map(|given| given.iter().map(|given| given.shift).collect());
        let scale = of_stages.map(Scale::Shifts).or_else(|| self.options.scale.clone());
        let options = FixedOptions { scale, ..self.options.clone() };
        let widths = Widths::new(pipeline.transform_samples(), self.fixed, &options, blocks.len())?;
        let widths = widths.with_guard_of(max_guard);
        let mut widths = widths.for_frame(FrameBounds::new(pipeline, self.fixed.bits()));
        let defers = |number: usize| match &given {
            Some(given) => given[number].keeps_bits,
            None => defers(&blocks, number),
        };
        let stages = blocks.iter().filter_map(|block| block.stage()).enumerate();
        stages.map(|(number, stage)| widths.stage(number, stage, defers(number))).collect()
    }

    /// Leaves out guard bits where products then take fewer DSP blocks, as far as that costs at most [`MAX_LOSS`].
    fn fit_guards(&self, pipeline: &mut Pipeline) -> Result<(), Error> {
        let (technology, bits) = (self.options.stage.technology, self.fixed.bits());
        let guard = |stage: &Stage| stage.arithmetic.fixed().map_or(0, |fixed| fixed.guard_bits);
        let blocks = |pipeline: &Pipeline, left_out: &dyn Fn(&Stage) -> u32| -> u32 {
            let of_stage = |stage: &Stage| {
                let fixed = stage.arithmetic.fixed()?;
                let each = technology.blocks(fixed.internal_bits - left_out(stage), fixed.coefficient_bits);
                Some(stage.units().multipliers as u32 * each)
            };
            pipeline.stages().filter_map(of_stage).sum()
        };
        let mut fewest = blocks(pipeline, &|_| 0);
        if self.options.guard_bits.is_some() || blocks(pipeline, &guard) == fewest {
            return Ok(());
        }
        let Some(Forecast { snr: own, .. }) = Forecast::new(pipeline, bits) else { return Ok(()) };
        for max_guard in (0..pipeline.stages().map(guard).max().unwrap_or(0)).rev() {
            let mut fitted = pipeline.clone();
            let widths = self.widths_of(&fitted, max_guard)?;
            assign_widths(&mut fitted, widths);
            if Forecast::new(&fitted, bits).is_none_or(|forecast| forecast.snr < own - MAX_LOSS) {
                break;
            }
            let found = blocks(&fitted, &|_| 0);
            if found < fewest {
                (fewest, *pipeline) = (found, fitted);
            }
        }
        Ok(())
    }
}

/// Assigns widths to the stages of a pipeline.
pub(super) fn assign_widths(pipeline: &mut Pipeline, widths: Vec<FixedStage>) {
    pipeline.stages_mut().zip(widths).for_each(|(stage, fixed)| stage.arithmetic = StageArithmetic::Fixed(fixed));
}

/// Clock cycles that data wait for the flags of fused butterflies, which then come from registers, or in quarter turns.
const WAIT_CYCLES: usize = 1;

/// Sets the clock cycles that data wait for the words of long tables, for the flags of fused butterflies and within
/// quarter turns, where the target has these in registers.
pub(super) fn wait_for_registers(pipeline: &mut Pipeline, target: &StageTarget) {
    for block in &mut pipeline.blocks {
        match block {
            Block::Twiddle(twiddle) if target.registers_memories => twiddle.stage.read_tables_from_memories(),
            Block::Kernel(stage) if target.registers_memories => stage.read_tables_from_memories(),
            Block::Feedback(feedback) if waits(feedback, target) => {
                if let Some(fixed) = feedback.stage.arithmetic.fixed_mut() {
                    fixed.lead_cycles = Some(WAIT_CYCLES);
                }
            }
            _ => {}
        }
    }
}

/// Whether data wait in a step with delay feedback.
fn waits(feedback: &Feedback, target: &StageTarget) -> bool {
    let stage = &feedback.stage;
    match feedback.can_fuse() {
        true => target.registers_flags,
        false => target.registers_turns && stage.shared().is_none() && !stage.rotations.is_empty(),
    }
}

/// Returns the scale that results from the shifts of all stages.
fn scale_of_shifts(pipeline: &Pipeline) -> String {
    match pipeline.shifts() {
        ..=0 => "1".into(),
        shift @ 1..=126 => format!("1/{}", 1u128 << shift),
        shift => format!("1/2^{shift}"),
    }
}

/// Names a fixed-point format with its rounding and its treatment of overflow.
pub(super) fn fixed_title(fixed: Fixed, rounding: &str, ends: &str) -> String {
    format!("{}, {rounding}, {ends}", fixed.name())
}

/// Describes a fixed-point format.
pub(super) fn fixed_description(Fixed { integer, fraction }: Fixed, options: &FixedOptions, ends: &str) -> String {
    let rounding = options.rounding.unwrap_or_default().words();
    let plural = if integer == 1 { "" } else { "s" };
    format!(
        "two's complement fixed point, {integer} integer bit{plural} (with the sign) and {fraction} fraction bits, \
         {rounding}, {ends}"
    )
}
