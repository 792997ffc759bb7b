//! The processor of a folded core: a kernel for each radix, and the multiplication by twiddle factors after them.

use super::accumulator::Accumulator;
use super::folding::Folding;
use super::processor_arithmetic::ProcessorArithmetic;
use super::step_kind::StepKind;
use super::steps::{kernel_of, rotator, rounder, split_of, step_of};
use crate::blocks::{constant_multipliers, shared_operators};
use crate::error::Error;
use crate::formula::{Algorithm, Step};
use crate::kernel::Node;
use crate::parts::circles;
use crate::pipeline::{Stage, StageArithmetic, Units};
use crate::rtl::Net;
use crate::schedule::{Rotation, ScheduleCache, ScheduleModel, UnitKind};
use std::collections::BTreeSet;

/// Fewest clock cycles that a kernel is taken to have, because the lookup of the twiddle factors runs beside it.
const MIN_KERNEL_CYCLES: usize = 2;

/// Clock cycles from the number of a result to the coefficients of its factor, in floating point.
pub(super) const FLOAT_FACTOR_CYCLES: usize = circles::ROOT_CYCLES as usize + 2;

/// Fewest clock cycles of a kernel of floating-point operators, whose factors come from an eighth of the circle.
const MIN_FLOAT_CYCLES: usize = circles::ROOT_CYCLES as usize;

/// Kernels of which a step takes one, and the twiddle factors after them.
#[derive(Clone, Debug)]
pub struct StepProcessor {
    /// A kernel for each radix, the smallest radix first. Each is the stage of one transform.
    pub kernels: Vec<Stage>,
    /// Multiplier-accumulators that serve all kernels, and the stage of their multipliers. `None` if each kernel has operators of its own.
    pub accumulator: Option<(Accumulator, Stage)>,
    /// Elements of a transform that come in a cycle.
    pub lanes: usize,
    /// Multiplication of a word by a twiddle factor in each cycle. `None` if the kernel has the multipliers, which then serve several words
    /// of a transform.
    pub rotator: Option<Stage>,
    /// Rounding of results that are not multiplied: that of the first result of a transform where all results come in one cycle, or that of
    /// all results where no step has factors.
    pub rounder: Option<Stage>,
    /// Step of real data on a pair of points, with multipliers of its own.
    pub split: Option<Stage>,
    /// `pre_shifts[size][step]`: bits by which the products of a step move up before the rounding.
    pub pre_shifts: Vec<Vec<u32>>,
    /// Bits of a component in the memory.
    pub memory: u32,
}

impl StepProcessor {
    /// Builds the processor for the steps of all frames. `multiplies`: whether results have factors.
    pub(super) fn new(
        steps: &[&Step],
        (folding, multiplies): (Folding, bool),
        arithmetic: ProcessorArithmetic,
        schedules: &ScheduleCache,
    ) -> Result<Self, Error> {
        let ProcessorArithmetic { kernels, step, rotator: of_products, split, pre_shifts, memory } = arithmetic;
        let (real, steps): (Vec<&Step>, Vec<&Step>) = steps.iter().partition(|step| step.split.is_some());
        let split = real.first().zip(split);
        let split = split.map(|(step, arithmetic)| Stage { arithmetic, ..split_of(step, schedules) });
        let kernel = |(radix, arithmetic): (usize, StageArithmetic)| {
            let step = steps.iter().find(|step| step.kernel.radix == radix)?;
            let mut kernel = Stage { arithmetic, ..kernel_of(step, folding.lanes(radix), schedules) };
            constant_multipliers::assign(&mut kernel, &schedules.model.costs, constant_multipliers::SHARE);
            Some(kernel)
        };
        let kernels: Vec<Stage> = kernels.into_iter().filter_map(kernel).collect();
        if let Some(kernel) = kernels.iter().find(|kernel| negates(kernel) && !kernel.arithmetic.has_sign_bit()) {
            return Err(Error::Unsupported(format!(
                "radix {} and cycles: the kernel gives negated results, which products with twiddle factors would round in \
                 another way; ask for another --radix",
                kernel.transform.name()
            )));
        }
        let kinds: BTreeSet<StepKind> = steps.iter().map(|step| kind_of(step)).collect();
        let rounds = |stage: Stage| Stage { arithmetic: of_products, ..stage };
        let [rotator, rounder] = match folding {
            Folding::Product(pace) => {
                let kernel = Stage { arithmetic: step, ..step_of(steps[0].kernel, pace, schedules) };
                return Ok(StepProcessor {
                    kernels: vec![kernel],
                    accumulator: None,
                    lanes: 1,
                    rotator: None,
                    rounder: None,
                    split,
                    pre_shifts,
                    memory,
                });
            }
            Folding::Element if !multiplies => [None, Some(rounder(schedules))],
            Folding::Shared => [None, Some(rounder(schedules))],
            Folding::Element | Folding::Pair => [Some(rotator(schedules)), None],
            Folding::Transform => [rotator(schedules), rounder(schedules)].map(Some),
        };
        let [rotator, rounder] = [rotator, rounder].map(|stage| stage.map(rounds));
        let lanes = folding.lanes(steps[0].kernel.radix);
        let accumulator = accumulator((&kernels, kinds), folding, schedules)?;
        Ok(StepProcessor { kernels, accumulator, lanes, rotator, rounder, split, pre_shifts, memory })
    }

    /// Shares operators among the units of each stage, at a pace in clock cycles to a beat.
    pub(super) fn share(&mut self, pace: usize, model: &ScheduleModel) {
        let kernels = self.kernels.iter_mut().filter(|_| self.accumulator.is_none());
        let stages = kernels.chain(&mut self.rotator).chain(&mut self.split);
        stages.for_each(|stage| shared_operators::assign(stage, &model.costs, &model.latencies, pace));
    }

    /// All stages of the processor with operators of their own, each with the number of its copies.
    pub fn stages(&self) -> impl Iterator<Item = (&Stage, usize)> {
        // The first result of a transform has no multipliers, if all results come in one cycle.
        let lanes = self.lanes - usize::from(self.rounder.is_some());
        let rotators = self.rotator.iter().map(move |rotator| (rotator, lanes));
        let kernels = self.kernels.iter().filter(|_| self.accumulator.is_none());
        let products = self.accumulator.iter().map(|(_, products)| products);
        kernels
            .chain(products)
            .map(|stage| (stage, 1))
            .chain(rotators)
            .chain(self.split.iter().chain(&self.rounder).map(|stage| (stage, 1)))
    }

    /// Returns the stage after the kernels, which multiplies and rounds, or only rounds. `None` if the kernel has the multipliers.
    pub fn behind_kernels(&self) -> Option<&Stage> {
        self.rotator.as_ref().or(self.rounder.as_ref())
    }

    /// Whether the first product of a kernel with multipliers comes before the lookup of its factor has ended. Elements come `read_cycles`
    /// clock cycles after the number of the transform.
    pub fn outruns_factors(&self, read_cycles: usize) -> bool {
        let multiplies = self.behind_kernels().is_none();
        let kernels = self.kernels.iter().filter(|kernel| multiplies && kernel.arithmetic.has_sign_bit());
        kernels.into_iter().any(|kernel| read_cycles + first_product(kernel) < FLOAT_FACTOR_CYCLES)
    }

    /// Real operators.
    pub fn units(&self) -> Units {
        let accumulator = self.accumulator.iter().map(|(accumulator, _)| accumulator.units());
        self.stages().map(|(stage, copies)| copies * stage.units()).chain(accumulator).sum()
    }

    /// Bits of a number that holds each of `pre_shifts`. `None` if all are zero.
    pub fn pre_shift_bits(&self) -> Option<u32> {
        let rounds = self.behind_kernels().or_else(|| self.kernels.first())?;
        Some(rounds.arithmetic.fixed()?.pre_shift_bits).filter(|bits| *bits > 0)
    }

    /// Clock cycles of the slowest kernel, or of the lookup of the twiddle factors beside it.
    pub fn kernel_cycles(&self) -> usize {
        let is_float = self.kernels.iter().any(|kernel| kernel.arithmetic.has_sign_bit());
        let min = if is_float { MIN_FLOAT_CYCLES } else { MIN_KERNEL_CYCLES };
        match &self.accumulator {
            Some((accumulator, _)) => accumulator.cycles(),
            None => self.kernels.iter().map(Stage::cycles).max().unwrap_or(0).max(min),
        }
    }

    /// Returns the radices of what a step chooses from: kernels, or programs of multiplier-accumulators.
    pub fn choices(&self) -> Vec<usize> {
        match &self.accumulator {
            Some((accumulator, _)) => accumulator.programs.iter().map(|timed| timed.program.radix).collect(),
            None => self.kernels.iter().map(|kernel| kernel.transform.radix()).collect(),
        }
    }

    /// Returns the number of the kernel or program of a kind of step.
    pub fn choice(&self, kind: StepKind) -> usize {
        match &self.accumulator {
            Some((accumulator, _)) => accumulator.choice(kind),
            None => {
                let choice = self.choices().iter().position(|radix| *radix == kind.radix);
                choice.unwrap_or_else(|| unreachable!("each radix has a kernel"))
            }
        }
    }

    /// Clock cycles without an element after each transform of a choice.
    pub fn rest(&self, choice: usize) -> usize {
        self.accumulator.as_ref().map_or(0, |(accumulator, _)| accumulator.programs[choice].rest())
    }

    /// Returns the clock cycles without an element from a step to the next one: `wait`, or more if the operators of both would meet.
    pub fn wait(&self, kinds: [StepKind; 2], wait: usize) -> usize {
        self.accumulator.as_ref().map_or(wait, |(accumulator, _)| accumulator.wait(kinds, wait))
    }

    /// Whether the multipliers of the kernels serve the twiddle factors too.
    pub fn shares_multipliers(&self) -> bool {
        self.accumulator.as_ref().is_some_and(|(accumulator, _)| accumulator.is_shared)
    }

    /// Returns the stage that multiplies results by twiddle factors. `None` if none does, or if each multiplier of a kernel has factors of its own.
    pub fn multiplies_results(&self) -> Option<&Stage> {
        let shared = self.accumulator.as_ref().filter(|(accumulator, _)| accumulator.is_shared);
        self.rotator.as_ref().or(shared.map(|(_, products)| products))
    }

    /// Clock cycles from an element to the factor of the result with its number.
    pub fn factor_cycles(&self) -> usize {
        match &self.accumulator {
            Some((accumulator, _)) if accumulator.is_shared => accumulator.factor_cycles(),
            _ => self.kernel_cycles(),
        }
    }

    /// Clock cycles of the rounding of results.
    pub fn round_cycles(&self) -> usize {
        let rounds = self.behind_kernels().or_else(|| self.kernels.first());
        rounds.and_then(|stage| stage.arithmetic.fixed()).map_or(0, |fixed| fixed.round_cycles)
    }

    /// Clock cycles from an element to the result of a kernel and of the multiplication after it.
    pub fn rotated_cycles(&self) -> usize {
        self.kernel_cycles() + self.behind_kernels().map_or(0, Stage::cycles)
    }

    /// Clock cycles by which elements wait before the step of real data, so that its first multiplication meets the factor that a rotator
    /// would take, a cycle later.
    pub fn split_wait(&self) -> usize {
        self.split.as_ref().map_or(0, |split| (self.kernel_cycles() + 1).saturating_sub(first_product(split)))
    }

    /// Clock cycles from an element to the result of the step of real data.
    pub fn split_cycles(&self) -> usize {
        self.split.as_ref().map_or(0, |split| self.split_wait() + split.cycles())
    }

    /// Clock cycles from an element to the result in its place.
    pub fn cycles(&self) -> usize {
        self.rotated_cycles().max(self.split_cycles())
    }

    /// Clock cycles, at most, from a rounded result to the result in its place.
    pub fn idle_cycles(&self) -> usize {
        self.split.as_ref().map_or(0, |_| self.rotated_cycles().abs_diff(self.split_cycles()))
    }
}

/// Returns what a step differs in from others to a processor.
fn kind_of(step: &Step) -> StepKind {
    StepKind { radix: step.kernel.radix, has_factors: step.after.is_some() }
}

/// Returns the multiplier-accumulators of kernels by [`Algorithm::Accumulated`], of which an element comes in a cycle or less. `None` if kernels have operators
/// of their own. `kinds`: those of all steps.
fn accumulator(
    (kernels, kinds): (&[Stage], BTreeSet<StepKind>),
    folding: Folding,
    schedules: &ScheduleCache,
) -> Result<Option<(Accumulator, Stage)>, Error> {
    let is_accumulated = |stage: &Stage| stage.transform.kernel().algorithm == Algorithm::Accumulated;
    match folding {
        Folding::Shared if !kernels.iter().all(is_accumulated) => {
            return Err(Error::Unsupported("shared multipliers: kernels have operators of their own".into()))
        }
        Folding::Element | Folding::Shared if kernels.iter().all(is_accumulated) => {}
        _ => return Ok(None),
    }
    if kernels.iter().any(|kernel| !matches!(kernel.arithmetic, StageArithmetic::Fixed(_))) {
        return Err(Error::Unsupported("multiply-accumulate kernels: words have exponents of their own".into()));
    }
    if kernels.iter().all(|kernel| kernel.kernel.graph.counts().muls == 0) {
        return Err(Error::Unsupported("multiply-accumulate kernels: no radix has a product".into()));
    }
    let radices = kernels.iter().map(|kernel| kernel.transform.radix());
    let accumulator = match folding {
        Folding::Shared => Accumulator::shared(kinds, schedules.model.latencies.mul),
        _ => Accumulator::new(radices, schedules.model.latencies.mul),
    };
    let accumulator = accumulator.ok_or_else(|| {
        Error::Unsupported(
            "multiply-accumulate kernels: sums of a radix take more than twice as many cycles as its elements".into(),
        )
    })?;
    let fixed = kernels.iter().filter_map(|kernel| kernel.arithmetic.fixed());
    let longest =
        fixed.map(|fixed| (2 * fixed.internal_bits).max(accumulator.instruction_bits(fixed.coefficient_bits)));
    if longest.max().is_some_and(|bits| bits > Net::MAX_WIDTH) {
        return Err(Error::Unsupported("multiply-accumulate kernels: words are too long for the rings of sums".into()));
    }
    // A rotation by four products has their multipliers, and the adders of both parts of a result.
    let by_four = ScheduleCache::new(ScheduleModel { rotation: Rotation::Four, ..schedules.model });
    let products = Stage { arithmetic: kernels[0].arithmetic, ..rotator(&by_four) };
    Ok(Some((accumulator, products)))
}

/// Returns the clock cycles from the first element of a stage to its first multiplication.
fn first_product(stage: &Stage) -> usize {
    let units = stage.kernel.schedule.units.iter();
    let starts = units.filter(|unit| unit.kind == UnitKind::Mul).map(|unit| unit.start);
    stage.align_cycles() + starts.min().unwrap_or(0)
}

/// Whether a result of a kernel is a negated value.
fn negates(stage: &Stage) -> bool {
    let graph = &stage.kernel.graph;
    graph.outputs.iter().any(|output| matches!(graph.nodes[output.index()], Node::Neg(_)))
}
