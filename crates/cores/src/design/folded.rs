//! Folded cores: whether one processor is fast enough, and which one is the smallest.

use super::{Config, Design, Estimated};
use crate::arch::folded::{accumulated_kernel, step_kernel, FoldedCore, FoldedShape, Folding, StepProcessor};
use crate::error::Error;
use crate::format::Format;
use crate::formula::Kernel;
use crate::pipeline::{Block, Pipeline};
use crate::planner::Cost;
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::{Rotation, ScheduleCache, ScheduleModel};

/// A folded core with its estimate.
pub type FoldedChoice = Estimated<FoldedCore>;

/// LUTs of the program, the addresses and the table of roots, where multiplier-accumulators serve kernels and factors.
const SHARED_PROGRAM_LUTS: usize = 500;

/// LUTs of the program, the addresses and the table of roots for each bit of the number of a point, without those of the steps.
const INDEX_LUTS: usize = 26;

/// LUTs of the choice of the factors of each product, for each point of a transform, where one multiplier serves all.
const PRODUCT_LUTS: usize = 10;

/// LUTs of the addresses of a step: of a radix that is a power of two, and of others.
const STEP_LUTS: [usize; 2] = [4, 20];

/// LUTs of the addresses of each of several banks.
const BANK_LUTS: usize = 90;

/// LUTs by which the lookup of roots whose order is no power of two is larger.
const OTHER_CIRCLE_LUTS: usize = 60;

/// LUTs of the counter of bins and of the addresses of two memories.
const MEMORY_LUTS: usize = 60;

/// Worth of a block RAM in LUTs. It weighs a second memory against a slower core of one: streaming cores have more memory still, which counts nothing.
pub(super) const LUTS_PER_BLOCK_RAM: usize = 100;

/// Bits of a block RAM.
pub(super) const BLOCK_RAM_BITS: usize = 36_864;

/// Returns the schedules of the stages of a processor. `luts_per_dsp`: worth of a DSP block to them.
pub(super) fn schedules_for(config: &Config, folding: Folding, luts_per_dsp: usize) -> ScheduleCache {
    let mut model = config.schedule_model().for_folding();
    model.costs.luts_per_dsp = luts_per_dsp;
    // The multipliers of an even and of an odd sum make four products.
    if folding == Folding::Shared {
        model.rotation = Rotation::Four;
    }
    ScheduleCache::new(model)
}

/// Makes the kernel of a step of a radix. `None` if it does not serve the radix.
pub(super) type KernelOf = fn(usize) -> Option<Kernel>;

/// Returns the kinds of kernels for radices: those with operators of their own, and those that multiplier-accumulators serve, if these do.
pub(super) fn kinds_of_kernels(config: &Config, radices: &[usize]) -> Vec<KernelOf> {
    let own: KernelOf = |radix| Some(step_kernel(radix));
    std::iter::once(own).chain(accumulates(config, radices).then_some(accumulated_kernel as KernelOf)).collect()
}

/// Whether multiplier-accumulators serve radices: words are of fixed point, and an odd radix has products.
pub(super) fn accumulates(config: &Config, radices: &[usize]) -> bool {
    let is_fixed = matches!(config.format, Format::Fixed(_));
    let has_products = is_fixed && radices.iter().any(|radix| !radix.is_power_of_two());
    has_products && radices.iter().all(|radix| accumulated_kernel(*radix).is_some())
}

/// Returns kernels of lists of radices, of each kind.
pub(super) fn kernels_of(config: &Config, lists: &[Vec<usize>]) -> Vec<Vec<Vec<Kernel>>> {
    let all = |kernel: KernelOf| {
        lists.iter().map(|list| list.iter().copied().map(kernel).collect::<Option<Vec<Kernel>>>()).collect()
    };
    kinds_of_kernels(config, &lists.concat()).into_iter().filter_map(all).collect()
}

/// Returns the cost of a processor between codecs.
pub(super) fn cost_of(
    processor: &StepProcessor,
    pipeline: &Pipeline,
    codecs: [Option<&Block>; 2],
    model: &ScheduleModel,
) -> Cost {
    let stages = processor.stages();
    let stages = stages.flat_map(|(stage, copies)| std::iter::repeat_n(Block::Kernel(stage.clone()), copies));
    let [encoder, decoder] = codecs.map(|codec| codec.cloned().into_iter());
    let blocks = encoder.chain(stages).chain(decoder).collect();
    let cost = Cost::new(&Pipeline { blocks, ..pipeline.clone() }, model);
    let luts = processor.accumulator.as_ref().and_then(|(accumulator, products)| {
        let fixed = products.arithmetic.fixed()?;
        let bits = [processor.memory, fixed.internal_bits, fixed.coefficient_bits].map(|bits| bits as usize);
        Some(accumulator.luts(bits[0], bits[1], bits[2]))
    });
    Cost { luts: cost.luts + luts.unwrap_or(0), ..cost }
}

/// Estimates the LUTs of the memory, the program and the switches of a folded core, whose words have components of `bits` bits.
pub(super) fn luts_beside_operators(core: &FoldedCore, bits: usize) -> usize {
    let word = 2 * bits;
    let banks = core.plan.banks().count();
    let memory =
        core.plan.memories() * banks * memory_luts(core.pipeline.size / banks, 2 * core.processor.memory as usize);
    let steps = core.plan.radices().iter().map(|radix| STEP_LUTS[usize::from(!radix.is_power_of_two())]);
    let index = INDEX_LUTS * address_bits(core.pipeline.size) as usize;
    let own = index + steps.sum::<usize>() + luts_of_circle(core.plan.circle());
    let program = match (core.processor.behind_kernels(), &core.processor.accumulator) {
        (Some(_), _) => own,
        (None, Some(_)) => SHARED_PROGRAM_LUTS,
        (None, None) => own + PRODUCT_LUTS * core.plan.radices()[0],
    };
    // Each lane chooses among the banks for each bit that is read and for each that is written.
    let switches = if banks > 1 { banks * (2 * word + BANK_LUTS) } else { 0 };
    // Each of two memories chooses among what is written, and elements and bins among what is read. A bin chooses among the banks.
    let choices = if core.plan.memories() > 1 { MEMORY_LUTS + (3 * banks - 1) * word } else { 0 };
    memory + program + switches + choices
}

/// Estimates the LUTs of the lookup of roots that those of an order of a power of two do not have.
fn luts_of_circle(order: usize) -> usize {
    if order.is_power_of_two() {
        0
    } else {
        OTHER_CIRCLE_LUTS
    }
}

/// Estimates a folded core.
pub(super) fn estimated(core: FoldedCore, model: &ScheduleModel) -> FoldedChoice {
    let codecs = [core.encoder(), core.exit()];
    let operators = cost_of(&core.processor, &core.pipeline, codecs, model);
    let others = luts_beside_operators(&core, model.format.bits() as usize);
    let more_memory = worth_of_more_memory(&core);
    let choice = Estimated::new(core, &operators, others, model);
    Estimated { area: choice.area + more_memory, ..choice }
}

/// Returns the worth of the block RAMs of a second memory in LUTs.
fn worth_of_more_memory(core: &FoldedCore) -> usize {
    let (words, bits) = (core.pipeline.size, 2 * core.processor.memory as usize);
    let blocks = if is_in_luts(words, bits) { 0 } else { (words * bits).div_ceil(BLOCK_RAM_BITS) };
    (core.plan.memories() - 1) * blocks * LUTS_PER_BLOCK_RAM
}

impl Design {
    /// Plans the folded core of the kernels of a configuration, with a given folding and number of memories.
    pub fn folded_with(config: &Config, folding: Folding, memories: usize) -> Result<FoldedCore, Error> {
        Self::folded_in_parts(config, &[config.kernels.clone().unwrap_or_default()], (folding, memories))
    }

    /// Plans the folded core whose parts of coprime sizes have steps of these kernels, with a given folding and number of memories.
    pub fn folded_in_parts(
        config: &Config,
        parts: &[Vec<Kernel>],
        (folding, memories): (Folding, usize),
    ) -> Result<FoldedCore, Error> {
        config.check()?;
        let config = &config.shared_for_folding().unwrap_or_else(|| config.clone());
        let (number, schedules) =
            (config.number(), schedules_for(config, folding, config.schedule_model().costs.luts_per_dsp));
        FoldedCore::new(
            parts,
            FoldedShape { folding, width: config.lanes(), memories },
            (config.kind, config.direction()),
            &*number,
            (config.format, &config.fitted()),
            &schedules,
        )
    }
}
