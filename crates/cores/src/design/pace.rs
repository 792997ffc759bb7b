//! The pace of a core: clock cycles to each of its beats.

use super::{Config, Design, Interface};
use crate::arch::ports::Stall;
use crate::error::Error;
use crate::planner::Ranked;

/// Largest pace: a multiplexer of so many inputs is one LUT for each bit. Beyond it multiplexers take what operators
/// spare.
const MAX_PACE: usize = 4;

impl Config {
    /// Returns the largest pace up to a number that the ports give a core.
    pub(super) fn paced(&self, most: usize) -> usize {
        let Config { interface, stall, ref runtime, .. } = *self;
        let is_paced = interface == Interface::Axis && stall == Stall::Any && runtime.sizes.is_empty();
        if is_paced && self.half_rate().is_none() {
            most.clamp(1, MAX_PACE)
        } else {
            1
        }
    }
}

impl Design {
    /// The plans of streaming cores whose frames may take some clock cycles, at each pace, the smallest first. They have
    /// no more DSP blocks than a configuration allows, except where all of a pace have more.
    pub(super) fn paced_plans(config: &Config, cycles: usize) -> Result<Vec<Vec<Ranked>>, Error> {
        let mut plans = Self::all_plans(config)?;
        plans.sort_by_key(|plan| plan.cost.area);
        let beats = config.frame_beats().into_iter().max().unwrap_or(1);
        let slower = (2..=config.paced(cycles / beats)).map(|pace| at_pace(config, &plans, pace));
        let slower: Vec<Vec<Ranked>> = slower.collect();
        Ok(std::iter::once(plans).chain(slower).map(|plans| fewest_or_within(plans, config.max_dsp)).collect())
    }
}

/// Returns plans at a pace, the smallest first.
fn at_pace(config: &Config, plans: &[Ranked], pace: usize) -> Vec<Ranked> {
    let paced = plans.iter().map(|plan| {
        let model = config.clone().chosen(&plan.pipeline).schedule_model();
        plan.at_pace(pace, &model)
    });
    let mut paced: Vec<Ranked> = paced.collect();
    paced.sort_by_key(|plan| plan.cost.area);
    paced
}

/// Returns the plans of at most some DSP blocks, or the one of the fewest if there are none.
fn fewest_or_within(plans: Vec<Ranked>, max_dsp: Option<usize>) -> Vec<Ranked> {
    let fewest = plans.iter().map(|plan| plan.cost.blocks).min().unwrap_or(0);
    let most = max_dsp.map_or(usize::MAX, |max| max.max(fewest));
    plans.into_iter().filter(|plan| plan.cost.blocks <= most).collect()
}
