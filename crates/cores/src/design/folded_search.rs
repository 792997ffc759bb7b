//! The search for a folded core: lists of radices, what is taken in a cycle, and the pace.

use super::folded::{kernels_of, schedules_for, FoldedChoice};
use super::{Config, Design};
use crate::arch::folded::{coprime_parts, estimated, foldings, part_orders, FoldedCore, FoldedShape, Folding};
use crate::formula::Kernel;
use crate::planner::budget::RAISED_LUTS_PER_DSP;

impl Design {
    /// Plans the folded cores of one size that take a frame in some clock cycles, at each pace.
    pub(super) fn for_each_folded(config: &Config, cycles: usize, mut then: impl FnMut(FoldedChoice)) {
        if config.streams_because().is_none() && !config.is_convolved_when_folded() {
            worths_of_a_block(config).for_each(|luts| Self::for_each_of_worth(config, cycles, luts, &mut then));
        }
    }

    /// Plans them with schedules to which a DSP block is worth some LUTs.
    fn for_each_of_worth(config: &Config, cycles: usize, luts_per_dsp: usize, then: impl FnMut(FoldedChoice)) {
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

/// Returns the worths of a DSP block in LUTs that schedules are made for: the ordinary one, and where their number is
/// limited greater ones. Multiplications by constants become sums where a DSP block is worth more.
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
