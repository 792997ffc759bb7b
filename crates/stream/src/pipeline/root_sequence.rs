//! Sequences of roots of unity, whose table may fold to an eighth of the circle with an accumulator for the angle.

use crate::exact::Root;
use crate::permute::beat_table::{period, BeatTable};
use crate::rtl::half_blocks;

/// Roots of unity by which a multiplier multiplies, batch by batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootSequence {
    /// Number of the first table, which has real parts. The next table has imaginary parts, or two tables follow with
    /// the sum and the difference of both parts.
    pub table: usize,
    /// Order of the roots e^(-2πi k/order), a power of two.
    pub order: usize,
    /// `exponents[batch]`: exponent k.
    pub exponents: Vec<usize>,
}

/// Exponents in runs of constant increment, modulo the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearRuns {
    /// Batches of a run.
    pub length: usize,
    /// First exponent of each run.
    pub starts: Vec<usize>,
    /// Increment of each run.
    pub steps: Vec<usize>,
}

/// Largest number of runs; their starts and increments are in small ROMs.
const MAX_RUNS: usize = 64;

/// Cost of the accumulator and the multiplexers of a folded ROM, in block RAMs of 18 kbit: for floating point, and for
/// the shorter words of fixed point.
const ACCUMULATOR_HALF_BLOCKS: [usize; 2] = [3, 1];

/// Words of the largest ROM of LUTs for a rotation by three products. Of a larger one, a block RAM of 18 kbit saves a
/// hundred LUTs.
const MAX_TRIPLE_WORDS: usize = 64;

/// Returns the words of the largest twiddle ROM that is made of LUTs. `sums`: for a rotation by three products.
pub fn max_lut_rom_words(sums: bool) -> usize {
    if sums {
        MAX_TRIPLE_WORDS
    } else {
        BeatTable::MAX_LUT_ROM_WORDS
    }
}

impl RootSequence {
    /// Takes `roots[batch]`, where `None` is a don't-care. Returns `None` unless the orders of all roots are powers of
    /// two.
    ///
    /// ```
    /// use fftgen_maths::exact::Root;
    /// use fftgen_stream::pipeline::root_sequence::RootSequence;
    /// let roots = [None, Some(Root::new(1, 16)), None, Some(Root::new(3, 16)), None];
    /// assert_eq!(RootSequence::new(0, &roots).unwrap().exponents, [0, 1, 2, 3, 4]);
    /// assert!(RootSequence::new(0, &[Some(Root::new(1, 20))]).is_none());
    /// ```
    pub fn new(table: usize, roots: &[Option<Root>]) -> Option<Self> {
        let given = || roots.iter().flatten();
        let order = given().map(|root| root.n()).max()?;
        let fits = order >= 16 && given().all(|root| root.n().is_power_of_two());
        let exponent = |root: &Option<Root>| root.map(|root| root.k() * (order / root.n()));
        fits.then(|| RootSequence {
            table,
            order,
            exponents: fill_on_line(&roots.iter().map(exponent).collect::<Vec<_>>(), order),
        })
    }

    /// Divides the exponents into runs, if an accumulator and an eighth of the circle take less than the tables with
    /// words of `bits` bits. `fixed`: in fixed point. `sums`: the tables hold sums of the parts of a factor, and the
    /// folded ROM holds pairs of them.
    pub fn linear_runs(&self, bits: u32, fixed: bool, sums: bool) -> Option<LinearRuns> {
        let batches = self.exponents.len();
        let halves = |words: usize, max_lut_rom_words: usize| match sums {
            _ if words <= max_lut_rom_words => 0,
            true => half_blocks(words, 2 * bits),
            false => 2 * half_blocks(words, bits),
        };
        let max_lut_rom_words = max_lut_rom_words(sums);
        let words = period(&self.exponents);
        if halves(self.order / 8, BeatTable::MAX_LUT_ROM_WORDS) + ACCUMULATOR_HALF_BLOCKS[usize::from(fixed)]
            >= halves(words, max_lut_rom_words)
        {
            return None;
        }
        let runs = (1..=MAX_RUNS).filter(|runs| batches % runs == 0 && batches / runs > 1);
        runs.map(|runs| self.in_runs(batches / runs)).find_map(|found| found)
    }

    /// Divides the exponents into runs of `length`. `None` if a run has no constant increment.
    fn in_runs(&self, length: usize) -> Option<LinearRuns> {
        let mut linear_runs = LinearRuns { length, starts: vec![], steps: vec![] };
        for run in self.exponents.chunks(length) {
            let step = (run[1] + self.order - run[0]) % self.order;
            let is_linear = run.windows(2).all(|pair| (pair[0] + step) % self.order == pair[1]);
            if !is_linear {
                return None;
            }
            linear_runs.starts.push(run[0]);
            linear_runs.steps.push(step);
        }
        Some(linear_runs)
    }
}

/// Replaces don't-cares by exponents on the line through the closest two, if its increment is an integer.
fn fill_on_line(exponents: &[Option<usize>], order: usize) -> Vec<usize> {
    let given: Vec<(usize, usize)> =
        exponents.iter().enumerate().filter_map(|(batch, exponent)| Some((batch, (*exponent)?))).collect();
    let on_line = |batch: usize| {
        let second = given.partition_point(|(at, _)| *at < batch).clamp(1, given.len() - 1);
        let [(from, first), (to, then)] = [given[second - 1], given[second]];
        let (rise, run) = ((then + order - first) % order, to - from);
        let step = if rise % run == 0 { rise / run } else { 0 };
        // For a batch before both, the number of increments is negative, modulo the order.
        let batches = (batch + order * from - from) % order;
        (first + step * batches) % order
    };
    let other = |batch: usize| if given.len() < 2 { given[0].1 } else { on_line(batch) };
    exponents.iter().enumerate().map(|(batch, exponent)| exponent.unwrap_or_else(|| other(batch))).collect()
}
