//! Cores of one size: those that are the smallest for their clock cycles. The choice and `explain` go by them.

use super::offer::{Offer, Way};
use super::{Config, Design};
use crate::error::Error;
use crate::formula::Kind;

/// Cores of which each is the smallest for its clock cycles.
struct Front<'a> {
    config: &'a Config,
    /// Most clock cycles from frame to frame.
    cycles: usize,
    /// Cores without those that another one of no more clock cycles does not exceed in area.
    cores: Vec<Offer>,
    /// Fewest DSP blocks of a core that takes at most these clock cycles.
    fewest_blocks: Option<usize>,
    /// Fewest clock cycles of a core.
    fewest_cycles: Option<usize>,
}

impl Front<'_> {
    /// Weighs a core.
    fn add(&mut self, core: Offer) {
        let cycles = core.timing.interval;
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

impl Design {
    /// Plans the cores that take a frame in at most some clock cycles and have no more DSP blocks than a configuration
    /// allows, without those that another one of no more clock cycles does not exceed in area. The first one is the
    /// smallest and the slowest.
    pub fn front(config: &Config, cycles: usize) -> Result<Vec<Offer>, Error> {
        config.check()?;
        let mut front = Front { config, cycles, cores: vec![], fewest_blocks: None, fewest_cycles: None };
        let offered = Way::ALL.iter().map(|way| way.offer(config, cycles, &mut |core| front.add(core)));
        let error = offered.filter_map(Result::err).last();
        let Front { mut cores, fewest_blocks, fewest_cycles, .. } = front;
        cores.sort_by_key(|core| std::cmp::Reverse(core.timing.interval));
        match (cores.is_empty(), config.max_dsp, fewest_blocks) {
            (false, ..) => Ok(cores),
            (true, Some(max_dsp), Some(fewest)) => Err(config.too_few_blocks(max_dsp, fewest)),
            _ => Err(error.unwrap_or_else(|| too_few_cycles(config.points(), cycles, fewest_cycles))),
        }
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
            "cycles {cycles}: a frame of {points} points takes {least} clock cycles or more; ask for more --cycles, or \
             DSP blocks"
        ),
        None => format!("cycles and size {points}: words grow too long; ask for --scale stage, or shorter words"),
    })
}
