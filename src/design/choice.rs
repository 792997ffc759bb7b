//! The choice among the architectures of a configuration.

use super::{Config, Design, Estimated};
use crate::arch::multi_size::{self, MultiSize, SharedChain};
use crate::arch::{Architecture, Convolved, Folded, Mac, Paired, Streaming};
use crate::error::Error;
use crate::number::Scale;
use crate::planner::{self, Ranked, Request};
use crate::schedule::{Goal, ScheduleCache, ScheduleModel};
use std::cell::OnceCell;

/// An architecture with its estimate.
pub(super) struct Choice {
    pub architecture: Box<dyn Architecture>,
    /// LUTs of the core without its ports. `None` if the planner has no estimate.
    pub luts: Option<usize>,
    /// LUTs, including the worth of the DSP blocks. It is zero where there is only one architecture.
    area: usize,
}

impl Choice {
    /// Returns the architecture of an estimated core.
    pub fn new<C>(estimated: Estimated<C>, architecture: impl FnOnce(C) -> Box<dyn Architecture>) -> Self {
        let Estimated { core, luts, area, .. } = estimated;
        Choice { architecture: architecture(core), luts: Some(luts), area }
    }
}

impl Design {
    /// Chooses and plans the architecture of a configuration, without building a netlist.
    pub fn architecture(config: &Config) -> Result<Box<dyn Architecture>, Error> {
        Ok(Self::choice(config)?.architecture)
    }

    /// Chooses the architecture of a configuration.
    pub(super) fn choice(config: &Config) -> Result<Choice, Error> {
        let runtime = || config.runtime.clone();
        let mac = Self::mac(config)?;
        let mac = mac.map(|mac| Choice::new(mac, |core| Box::new(Mac::new(core, config.multiplier, runtime()))));
        let paired = Self::paired(config)?;
        let paired = paired.map(|paired| Choice::new(paired, |core| Box::new(Paired::new(core))));
        let without_kernels = mac.into_iter().chain(paired).min_by_key(|choice| choice.area);
        match (without_kernels, Self::with_kernels(config)) {
            (Some(least), Ok(other)) => Ok(if other.area <= least.area { other } else { least }),
            (Some(least), Err(_)) => Ok(least),
            (None, other) => other,
        }
    }

    /// Chooses among the architectures that have kernels.
    fn with_kernels(config: &Config) -> Result<Choice, Error> {
        let plans = OnceCell::new();
        let area = || {
            let plans = plans.get_or_init(|| Self::paced_plans(config)).as_ref().ok()?;
            Some(plans.first()?.cost.area)
        };
        if let Some(choice) = Self::folded_beside(config, area)? {
            return Ok(Choice::new(choice, |core| Box::new(Folded::new(core))));
        }
        if let Some(choice) = Self::convolved(config)? {
            return Ok(Choice::new(choice, |core| Box::new(Convolved::new(core))));
        }
        if let Some(choice) = Self::of_sizes(config)? {
            return Ok(Choice::new(choice, |core| core.architecture(config)));
        }
        if config.runtime.sizes.is_empty() {
            let plans = plans.into_inner().unwrap_or_else(|| Self::paced_plans(config));
            let plans = plans.map_err(|error| Self::or_fewer_when_folded(config, error))?;
            let (luts, area) = plans.first().map(|plan| (plan.cost.luts, plan.cost.area)).unzip();
            let streaming = Streaming::new(plans).unwrap_or_else(|| unreachable!("no plan is an error"));
            return Ok(Choice { architecture: Box::new(streaming), luts, area: area.unwrap_or(0) });
        }
        let (chain, direction, runtime) = (Self::shared_chain(config)?, config.direction(), config.runtime.clone());
        let shared = MultiSize::new(chain, direction, runtime);
        let shared = shared.unwrap_or_else(|| unreachable!("there are several sizes"));
        Ok(Choice { architecture: Box::new(shared), luts: None, area: 0 })
    }

    /// Plans and schedules the stages that several sizes share, without building a netlist.
    pub fn shared_chain(config: &Config) -> Result<SharedChain, Error> {
        config.check()?;
        let is_chosen = config.arithmetic.scale() == Scale::Chosen;
        if let Some(what) = config.has_block_exponents().then_some("bfp").or(is_chosen.then_some("runtime")) {
            return Err(Error::Unsupported(format!(
                "scale {what} and sizes: only a folded core has exponents or shifts of frames of several sizes, and none is fast enough; \
                 ask for more --cycles"
            )));
        }
        let model = config.schedule_model();
        let radices = config.assigned_sizes()?;
        let schedules = ScheduleCache::new(ScheduleModel { external_twiddles: true, ..model });
        let (direction, format) = (config.direction(), (config.format, &config.arithmetic));
        let mut chain = SharedChain::new(&radices, config.width, direction, format, &schedules)?;
        multi_size::limit_dsp(&mut chain, &config.format, &model.costs, config.max_dsp)
            .map_err(|error| Self::or_fewer_when_folded(config, error))?;
        Ok(chain)
    }

    /// The plans for a configuration, the best first, without building one.
    pub fn plans(config: &Config) -> Result<Vec<Ranked>, Error> {
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

    /// The plans in one datapath.
    fn ranked(config: &Config) -> Result<Vec<Ranked>, Error> {
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
        planner::rank(request, config.kernels.as_deref().and_then(planner::forced))
    }
}
