//! Cores of one multiplier-accumulator: the smallest one that is fast enough.

use super::folded::{BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use super::{Config, Design, Estimated};
use crate::arch::mac::{Circle, MacCore};
use crate::error::Error;
use crate::format::Format;
use crate::formula::Kind;
use crate::number::{stage_costs, Datapath};
use crate::pipeline::{FixedStage, StageArithmetic, Units};
use crate::rtl::address_bits;
use crate::rtl::operators::MultiplierStyle;
use crate::schedule::{ScheduleCache, ScheduleModel};

/// A core of one multiplier-accumulator with its estimate.
pub type MacChoice = Estimated<MacCore>;

/// LUTs of the program, without its counters.
const PROGRAM_LUTS: usize = 45;

/// LUTs of all counters and exponents for each bit of the number of a point.
const INDEX_LUTS: usize = 14;

/// LUTs that fold an exponent to an eighth of a circle of any number of steps, and unfold the root.
const EIGHTH_LUTS: usize = 110;

/// Words of a table or a memory up to which it takes LUTs: of roots of an eighth, and of frames.
const LUT_TABLE_WORDS: usize = 128;
const LUT_MEMORY_WORDS: usize = 64;

/// Words of a bit of a table that a LUT holds.
const LUT_WORDS: usize = 64;

/// Most clock cycles of a frame: so many take a second of simulation.
pub(super) const MAX_CYCLES: usize = 1 << 20;

/// Clock cycles of the product of two complex words, by four multipliers or three, by two, and by one.
const PRODUCT_CYCLES: [usize; 3] = [1, 2, 4];

impl Design {
    /// Plans the smallest core of one multiplier-accumulator that takes a frame in the cycles of a configuration. Returns `None` if none is asked for
    /// or fast enough.
    pub fn mac(config: &Config) -> Result<Option<MacChoice>, Error> {
        let Some(cycles) = config.max_cycles() else { return Ok(None) };
        config.check()?;
        let serves = |choice: &MacChoice| choice.core.interval() <= cycles;
        Ok(Self::macs(config).into_iter().filter(serves).min_by_key(|choice| choice.area))
    }

    /// Plans the cores of one multiplier-accumulator of a configuration, the fastest first.
    pub fn macs(config: &Config) -> Vec<MacChoice> {
        let Format::Fixed(format) = config.format else { return vec![] };
        let is_whole = !matches!(config.datapath, Some(Datapath::Block(_))) && !config.has_block_exponents();
        let is_plain = config.kind == Kind::Complex && config.runtime.sizes.is_empty() && config.kernels.is_none();
        if config.streams_because().is_some() || !is_whole || !is_plain || config.points() < 2 {
            return vec![];
        }
        let schedules = ScheduleCache::new(config.schedule_model());
        let choice = |product_cycles: usize| {
            let frame = (config.points(), product_cycles);
            let core = MacCore::new(frame, config.direction(), (format, &config.arithmetic), &schedules).ok()?;
            Some(estimated(core, config.multiplier, &schedules.model))
        };
        let is_possible = |choice: &MacChoice| {
            choice.core.interval() <= MAX_CYCLES && config.max_dsp.is_none_or(|max| choice.blocks <= max)
        };
        PRODUCT_CYCLES.into_iter().filter_map(choice).filter(is_possible).collect()
    }
}

/// Estimates a core.
fn estimated(core: MacCore, style: MultiplierStyle, model: &ScheduleModel) -> MacChoice {
    let [memory, coefficient, sum] =
        [core.memory_bits(), core.coefficient_bits(), core.sum_bits()].map(|bits| bits as usize);
    let arithmetic = StageArithmetic::Fixed(FixedStage { internal_bits: core.memory_bits(), ..core.fixed(0) });
    let costs = stage_costs(&arithmetic, &model.costs);
    let Units { adders, multipliers, .. } = core.units(style);
    let parts = core.parts();
    // A part of a word and one of a root are chosen for each product, of which that of the real part may be negated.
    let choices = match core.product_cycles {
        1 => 0,
        _ => memory + (parts + 1) * coefficient,
    };
    // Both roundings of a part, and the choice of a sample or a result.
    let results = 2 * (parts + 1) * memory;
    let operators = adders * sum + multipliers * costs.mul + choices + results;
    let scale = if core.scale.is_some() { 2 * coefficient } else { 0 };
    let program = PROGRAM_LUTS + INDEX_LUTS * address_bits(core.points()) as usize;
    let luts = program + memory_luts(&core, memory) + root_luts(&core, coefficient) + scale + operators;
    let blocks = multipliers * costs.dsps_per_multiplier;
    let more_memory = worth_of_more_memory(&core, memory);
    Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp + more_memory }
}

/// Returns the worth of the half of a memory in block RAM that a frame does not fill, in LUTs.
fn worth_of_more_memory(core: &MacCore, bits: usize) -> usize {
    match core.points() {
        words if 2 * words > LUT_MEMORY_WORDS => words * 2 * bits * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS,
        _ => 0,
    }
}

/// Estimates the LUTs of the memory of words with components of `bits` bits.
fn memory_luts(core: &MacCore, bits: usize) -> usize {
    match 2 * core.points() {
        words @ ..=LUT_MEMORY_WORDS => bits * (2 * words).div_ceil(LUT_WORDS),
        _ => 0,
    }
}

/// Estimates the LUTs of the lookup of roots with parts of `bits` bits.
fn root_luts(core: &MacCore, bits: usize) -> usize {
    let table = |words: usize| if words <= LUT_TABLE_WORDS { 2 * bits * words.div_ceil(LUT_WORDS) } else { 0 };
    match core.circle() {
        Circle::Whole => table(core.points()),
        Circle::Octant => table(core.points() / 8) + 4 * bits,
        Circle::Eighth => table(core.points() / 8) + EIGHTH_LUTS,
    }
}
