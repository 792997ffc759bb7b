//! The cost of a folded core.

use super::core::FoldedCore;
use super::processor::StepProcessor;
use crate::arch::estimated::{Estimated, BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use crate::pipeline::{Block, Pipeline};
use crate::planner::Cost;
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::ScheduleModel;

/// LUTs of the program, the addresses and the table of roots, where multiplier-accumulators serve kernels and factors.
const SHARED_PROGRAM_LUTS: usize = 500;

/// LUTs of the program, the addresses and the table of roots for each bit of the number of a point, without those of
/// the steps.
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

/// Returns the cost of a processor between codecs.
pub fn cost_of(
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

/// Estimates the LUTs of the memory, the program and the switches of a folded core, whose words have components of
/// `bits` bits.
pub fn luts_beside_operators(core: &FoldedCore, bits: usize) -> usize {
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
    // Each of two memories chooses among what is written, and elements and bins among what is read. A bin chooses among
    // the banks.
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
pub fn estimated(core: FoldedCore, model: &ScheduleModel) -> Estimated<FoldedCore> {
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
