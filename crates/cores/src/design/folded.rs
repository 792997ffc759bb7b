//! Folded cores: whether one processor is fast enough, and which one is the smallest.

use super::{Config, Design};
use crate::arch::folded::{accumulated_kernel, step_kernel, FoldedCore, FoldedShape, Folding};
use crate::arch::Estimated;
use crate::error::Error;
use crate::format::Format;
use crate::formula::Kernel;
use crate::schedule::{Rotation, ScheduleCache};

/// A folded core with its estimate.
pub type FoldedChoice = Estimated<FoldedCore>;

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

/// Returns the kinds of kernels for radices: those with operators of their own, and those that multiplier-accumulators
/// serve, if these do.
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

impl Design {
    /// Plans the folded core of the kernels of a configuration, with a given folding and number of memories.
    pub fn folded_with(config: &Config, folding: Folding, memories: usize) -> Result<FoldedCore, Error> {
        Self::folded_in_parts(config, &[config.kernels.clone().unwrap_or_default()], (folding, memories))
    }

    /// Plans the folded core whose parts of coprime sizes have steps of these kernels, with a given folding and number
    /// of memories.
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
