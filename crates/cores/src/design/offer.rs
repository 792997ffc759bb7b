//! What each architecture offers for a configuration of one size.

use super::{Config, Design};
use crate::arch::{Architecture, Convolved, Estimated, Folded, FrameTiming, Mac, Paired, Streaming};
use crate::error::Error;
use crate::formula::LARGEST_CONVOLVED;
use crate::planner::Ranked;

/// A core that serves a configuration, with its cost.
pub struct Offer {
    /// Whose core it is.
    pub way: Way,
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

/// An architecture of cores of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A processor for all steps of a frame.
    Folded,
    /// A processor for both transforms of a convolution.
    Convolved,
    /// A multiplier-accumulator.
    Sums,
    /// A multiplier for mirrored pairs of points.
    Pairs,
    /// A chain of blocks.
    Streaming,
}

impl Way {
    /// All of them.
    pub(super) const ALL: [Way; 5] = [Way::Folded, Way::Convolved, Way::Sums, Way::Pairs, Way::Streaming];

    /// Offers the cores of the architecture. Those that take more than `cycles` clock cycles from frame to frame may be
    /// left out.
    pub(super) fn offer(self, config: &Config, cycles: usize, offer: &mut dyn FnMut(Offer)) -> Result<(), Error> {
        match self {
            Way::Folded => Design::for_each_folded(config, cycles, |core| {
                let clocks = config.clocks_per_beat() * core.core.pipeline.pace;
                offer(Offer::new(self, core, clocks, Folded::new));
            }),
            Way::Convolved => {
                let all = Design::convolutions(config, cycles).into_iter();
                all.for_each(|core| offer(Offer::new(self, core, 1, Convolved::new)));
            }
            Way::Sums => {
                let mac = |core| Mac::new(core, config.multiplier, config.runtime.clone());
                Design::macs(config).into_iter().for_each(|core| offer(Offer::new(self, core, 1, mac)));
            }
            Way::Pairs => {
                Design::pairs(config).into_iter().for_each(|core| offer(Offer::new(self, core, 1, Paired::new)));
            }
            Way::Streaming if config.points() > LARGEST_CONVOLVED && config.is_convolved_when_folded() => {}
            // The best plan at each pace.
            Way::Streaming => {
                let paces = Design::paced_plans(config, cycles)?.into_iter();
                paces.for_each(|plans| offer(Offer::streaming(plans)));
            }
        }
        Ok(())
    }
}

impl Offer {
    /// An estimated core as what an architecture makes of it. `clocks`: clock cycles to each of its beats.
    fn new<C, A: Architecture + 'static>(
        way: Way,
        estimated: Estimated<C>,
        clocks: usize,
        architecture: impl FnOnce(C) -> A,
    ) -> Self {
        let Estimated { core, luts, blocks, area } = estimated;
        let architecture = Box::new(architecture(core));
        let FrameTiming { beats, interval, latency } = architecture.timing(architecture.pipeline().size);
        let timing = FrameTiming { beats, interval: clocks * interval, latency: clocks * latency };
        Offer { way, architecture, timing, luts, blocks, area }
    }

    /// The first of some plans of a streaming core.
    pub(super) fn streaming(plans: Vec<Ranked>) -> Self {
        let (cost, pace) = (plans[0].cost, plans[0].pipeline.pace);
        let estimated = Estimated { core: plans, luts: cost.luts, blocks: cost.blocks, area: cost.area };
        Offer::new(Way::Streaming, estimated, pace, |plans| {
            Streaming::new(plans).unwrap_or_else(|| unreachable!("no plan is an error"))
        })
    }

    /// Whether the core is a chain of blocks.
    pub fn is_streaming(&self) -> bool {
        self.way == Way::Streaming
    }

    /// Whether neither area nor clock cycles are below those of another core.
    pub(super) fn exceeds(&self, other: &Self, config: &Config) -> bool {
        // Given kernels are those of a folded core, if one is fast enough, whatever a streaming core takes.
        let price = |core: &Self| (config.kernels.is_some() && core.is_streaming(), core.area);
        price(self) >= price(other) && self.timing.interval >= other.timing.interval
    }
}
