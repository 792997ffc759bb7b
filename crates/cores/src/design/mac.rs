//! Cores of one multiplier-accumulator: the smallest one that is fast enough.

use super::folded::{BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use super::{Config, Design, Estimated};
use crate::arch::mac::{Circle, MacCore};
use crate::format::Format;
use crate::formula::Kind;
use crate::number::{stage_costs, Datapath};
use crate::operators::MultiplierStyle;
use crate::pipeline::{FixedStage, StageArithmetic, Units};
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::{ScheduleCache, ScheduleModel};

/// A core of one multiplier-accumulator with its estimate.
pub type MacChoice = Estimated<MacCore>;

/// LUTs of the program, without its counters.
const PROGRAM_LUTS: usize = 55;

/// LUTs of all counters and exponents for each bit of the number of a point.
const INDEX_LUTS: usize = 14;

/// LUTs that fold an exponent to an eighth of a circle of any number of steps, and unfold the root.
const EIGHTH_LUTS: usize = 110;

/// LUTs of the number of the size and of the exponents of several circles.
const SIZES_LUTS: usize = 90;

/// Numbers of a step of several sizes, and of a size, each about as long as that of a point.
const STEP_NUMBERS: usize = 5;
const SIZE_NUMBERS: usize = 5;

/// Words of a table of roots of an eighth up to which it takes LUTs.
const LUT_TABLE_WORDS: usize = 128;

/// Words of a bit of a table that a LUT holds.
const LUT_WORDS: usize = 64;

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
            Some(estimated(core, config.multiplier, &schedules.model))
        };
        PRODUCT_CYCLES.into_iter().filter_map(choice).collect()
    }
}

/// Estimates a core.
fn estimated(core: MacCore, style: MultiplierStyle, model: &ScheduleModel) -> MacChoice {
    let [memory, coefficient, sum] =
        [core.memory_bits(), core.coefficient_bits(), core.sum_bits()].map(|bits| bits as usize);
    let arithmetic =
        StageArithmetic::Fixed(FixedStage { internal_bits: core.memory_bits(), ..core.largest().fixed(0) });
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
    let scale = if core.frames.iter().any(|frame| frame.scale.is_some()) { 2 * coefficient } else { 0 };
    let program = PROGRAM_LUTS + INDEX_LUTS * address_bits(core.points()) as usize;
    let luts = program
        + memory_luts(2 * core.points(), 2 * memory)
        + root_luts(&core, coefficient)
        + scale
        + operators
        + size_luts(&core);
    let blocks = multipliers * costs.dsps_per_multiplier;
    let more_memory = worth_of_more_memory(&core, memory);
    Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp + more_memory }
}

/// Estimates the LUTs of the numbers of all steps of several sizes, and of what rounds their bins.
fn size_luts(core: &MacCore) -> usize {
    let sizes = core.frames.len();
    if sizes == 1 {
        return 0;
    }
    let steps = core.frames.iter().map(|frame| frame.steps.len()).max().unwrap_or(1).next_power_of_two();
    let numbers = |each: usize, words: usize| each * address_bits(core.points()) as usize * words.div_ceil(LUT_WORDS);
    let roundings = 2 * core.parts() * core.memory_bits() as usize * core.roundings().len().saturating_sub(2);
    SIZES_LUTS + numbers(STEP_NUMBERS, steps * sizes) + numbers(SIZE_NUMBERS, sizes) + roundings
}

/// Returns the worth of the half of a memory in block RAM that a frame does not fill, in LUTs.
fn worth_of_more_memory(core: &MacCore, bits: usize) -> usize {
    match is_in_luts(2 * core.points(), 2 * bits) {
        true => 0,
        false => core.points() * 2 * bits * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS,
    }
}

/// Estimates the LUTs of the lookup of roots with parts of `bits` bits.
fn root_luts(core: &MacCore, bits: usize) -> usize {
    let table = |words: usize| if words <= LUT_TABLE_WORDS { 2 * bits * words.div_ceil(LUT_WORDS) } else { 0 };
    match core.circle() {
        Circle::Whole => table(core.points()),
        Circle::Octant => table(core.points() / 8) + 4 * bits,
        Circle::Eighth => table(core.circles().words()) + EIGHTH_LUTS,
    }
}
