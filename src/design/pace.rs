//! The pace of a core: clock cycles to each of its beats.

use super::{Config, Design, Interface};
use crate::arch::ports::Stall;
use crate::error::Error;
use crate::planner::Ranked;

/// Largest pace: a multiplexer of so many inputs is one LUT for each bit. Beyond it multiplexers take what operators spare.
const MAX_PACE: usize = 4;

impl Config {
    /// Returns the largest pace that frames leave time for.
    fn max_pace(&self) -> usize {
        let beats = self.frame_beats().into_iter().max().unwrap_or(1);
        self.max_cycles().map_or(1, |cycles| self.paced(cycles / beats))
    }

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
    /// The plans of a streaming core whose frames may take the clock cycles of a configuration, the best first, at the pace at which the
    /// best one is the smallest.
    pub fn paced_plans(config: &Config) -> Result<Vec<Ranked>, Error> {
        let plans = Self::plans(config);
        let max_pace = config.max_pace();
        if max_pace == 1 {
            return plans;
        }
        let without_limit = match &plans {
            // Fewer DSP blocks may serve at a slower pace.
            Err(_) => config.max_dsp.and_then(|max| {
                let most = [Some(max * max_pace), None];
                most.into_iter().find_map(|max_dsp| Self::plans(&Config { max_dsp, ..config.clone() }).ok())
            }),
            Ok(_) => None,
        };
        let weighed = without_limit.as_deref().or(plans.as_deref().ok()).unwrap_or_default();
        let slower = (2..=max_pace).map(|pace| Self::at_pace(config, weighed, pace));
        let smallest = slower.filter(|plans| !plans.is_empty()).min_by_key(|plans| plans[0].cost.area);
        match (plans, smallest) {
            (Ok(plans), Some(paced)) if plans[0].cost.area <= paced[0].cost.area => Ok(plans),
            (_, Some(paced)) => Ok(paced),
            (plans, None) => plans,
        }
    }

    /// The smallest streaming core of each pace, of the plans at full rate, the slowest first.
    pub fn paced_front(config: &Config, plans: &[Ranked]) -> Vec<Ranked> {
        let slowest = Config { cycles: Some(usize::MAX), ..config.clone() }.max_pace();
        (2..=slowest).rev().filter_map(|pace| Self::at_pace(config, plans, pace).into_iter().next()).collect()
    }

    /// Returns plans at a pace that keep the limits of a configuration, the smallest first.
    fn at_pace(config: &Config, plans: &[Ranked], pace: usize) -> Vec<Ranked> {
        let paced = plans.iter().map(|plan| {
            let model = config.clone().chosen(&plan.pipeline).schedule_model();
            plan.at_pace(pace, &model)
        });
        let mut paced: Vec<Ranked> =
            paced.filter(|plan| config.max_dsp.is_none_or(|max| plan.cost.blocks <= max)).collect();
        paced.sort_by_key(|plan| plan.cost.area);
        paced
    }
}
