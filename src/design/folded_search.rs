//! The search for a folded core: lists of radices, what is taken in a cycle, and the pace.

use super::folded::{estimated, kernels_of, schedules_for, FoldedChoice};
use super::{Config, Design};
use crate::arch::folded::{coprime_parts, foldings, part_orders, FoldedCore, FoldedShape, Folding};
use crate::error::Error;
use crate::formula::Kernel;
use crate::planner::budget::RAISED_LUTS_PER_DSP;

impl Design {
    /// Plans the smallest folded core that takes a frame in some clock cycles, if its area is below a limit.
    pub(super) fn smallest_folded(config: &Config, cycles: usize, limit: usize) -> Option<FoldedChoice> {
        worths_of_a_block(config).find_map(|luts_per_dsp| {
            let mut smallest: Option<FoldedChoice> = None;
            Self::for_each_folded(config, cycles, luts_per_dsp, |choice| {
                let serves = config.max_dsp.is_none_or(|max| choice.blocks <= max) && choice.area < limit;
                // Of equally small cores the quickest one, which is that of the front.
                let rank = |choice: &FoldedChoice| (choice.area, choice.core.clock_interval());
                if serves && smallest.as_ref().is_none_or(|smallest| rank(&choice) < rank(smallest)) {
                    smallest = Some(choice);
                }
            });
            smallest
        })
    }

    /// Returns the error of a streaming core that takes too many DSP blocks, with the fewest ones of folded cores if these are less.
    pub fn or_fewer_when_folded(config: &Config, error: Error) -> Error {
        let cycles = config.max_cycles().filter(|_| config.streams_because().is_none());
        let (Error::TooFewBlocks { max_dsp, what, format, fewest, less }, Some(cycles)) = (error.clone(), cycles)
        else {
            return error;
        };
        let folded = Self::fewest_blocks_when_folded(config, cycles);
        Error::TooFewBlocks { max_dsp, what, format, fewest: folded.map_or(fewest, |folded| folded.min(fewest)), less }
    }

    /// Returns the fewest DSP blocks of the folded cores that take a frame in some clock cycles. `None` if there are no such cores.
    pub(super) fn fewest_blocks_when_folded(config: &Config, cycles: usize) -> Option<usize> {
        let [.., most] = RAISED_LUTS_PER_DSP;
        if !config.runtime.sizes.is_empty() {
            return Self::sized_cores(config, cycles, most).iter().map(|choice| choice.blocks).min();
        }
        let mut blocks = vec![];
        Self::for_each_folded(config, cycles, most, |choice| blocks.push(choice.blocks));
        blocks.into_iter().min()
    }

    /// Plans the folded cores that take a frame in some clock cycles, at each pace. `luts_per_dsp`: worth of a DSP block to schedules.
    fn for_each_folded(config: &Config, cycles: usize, luts_per_dsp: usize, then: impl FnMut(FoldedChoice)) {
        let config = &config.shared_for_folding().unwrap_or_else(|| config.clone());
        let cycles = cycles / config.clocks_per_beat();
        let number = config.number();
        let model = config.schedule_model();
        let [schedules, of_shared] =
            [Folding::Element, Folding::Shared].map(|folding| schedules_for(config, folding, luts_per_dsp));
        let lists: Vec<Vec<Vec<Kernel>>> = match &config.kernels {
            Some(kernels) => parts_of(kernels),
            None => {
                let orders = part_orders(config.points());
                orders.iter().flat_map(|parts| kernels_of(config, parts)).collect()
            }
        };
        let candidates = lists.iter().flat_map(|parts| {
            foldings(parts, schedules.model.multiplies_all, config.lanes(), cycles)
                .into_iter()
                .map(move |shape| (parts, shape))
        });
        let build = |(parts, shape): (&Vec<Vec<Kernel>>, FoldedShape)| {
            let arithmetic = (config.format, &config.fitted());
            // Kernels that do not serve are passed over.
            let data = (config.kind, config.direction());
            let schedules = if shape.folding == Folding::Shared { &of_shared } else { &schedules };
            let core = FoldedCore::new(parts, shape, data, &*number, arithmetic, schedules).ok()?;
            Some(estimated(core, &model)).filter(|choice| choice.core.interval() <= cycles)
        };
        let at_paces = |choice: FoldedChoice| {
            // With an element a cycle most operators may be shared.
            let most = if choice.core.takes_elements() { config.paced(cycles / choice.core.interval()) } else { 1 };
            let slower = |pace| estimated(choice.core.clone().at_pace(pace, &schedules.model), &model);
            let slower: Vec<FoldedChoice> = (2..=most).map(slower).collect();
            std::iter::once(choice).chain(slower)
        };
        candidates.filter_map(build).flat_map(at_paces).for_each(then);
    }
}

/// Returns the worths of a DSP block in LUTs that schedules are made for in turn: the ordinary one, and where their number is limited greater
/// ones. Multiplications by constants become sums where a DSP block is worth more.
pub(super) fn worths_of_a_block(config: &Config) -> impl Iterator<Item = usize> {
    let is_limited = config.max_dsp.is_some();
    let raised = RAISED_LUTS_PER_DSP.into_iter().filter(move |_| is_limited);
    std::iter::once(config.schedule_model().costs.luts_per_dsp).chain(raised)
}

/// Returns given kernels as one part, and as coprime parts if they are several.
fn parts_of(kernels: &[Kernel]) -> Vec<Vec<Vec<Kernel>>> {
    let radices: Vec<usize> = kernels.iter().map(|kernel| kernel.radix).collect();
    let of_radix = |radix: usize| kernels.iter().find(|kernel| kernel.radix == radix).copied();
    let part = |radices: Vec<usize>| radices.into_iter().filter_map(of_radix).collect();
    let parts: Vec<Vec<Kernel>> = coprime_parts(&radices).into_iter().map(part).collect();
    std::iter::once(vec![kernels.to_vec()]).chain((parts.len() > 1).then_some(parts)).collect()
}
