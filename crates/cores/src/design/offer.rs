//! What each architecture offers for a configuration of one size.

use super::{Config, Design};
use crate::arch::{Architecture, Convolved, Estimated, Flow, Folded, FrameTiming, Mac, Paired, Streaming};
use crate::error::Error;
use crate::formula::LARGEST_CONVOLVED;
use crate::planner::Ranked;

/// A core that serves a configuration, with its cost.
pub struct Offer {
    /// The core, planned and scheduled.
    pub architecture: Box<dyn Architecture>,
    /// Beats of a frame, interval and latency, in clock cycles.
    pub timing: FrameTiming,
    /// LUTs of the core, without the ports.
    pub luts: usize,
    /// Number of DSP blocks.
    pub blocks: usize,
    /// LUTs, including the worth of the DSP blocks.
    pub area: usize,
}

/// Offers the cores of an architecture. Those that take more than `cycles` clock cycles from frame to frame may be left
/// out.
type Way = fn(config: &Config, cycles: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error>;

/// The architectures of cores of one size.
pub(super) const WAYS: [Way; 5] = [folded, convolutions, sums, pairs, streaming];

impl Offer {
    /// An estimated core as what an architecture makes of it. `clocks`: clock cycles to each of its beats.
    fn new<C, A: Architecture + 'static>(
        estimated: Estimated<C>,
        clocks: usize,
        architecture: impl FnOnce(C) -> A,
    ) -> Self {
        let Estimated { core, luts, blocks, area } = estimated;
        let architecture = Box::new(architecture(core));
        let FrameTiming { beats, interval, latency } = architecture.timing(architecture.pipeline().size);
        let timing = FrameTiming { beats, interval: clocks * interval, latency: clocks * latency };
        Offer { architecture, timing, luts, blocks, area }
    }

    /// The first of some plans of a streaming core.
    pub(super) fn streaming(plans: Vec<Ranked>) -> Self {
        let (cost, pace) = (plans[0].cost, plans[0].pipeline.pace);
        let estimated = Estimated { core: plans, luts: cost.luts, blocks: cost.blocks, area: cost.area };
        Offer::new(estimated, pace, |plans| {
            Streaming::new(plans).unwrap_or_else(|| unreachable!("no plan is an error"))
        })
    }

    /// Whether the core is a chain of blocks.
    pub fn is_streaming(&self) -> bool {
        matches!(self.architecture.flow(), Flow::Blocks(_))
    }

    /// Whether neither area nor clock cycles are below those of another core.
    pub(super) fn exceeds(&self, other: &Self, config: &Config) -> bool {
        // Given kernels are those of a folded core, if one is fast enough, whatever a streaming core takes.
        let price = |core: &Self| (config.kernels.is_some() && core.is_streaming(), core.area);
        price(self) >= price(other) && self.timing.interval >= other.timing.interval
    }
}

fn folded(config: &Config, cycles: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
    Design::for_each_folded(config, cycles, |core| {
        let clocks = config.clocks_per_beat() * core.core.pipeline.pace;
        offer(Offer::new(core, clocks, Folded::new));
    });
    Ok(())
}

fn convolutions(config: &Config, cycles: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
    Design::convolutions(config, cycles).into_iter().for_each(|core| offer(Offer::new(core, 1, Convolved::new)));
    Ok(())
}

fn sums(config: &Config, _: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
    let mac = |core| Mac::new(core, config.multiplier, config.runtime.clone());
    Design::macs(config).into_iter().for_each(|core| offer(Offer::new(core, 1, mac)));
    Ok(())
}

fn pairs(config: &Config, _: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
    Design::pairs(config).into_iter().for_each(|core| offer(Offer::new(core, 1, Paired::new)));
    Ok(())
}

/// Offers the best plan at each pace.
fn streaming(config: &Config, cycles: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
    if config.points() > LARGEST_CONVOLVED && config.is_convolved_when_folded() {
        return Ok(());
    }
    Design::paced_plans(config, cycles)?.into_iter().for_each(|plans| offer(Offer::streaming(plans)));
    Ok(())
}
