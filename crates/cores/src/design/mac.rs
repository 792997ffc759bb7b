//! Cores of one multiplier-accumulator: the smallest one that is fast enough.

use super::{Config, Design};
use crate::arch::mac::{self, MacCore};
use crate::arch::Estimated;
use crate::format::Format;
use crate::formula::Kind;
use crate::number::Datapath;
use crate::schedule::ScheduleCache;

/// A core of one multiplier-accumulator with its estimate.
pub type MacChoice = Estimated<MacCore>;

/// Most clock cycles of a frame: so many take a second of simulation.
pub(super) const MAX_CYCLES: usize = 1 << 20;

/// Clock cycles of the product of two complex words, by four multipliers or three, by two, and by one.
const PRODUCT_CYCLES: [usize; 3] = [1, 2, 4];

impl Design {
    /// Plans the cores of one multiplier-accumulator of a configuration of one size, the fastest first.
    pub fn macs(config: &Config) -> Vec<MacChoice> {
        match config.runtime.sizes[..] {
            [] => Self::macs_of(config, &[config.points()]),
            _ => vec![],
        }
    }

    /// Plans the cores of one multiplier-accumulator whose frames choose their size, the fastest first.
    pub fn macs_of_sizes(config: &Config) -> Vec<MacChoice> {
        match &config.runtime.sizes[..] {
            [] => vec![],
            sizes => Self::macs_of(config, sizes),
        }
    }

    /// Plans the cores of one multiplier-accumulator of frames of these sizes, the fastest first.
    fn macs_of(config: &Config, sizes: &[usize]) -> Vec<MacChoice> {
        let all = Self::macs_in_any_time(config, sizes).into_iter();
        all.filter(|choice| choice.core.interval() <= MAX_CYCLES).collect()
    }

    /// Plans the cores of one multiplier-accumulator of frames of these sizes, however long frames take.
    pub(super) fn macs_in_any_time(config: &Config, sizes: &[usize]) -> Vec<MacChoice> {
        let Format::Fixed(format) = config.format else { return vec![] };
        let is_whole = !matches!(config.datapath, Some(Datapath::Block(_))) && !config.has_block_exponents();
        let is_plain = config.kind == Kind::Complex && config.kernels.is_none();
        if config.streams_because().is_some() || !is_whole || !is_plain || sizes.iter().any(|size| *size < 2) {
            return vec![];
        }
        let schedules = ScheduleCache::new(config.schedule_model());
        let choice = |product_cycles: usize| {
            let frames = (sizes, product_cycles);
            let core = MacCore::new(frames, config.direction(), (format, &config.fitted()), &schedules).ok()?;
            Some(mac::estimated(core, config.multiplier, &schedules.model))
        };
        PRODUCT_CYCLES.into_iter().filter_map(choice).collect()
    }
}
