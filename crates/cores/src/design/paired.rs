//! Cores of mirrored pairs: the smallest one that is fast enough.

use super::folded::{BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use super::mac::MAX_CYCLES;
use super::{Config, Design, Estimated};
use crate::arch::paired::{PairedCore, PairedSplit};
use crate::format::Format;
use crate::formula::Kind;
use crate::number::{stage_costs, Datapath};
use crate::pipeline::{FixedStage, StageArithmetic, Units};
use crate::rtl::{address_bits, is_in_luts, memory_luts};
use crate::schedule::{ScheduleCache, ScheduleModel};

/// A core of mirrored pairs with its estimate.
pub type PairedChoice = Estimated<PairedCore>;

/// LUTs of all pulses and counters, without those of the numbers of points.
const PROGRAM_LUTS: usize = 160;

/// LUTs of all counters and addresses for each bit of the number of a point.
const INDEX_LUTS: usize = 16;

/// Words up to which a table takes LUTs.
const LUT_TABLE_WORDS: usize = 256;

/// Words of a bit of a table that a LUT holds.
const LUT_WORDS: usize = 64;

impl Design {
    /// Plans the cores of mirrored pairs of a configuration, the fastest first.
    pub fn pairs(config: &Config) -> Vec<PairedChoice> {
        let Some(config) = config.in_pairs() else { return vec![] };
        let split = PairedSplit::new(config.points());
        // About so many clock cycles are those of the products.
        if split.rear < 2 || split.points().saturating_mul(split.rear) > MAX_CYCLES {
            return vec![];
        }
        let (number, model) = (config.number(), config.schedule_model());
        let schedules = ScheduleCache::new(model);
        let choice = |parts: usize| {
            let format = (config.format, &config.fitted());
            let core = PairedCore::new((split, parts), config.direction(), &*number, format, &schedules).ok()?;
            Some(estimated(core, &schedules.model))
        };
        let is_possible = |choice: &PairedChoice| choice.core.timing().interval <= MAX_CYCLES;
        let parts = if split.front > 1 { 1..=2 } else { 1..=1 };
        parts.rev().filter_map(choice).filter(is_possible).collect()
    }
}

impl Config {
    /// Returns the configuration in the words of a core of mirrored pairs. `None` if no such core serves.
    fn in_pairs(&self) -> Option<Self> {
        let is_plain = self.kind == Kind::Complex && self.runtime.sizes.is_empty() && self.kernels.is_none();
        if self.streams_because().is_some() || !is_plain || self.lanes() > 1 {
            return None;
        }
        match self.format {
            Format::Fixed(_) => {
                let is_whole = !matches!(self.datapath, Some(Datapath::Block(_))) && !self.has_block_exponents();
                is_whole.then(|| self.clone())
            }
            Format::Float(_) => match self.datapath {
                Some(Datapath::Shared(_)) => Some(self.clone()),
                _ => self.shared_for_pairs(),
            },
        }
    }
}

/// Estimates a core.
fn estimated(core: PairedCore, model: &ScheduleModel) -> PairedChoice {
    let fixed = core.fixed();
    let [pair, coefficient] = core.factor_bits();
    let arithmetic = StageArithmetic::Fixed(FixedStage { internal_bits: pair, ..fixed });
    let costs = stage_costs(&arithmetic, &model.costs);
    let [pair, coefficient, front, sum, output] =
        [pair, coefficient, core.front_bits(), fixed.internal_bits, fixed.output_bits].map(|bits| bits as usize);
    let Units { multipliers, .. } = core.units();
    let (split, parts) = (core.split, core.front_parts as u32);
    // The choice of the part of a point that is written, and of the part of a sample that is summed.
    let choices = if parts == 1 { fixed.input_bits as usize } else { front };
    // Products, both sums of a bin, and the choice of the first product.
    let sums = pair + 2 * sum + if split.front > 1 { parts as usize * front } else { 0 };
    // The choice of a sum, and its rounding.
    let rounding = 2 * output;
    let codecs = core.decoder().map_or(0, |shared| {
        6 * (parts * shared.aligned + shared.mantissa()) as usize + 10 * shared.float.exponent as usize
    });
    let samples = core.decoder().map_or(fixed.input_bits, |shared| shared.float.bits()) as usize;
    let bins = core.decoder().map_or(output, |shared| shared.float.bits() as usize);
    // Samples, both parts of bins, and three copies of points: number of memories, words and bits of a word.
    let memories = [(1, 2 * split.points(), 2 * samples), (2, 2 * split.points(), bins), (3, 4 * split.rear, front)];
    let table = match 2 * split.rear {
        words @ ..=LUT_TABLE_WORDS => coefficient * words.div_ceil(LUT_WORDS),
        _ => 0,
    };
    let program = PROGRAM_LUTS + INDEX_LUTS * address_bits(split.points()) as usize;
    let memory: usize = memories.iter().map(|(count, words, bits)| count * memory_luts(*words, *bits)).sum();
    let luts = program + memory + table + choices + sums + multipliers * costs.mul + rounding + codecs;
    let blocks = multipliers * costs.dsps_per_multiplier;
    let worth: usize = memories.iter().map(|(count, words, bits)| count * worth_of_memory(*words, *bits)).sum();
    Estimated { core, luts, blocks, area: luts + blocks * model.costs.luts_per_dsp + worth }
}

/// Returns the worth of a memory in block RAM in LUTs.
fn worth_of_memory(words: usize, bits: usize) -> usize {
    if is_in_luts(words, bits) {
        0
    } else {
        words * bits * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS
    }
}
