//! The search for a folded core whose frames choose their size: the radices of its kernels, and what a DSP block is worth to them.

use super::folded::{cost_of, kernels_of, schedules_for};
use super::folded_search::worths_of_a_block;
use super::{Config, Design, Estimated};
use crate::arch::folded::{shared_radices, SizedCore};
use crate::arch::multi_size;
use crate::error::Error;
use crate::formula::Kernel;

/// A folded core whose frames choose their size, with the estimate of its operators.
type SizedChoice = Estimated<SizedCore>;

/// Radices of the frames of each size.
type RadixLists = Vec<Vec<usize>>;

impl Design {
    /// Plans the cheapest folded core whose frames choose their size, with which frames of every size take at most the cycles of a
    /// configuration. Returns `None` if none is asked for or fast enough.
    pub fn folded_sizes(config: &Config) -> Result<Option<SizedCore>, Error> {
        let Some(cycles) = config.max_cycles().filter(|_| !config.runtime.sizes.is_empty()) else { return Ok(None) };
        config.check()?;
        if config.streams_because().is_some() {
            return Ok(None);
        }
        let serves = |choice: &SizedChoice| config.max_dsp.is_none_or(|max| choice.blocks <= max);
        let cheapest = worths_of_a_block(config).find_map(|luts_per_dsp| {
            let choices = Self::sized_cores(config, cycles, luts_per_dsp).into_iter().filter(serves);
            choices.min_by_key(|choice| choice.area)
        });
        // Where no streaming core has such sizes, more clock cycles or DSP blocks help.
        let is_alone = cheapest.is_none() && config.assigned_sizes().is_err();
        match is_alone.then(|| Self::too_few_cycles_or_blocks(config, cycles)).flatten() {
            Some(error) => Err(error),
            None => Ok(cheapest.map(|choice| choice.core)),
        }
    }

    /// Plans the folded cores whose frames choose their size and take at most some clock cycles. `luts_per_dsp`: worth of a DSP block to schedules.
    pub(super) fn sized_cores(config: &Config, cycles: usize, luts_per_dsp: usize) -> Vec<SizedChoice> {
        let config = &config.shared_for_folding().unwrap_or_else(|| config.clone());
        let (number, model) = (config.number(), config.schedule_model());
        let schedules = schedules_for(config, luts_per_dsp);
        let build = |kernels: Vec<Vec<Kernel>>| {
            let format = (config.format, &config.arithmetic);
            // Kernels that do not serve are passed over.
            let core = SizedCore::new(&kernels, config.direction(), &*number, format, &schedules).ok()?;
            let codecs = core.codecs();
            let codecs = codecs.each_ref().map(Option::as_ref);
            let operators = cost_of(&core.processor, &core.largest().pipeline, codecs, &model);
            Some(Estimated::new(core, &operators, 0, &model)).filter(|choice| choice.core.interval() <= cycles)
        };
        let lists = shared_radices(&config.runtime.sizes).into_iter();
        let lists = lists.filter(|lists| least_interval(config, lists) <= cycles);
        lists.flat_map(|lists| kernels_of(config, &lists)).filter_map(build).collect()
    }

    /// Returns what is asked for too little of, as none of the folded cores serves. `None` if there are no such cores.
    fn too_few_cycles_or_blocks(config: &Config, cycles: usize) -> Option<Error> {
        if let (Some(fewest), Some(max_dsp)) = (Self::fewest_blocks_when_folded(config, cycles), config.max_dsp) {
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

/// Returns a lower bound on the clock cycles of the slowest frame: its samples come, each step takes a cycle for each point, and its bins leave.
fn least_interval(config: &Config, lists: &RadixLists) -> usize {
    let each = config.runtime.sizes.iter().zip(lists).map(|(size, radices)| size * (radices.len() + 2));
    each.max().unwrap_or(0)
}
