//! The choice among the architectures of a configuration.

use super::offer::Offer;
use super::{Config, Design};
use crate::arch::multi_size::{self, MultiSize, SharedChain};
use crate::arch::{Architecture, Estimated};
use crate::choice::Choice as _;
use crate::error::Error;
use crate::number::Scale;
use crate::planner::{self, Ranked, Request};
use crate::schedule::{Goal, ScheduleCache, ScheduleModel};

/// An architecture with its estimate.
pub(super) struct Choice {
    pub architecture: Box<dyn Architecture>,
    /// LUTs of the core without its ports. `None` if the planner has no estimate.
    pub luts: Option<usize>,
}

impl Design {
    /// Chooses and plans the architecture of a configuration, without building a netlist.
    pub fn architecture(config: &Config) -> Result<Box<dyn Architecture>, Error> {
        Ok(Self::choice(config)?.architecture)
    }

    /// Chooses the architecture of a configuration. Debug builds prove it.
    pub(super) fn choice(config: &Config) -> Result<Choice, Error> {
        let choice = Self::unproved_choice(config)?;
        debug_assert!(config.is_proved(&*choice.architecture), "{}: the plan is not the transform", config.top_name());
        Ok(choice)
    }

    /// Chooses the architecture of a configuration.
    fn unproved_choice(config: &Config) -> Result<Choice, Error> {
        if config.runtime.sizes.is_empty() {
            let Offer { architecture, luts, .. } = match config.cycles {
                Some(cycles) => Self::front(config, cycles)?.swap_remove(0),
                None => Offer::streaming(Self::plans(config)?),
            };
            return Ok(Choice { architecture, luts: Some(luts) });
        }
        if let Some(Estimated { core, luts, .. }) = Self::of_sizes(config)? {
            return Ok(Choice { architecture: core.architecture(config), luts: Some(luts) });
        }
        let (chain, direction, runtime) = (Self::shared_chain(config)?, config.direction(), config.runtime.clone());
        let shared = MultiSize::new(chain, direction, runtime);
        let shared = shared.unwrap_or_else(|| unreachable!("there are several sizes"));
        Ok(Choice { architecture: Box::new(shared), luts: None })
    }

    /// Plans and schedules the stages that several sizes share, without building a netlist.
    pub fn shared_chain(config: &Config) -> Result<SharedChain, Error> {
        config.check()?;
        let is_chosen = config.arithmetic.scale() == Scale::Chosen;
        if let Some(what) = config.has_block_exponents().then_some("bfp").or(is_chosen.then_some("runtime")) {
            let why = config.streams_because().unwrap_or("none is fast enough; ask for more --cycles");
            return Err(Error::Unsupported(format!(
                "scale {what} and sizes: only a folded core has exponents or shifts of frames of several sizes, and \
                 {why}"
            )));
        }
        let model = config.schedule_model();
        let radices = config.assigned_sizes()?;
        let schedules = ScheduleCache::new(ScheduleModel { external_twiddles: true, ..model });
        let (direction, format) = (config.direction(), (config.format, &config.fitted()));
        let mut chain = SharedChain::new(&radices, config.width, direction, format, &schedules)?;
        multi_size::limit_dsp(&mut chain, &config.format, &model.costs, config.max_dsp)
            .map_err(|error| Self::or_fewer_of_sizes(config, error))?;
        Ok(chain)
    }

    /// The plans for a configuration, the best first, without building one.
    pub fn plans(config: &Config) -> Result<Vec<Ranked>, Error> {
        let mut plans = Self::all_plans(config)?;
        let fewest = plans.iter().map(|plan| plan.cost.blocks).min().unwrap_or(0);
        match config.max_dsp {
            Some(max_dsp) if max_dsp < fewest => Err(config.too_few_blocks(max_dsp, fewest)),
            Some(max_dsp) => {
                plans.retain(|plan| plan.cost.blocks <= max_dsp);
                Ok(plans)
            }
            None => Ok(plans),
        }
    }

    /// The plans for a configuration, the best first, with those that have more DSP blocks than it allows.
    pub(super) fn all_plans(config: &Config) -> Result<Vec<Ranked>, Error> {
        config.check()?;
        if !config.runtime.sizes.is_empty() {
            return Err(Error::Unsupported(
                "plans are chosen for one size, and several share a chain of stages; ask for one by --size".into(),
            ));
        }
        let Some(Ok(shared)) = config.shared().map(|shared| Self::ranked(&shared)) else {
            return Self::ranked(config);
        };
        match config.goal {
            // Operator by operator a small transform may be quicker, or take less area, but its errors are greater.
            Goal::Area | Goal::Balanced => Ok(shared),
            Goal::Latency => {
                Ok(planner::merged([Self::ranked(config).unwrap_or_default(), shared], &config.schedule_model()))
            }
        }
    }

    /// The plans in one datapath, with those that are the best for other goals. The balanced goal has its own, and of
    /// short frames those that take no more of anything than its best one.
    fn ranked(config: &Config) -> Result<Vec<Ranked>, Error> {
        let own = Self::ranked_for(config)?;
        let is_balanced = config.goal == Goal::Balanced;
        if is_balanced && config.points() > planner::SHORT {
            return Ok(own);
        }
        let model = config.schedule_model();
        let best = own.first().map(|plan| plan.cost);
        let others = Goal::WORDS.iter().map(|(_, goal)| *goal).filter(|goal| *goal != config.goal);
        let others = others.filter_map(|goal| Self::ranked_for(&Config { goal, ..config.clone() }).ok()).flatten();
        let others = others
            .map(|plan| Ranked::new(plan.pipeline, &model))
            .filter(|plan| !is_balanced || best.is_some_and(|best| plan.cost.is_within(&best)))
            .collect();
        Ok(planner::merged([own, others], &model))
    }

    /// The plans in one datapath that are weighed for the goal.
    fn ranked_for(config: &Config) -> Result<Vec<Ranked>, Error> {
        let number = config.number();
        let support = config.support_positions();
        let request = Request {
            kind: config.kind,
            shape: config.shape,
            size: config.points(),
            width: config.lanes(),
            pace: config.least_pace(),
            padding: config.padding,
            number: &*number,
            schedule_model: config.schedule_model(),
            direction: config.direction(),
            orders: config.orders,
            support: support.as_ref(),
            max_dsp: config.max_dsp,
        };
        let forced = config.formula.clone().or_else(|| config.kernels.as_deref().and_then(planner::forced));
        planner::rank(request, forced)
    }
}
