//! Cores of one size: those that are the smallest for their clock cycles. The choice and `explain` go by them.

use super::{Config, Design, Estimated};
use crate::arch::convolved::ConvolvedCore;
use crate::arch::folded::FoldedCore;
use crate::arch::mac::MacCore;
use crate::arch::paired::PairedCore;
use crate::arch::{Architecture, Convolved, Folded, FrameTiming, Mac, Paired, Streaming};
use crate::error::Error;
use crate::formula::{Kind, LARGEST_CONVOLVED};
use crate::planner::Ranked;

/// A core of one size.
pub enum Core {
    /// A chain of blocks: plans at one pace, the chosen one first.
    Streaming(Vec<Ranked>),
    /// A processor for all steps of a frame.
    Folded(Box<FoldedCore>),
    /// A processor for both transforms of a convolution.
    Convolved(Box<ConvolvedCore>),
    /// A multiplier-accumulator.
    Sums(Box<MacCore>),
    /// A multiplier for mirrored pairs of points.
    Pairs(Box<PairedCore>),
}

impl Core {
    /// Returns beats of a frame, interval and latency, in clock cycles.
    pub fn timing(&self, config: &Config) -> FrameTiming {
        let (timing, clocks) = match self {
            Core::Streaming(plans) => {
                let Ranked { pipeline, cost } = &plans[0];
                let timing =
                    FrameTiming { beats: config.frame_beats(), interval: pipeline.interval, latency: cost.latency };
                (timing, pipeline.pace)
            }
            Core::Folded(core) => (core.timing(), config.clocks_per_beat() * core.pipeline.pace),
            Core::Convolved(core) => (core.timing(), 1),
            Core::Sums(core) => (core.timing(core.largest()), 1),
            Core::Pairs(core) => (core.timing(), 1),
        };
        let FrameTiming { beats, interval, latency } = timing;
        FrameTiming { beats, interval: clocks * interval, latency: clocks * latency }
    }

    /// Returns the core as the architecture of a configuration.
    pub fn architecture(self, config: &Config) -> Box<dyn Architecture> {
        match self {
            Core::Streaming(plans) => {
                Box::new(Streaming::new(plans).unwrap_or_else(|| unreachable!("no plan is an error")))
            }
            Core::Folded(core) => Box::new(Folded::new(*core)),
            Core::Convolved(core) => Box::new(Convolved::new(*core)),
            Core::Sums(core) => Box::new(Mac::new(*core, config.multiplier, config.runtime.clone())),
            Core::Pairs(core) => Box::new(Paired::new(*core)),
        }
    }

    /// Whether the core has a chain of blocks.
    pub fn is_streaming(&self) -> bool {
        matches!(self, Core::Streaming(_))
    }
}

/// Cores of which each is the smallest for its clock cycles.
struct Front<'a> {
    config: &'a Config,
    /// Most clock cycles from frame to frame.
    cycles: usize,
    /// Cores without those that another one of no more clock cycles does not exceed in area.
    cores: Vec<Estimated<Core>>,
    /// Fewest DSP blocks of a core that takes at most these clock cycles.
    fewest_blocks: Option<usize>,
    /// Fewest clock cycles of a core.
    fewest_cycles: Option<usize>,
}

impl Front<'_> {
    /// Weighs a core.
    fn add(&mut self, core: Estimated<Core>) {
        let cycles = core.cycles(self.config);
        self.fewest_cycles = self.fewest_cycles.into_iter().chain([cycles]).min();
        if cycles > self.cycles {
            return;
        }
        self.fewest_blocks = self.fewest_blocks.into_iter().chain([core.blocks]).min();
        let is_within = self.config.max_dsp.is_none_or(|max| core.blocks <= max);
        if is_within && !self.cores.iter().any(|other| core.exceeds(other, self.config)) {
            self.cores.retain(|other| !other.exceeds(&core, self.config));
            self.cores.push(core);
        }
    }
}

impl Estimated<Core> {
    /// Returns the estimate of the first of some plans.
    pub(super) fn streaming(plans: Vec<Ranked>) -> Self {
        let cost = plans[0].cost;
        Estimated { luts: cost.luts, blocks: cost.blocks, area: cost.area, core: Core::Streaming(plans) }
    }

    /// Whether neither area nor clock cycles are below those of another core.
    fn exceeds(&self, other: &Self, config: &Config) -> bool {
        // Given kernels are those of a folded core, if one is fast enough, whatever a streaming core takes.
        let price = |core: &Self| (config.kernels.is_some() && core.core.is_streaming(), core.area);
        price(self) >= price(other) && self.cycles(config) >= other.cycles(config)
    }

    /// Returns the clock cycles from frame to frame.
    fn cycles(&self, config: &Config) -> usize {
        self.core.timing(config).interval
    }
}

impl Design {
    /// Plans the cores that take a frame in at most some clock cycles and have no more DSP blocks than a configuration allows, without those that
    /// another one of no more clock cycles does not exceed in area. The first one is the smallest and the slowest.
    pub fn front(config: &Config, cycles: usize) -> Result<Vec<Estimated<Core>>, Error> {
        config.check()?;
        let mut front = Front { config, cycles, cores: vec![], fewest_blocks: None, fewest_cycles: None };
        Self::for_each_folded(config, cycles, |core| front.add(core.map(|core| Core::Folded(Box::new(core)))));
        for core in Self::convolutions(config, cycles) {
            front.add(core.map(|core| Core::Convolved(Box::new(core))));
        }
        for core in Self::macs(config) {
            front.add(core.map(|core| Core::Sums(Box::new(core))));
        }
        for core in Self::pairs(config) {
            front.add(core.map(|core| Core::Pairs(Box::new(core))));
        }
        let points = config.points();
        let is_streamed = points <= LARGEST_CONVOLVED || !config.is_convolved_when_folded();
        let streaming = is_streamed.then(|| Self::paced_plans(config, cycles)).transpose();
        let error = match streaming {
            Ok(paced) => {
                paced.into_iter().flatten().for_each(|plans| front.add(Estimated::streaming(plans)));
                None
            }
            Err(error) => Some(error),
        };
        let Front { mut cores, fewest_blocks, fewest_cycles, .. } = front;
        cores.sort_by_key(|core| std::cmp::Reverse(core.cycles(config)));
        match (cores.is_empty(), config.max_dsp, fewest_blocks) {
            (false, ..) => Ok(cores),
            (true, Some(max_dsp), Some(fewest)) => Err(config.too_few_blocks(max_dsp, fewest)),
            _ => Err(error.unwrap_or_else(|| too_few_cycles(points, cycles, fewest_cycles))),
        }
    }

    /// Plans the folded core that takes a frame in the cycles of a configuration. Returns `None` if a streaming core is smaller, or no folded one is
    /// fast enough.
    pub fn folded(config: &Config) -> Result<Option<Estimated<FoldedCore>>, Error> {
        let Some(cycles) = config.cycles.filter(|_| config.runtime.sizes.is_empty()) else { return Ok(None) };
        let chosen = Self::front(config, cycles)?.into_iter().find_map(|core| match core.core {
            Core::Folded(_) | Core::Streaming(_) => Some(core),
            _ => None,
        });
        Ok(chosen.and_then(|Estimated { core, luts, blocks, area }| match core {
            Core::Folded(core) => Some(Estimated { core: *core, luts, blocks, area }),
            _ => None,
        }))
    }
}

impl Config {
    /// Returns the error of a limit on DSP blocks that no core keeps.
    pub(super) fn too_few_blocks(&self, max_dsp: usize, fewest: usize) -> Error {
        let points = if self.kind == Kind::Complex { "points" } else { "samples" };
        let width = self.lanes() * self.kind.share();
        let (what, less) = (format!("{} {points}, {width}", self.size()), format!(" fewer {points} a cycle,"));
        Error::TooFewBlocks { max_dsp, what, format: self.format.name(), fewest, less }
    }
}

/// Returns the error of a size that no streaming core has.
fn too_few_cycles(points: usize, cycles: usize, least: Option<usize>) -> Error {
    Error::Unsupported(match least {
        Some(least) => format!(
            "cycles {cycles}: a frame of {points} points takes {least} clock cycles or more; ask for more --cycles, or DSP blocks"
        ),
        None => format!("cycles and size {points}: words grow too long; ask for --scale stage, or shorter words"),
    })
}
