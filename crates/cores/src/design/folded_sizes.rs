//! The search for a folded core whose frames choose their size: the radices of its kernels, and what a DSP block is
//! worth to them.

use super::folded::{accumulates, kinds_of_kernels, schedules_for, KernelOf};
use super::folded_search::worths_of_a_block;
use super::{Config, Design};
use crate::arch::folded::{
    accumulated_kernel, estimated_of_sizes, fewest_radices, least_interval, quickest_kernels, shared_radices,
    two_parts, Folding, SizeParts, SizedCore, MIN_POINTS,
};
use crate::arch::multi_size;
use crate::arch::Estimated;
use crate::error::Error;
use crate::formula::is_smooth;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A folded core whose frames choose their size, with the estimate of its operators.
pub type SizedChoice = Estimated<SizedCore>;

/// Radices of the frames of each size.
type RadixLists = Vec<Vec<usize>>;

impl Design {
    /// Plans the cheapest folded core whose frames choose their size, with which frames of every size take at most the
    /// cycles of a configuration. Returns `None` if none is asked for or fast enough.
    pub fn folded_sizes(config: &Config) -> Result<Option<SizedChoice>, Error> {
        let Some(cycles) = config.cycles.filter(|_| !config.runtime.sizes.is_empty()) else { return Ok(None) };
        config.check()?;
        let is_served = |size: &usize| is_smooth(*size) && *size >= MIN_POINTS;
        if config.streams_because().is_some() || !config.runtime.sizes.iter().all(is_served) {
            return Ok(None);
        }
        let serves = |choice: &SizedChoice| config.max_dsp.is_none_or(|max| choice.blocks <= max);
        let all = worths_of_a_block(config).flat_map(|luts_per_dsp| Self::sized_cores(config, cycles, luts_per_dsp));
        let cheapest = all.filter(serves).min_by_key(|choice| choice.area);
        // Where no chain has such sizes, more clock cycles or DSP blocks help.
        let is_alone = cheapest.is_none() && !config.has_chain();
        match is_alone.then(|| Self::too_few_cycles_or_blocks(config, cycles)).flatten() {
            Some(error) => Err(error),
            None => Ok(cheapest),
        }
    }

    /// Plans the folded core whose frames choose their size, and whose coprime parts have steps of these kernels, the
    /// smallest frame first. `folding`: what the processor takes in a cycle, an element or less.
    pub fn folded_sizes_in_parts(config: &Config, sizes: &[SizeParts], folding: Folding) -> Result<SizedCore, Error> {
        config.check()?;
        let config = &config.shared_for_folding().unwrap_or_else(|| config.clone());
        let schedules = schedules_for(config, folding, config.schedule_model().costs.luts_per_dsp);
        let format = (config.format, &config.fitted());
        SizedCore::new((sizes, folding), config.direction(), &*config.number(), format, &schedules)
    }

    /// Plans the folded cores whose frames choose their size and take at most some clock cycles. `luts_per_dsp`: worth
    /// of a DSP block to schedules.
    pub(super) fn sized_cores(config: &Config, cycles: usize, luts_per_dsp: usize) -> Vec<SizedChoice> {
        let config = &config.shared_for_folding().unwrap_or_else(|| config.clone());
        let (number, model) = (config.number(), config.schedule_model());
        let [schedules, of_shared] =
            [Folding::Element, Folding::Shared].map(|folding| schedules_for(config, folding, luts_per_dsp));
        let build = |(sizes, folding): (Vec<SizeParts>, Folding)| {
            let format = (config.format, &config.fitted());
            let schedules = if folding == Folding::Shared { &of_shared } else { &schedules };
            // Kernels that do not serve are passed over.
            let core = SizedCore::new((&sizes, folding), config.direction(), &*number, format, schedules).ok()?;
            Some(estimated_of_sizes(core, &config.format, &model)).filter(|choice| choice.core.interval() <= cycles)
        };
        let lists = shared_radices(&config.runtime.sizes).into_iter();
        let is_in_time = |(sizes, folding): &(Vec<SizeParts>, Folding)| {
            sizes.iter().all(|parts| least_interval(parts, *folding) <= cycles)
        };
        let all = lists.flat_map(|lists| parts_of_sizes(config, &lists, cycles)).filter(is_in_time);
        all.collect::<Vec<_>>().into_par_iter().filter_map(build).collect()
    }

    /// Returns the error of a chain of stages that takes too many DSP blocks, with the fewest ones of cores of more
    /// clock cycles if these are less.
    pub(super) fn or_fewer_of_sizes(config: &Config, error: Error) -> Error {
        let cycles = config.cycles.filter(|_| config.streams_because().is_none());
        match (error, cycles.and_then(|cycles| Self::fewest_blocks_of_sizes(config, cycles))) {
            (Error::TooFewBlocks { max_dsp, what, format, fewest, less }, Some(other)) => {
                Error::TooFewBlocks { max_dsp, what, format, fewest: fewest.min(other), less }
            }
            (error, _) => error,
        }
    }

    /// Returns the fewest DSP blocks of the cores of several sizes that take a frame in some clock cycles. `None` if
    /// there are no such cores.
    fn fewest_blocks_of_sizes(config: &Config, cycles: usize) -> Option<usize> {
        let folded = worths_of_a_block(config).flat_map(|luts_per_dsp| Self::sized_cores(config, cycles, luts_per_dsp));
        let sums = Self::macs_of_sizes(config).into_iter().filter(|sums| sums.core.interval() <= cycles);
        folded.map(|folded| folded.blocks).chain(sums.map(|sums| sums.blocks)).min()
    }

    /// Returns what is asked for too little of, as none of the folded cores serves. `None` if there are no such cores.
    fn too_few_cycles_or_blocks(config: &Config, cycles: usize) -> Option<Error> {
        if let (Some(fewest), Some(max_dsp)) = (Self::fewest_blocks_of_sizes(config, cycles), config.max_dsp) {
            let shape = [config.runtime.sizes.len(), config.width];
            return Some(multi_size::too_few_blocks(shape, &config.format, [max_dsp, fewest]));
        }
        let all = Self::sized_cores(config, usize::MAX, config.schedule_model().costs.luts_per_dsp);
        let least = all.iter().map(|choice| choice.core.interval()).min()?;
        Some(Error::Unsupported(format!(
            "cycles {cycles}: the slowest frame takes {least} clock cycles or more; ask for more --cycles"
        )))
    }
}

/// Returns the kernels of sizes with these radices, of each kind, and what the processor takes in a cycle: those of
/// undivided sizes, and those of two parts with a shorter table of roots.
fn parts_of_sizes(config: &Config, lists: &RadixLists, cycles: usize) -> Vec<(Vec<SizeParts>, Folding)> {
    let sizes = &config.runtime.sizes;
    let radices: BTreeSet<usize> = lists.iter().flatten().copied().collect();
    let radices: Vec<usize> = radices.into_iter().collect();
    let of_kind = |(kernel, folding): (KernelOf, Folding)| {
        let of_points = |points: usize| match folding {
            Folding::Shared => quickest_kernels(points, &radices, folding, &kernel),
            _ => fewest_radices(points, &radices)?.into_iter().map(kernel).collect(),
        };
        let undivided: Option<Vec<SizeParts>> = sizes.iter().map(|size| Some(vec![of_points(*size)?])).collect();
        let divided = two_parts(sizes, folding, &of_points, cycles);
        undivided.into_iter().chain(divided).map(|sizes| (sizes, folding)).collect::<Vec<_>>()
    };
    let kinds = kinds_of_kernels(config, &radices).into_iter().map(|kernel| (kernel, Folding::Element));
    let shared = accumulates(config, &radices).then_some((accumulated_kernel as KernelOf, Folding::Shared));
    kinds.chain(shared).flat_map(of_kind).collect()
}
