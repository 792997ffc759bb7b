//! Tables of twiddle factors, folded: an eighth of the circle has all values, and an accumulator finds the angle.

use crate::exact::Root;
use crate::permute::beat_table::{period, BeatTable};
use crate::permute::half_blocks;

/// Roots of unity that a multiplier meets, batch by batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootSequence {
    /// The first table: of real parts, behind which stands that of imaginary parts, or of the first of three words that
    /// are sums of both.
    pub table: usize,
    /// A power of two: the factors are e^(-2πi k/order).
    pub order: usize,
    /// `exponents[batch]`: k.
    pub exponents: Vec<usize>,
}

/// Exponents that grow evenly, run by run, modulo the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearRuns {
    /// Batches of a run.
    pub length: usize,
    /// What each run begins with.
    pub starts: Vec<usize>,
    /// What each run grows by.
    pub steps: Vec<usize>,
}

/// Runs whose starts and steps stand in small tables.
const MAX_RUNS: usize = 64;

/// What lookup tables and switches for a folded table are worth, in halves of a block RAM: in floating point, and in
/// fixed point, whose words are shorter.
const ACCUMULATOR_HALF_BLOCKS: [usize; 2] = [3, 1];

/// Most words of the tables of a rotation by three products that lookup tables hold: of more, half a block RAM saves a
/// hundred of them.
const MAX_TRIPLE_WORDS: usize = 64;

/// Most words of a table of factors that lookup tables hold. `sums`: of a rotation by three products.
pub fn max_lut_rom_words(sums: bool) -> usize {
    if sums {
        MAX_TRIPLE_WORDS
    } else {
        BeatTable::MAX_LUT_ROM_WORDS
    }
}

impl RootSequence {
    /// `roots[batch]`: where it is `None`, nobody reads the tables. `None` unless all roots' orders are powers of two.
    ///
    /// ```
    /// use fftgen::exact::Root;
    /// use fftgen::pipeline::root_sequence::RootSequence;
    /// let roots = [None, Some(Root::new(1, 16)), None, Some(Root::new(3, 16)), None];
    /// assert_eq!(RootSequence::new(0, &roots).unwrap().exponents, [0, 1, 2, 3, 4]);
    /// assert!(RootSequence::new(0, &[Some(Root::new(1, 20))]).is_none());
    /// ```
    pub fn new(table: usize, roots: &[Option<Root>]) -> Option<Self> {
        let known = || roots.iter().flatten();
        let order = known().map(|root| root.n()).max()?;
        let fits = order >= 16 && known().all(|root| root.n().is_power_of_two());
        let exponent = |root: &Option<Root>| root.map(|root| root.k() * (order / root.n()));
        fits.then(|| RootSequence {
            table,
            order,
            exponents: fill_on_line(&roots.iter().map(exponent).collect::<Vec<_>>(), order),
        })
    }

    /// The runs of the exponents, where an accumulator and an eighth of the circle take less than the tables, whose words
    /// have so many bits. `fixed`: in fixed point; `sums`: where the tables have sums of both parts of a factor, which one
    /// table of both makes.
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
        runs.map(|runs| self.in_runs(batches / runs)).find_map(|linear_runs| linear_runs)
    }

    fn in_runs(&self, length: usize) -> Option<LinearRuns> {
        let mut linear_runs = LinearRuns { length, starts: vec![], steps: vec![] };
        for run in self.exponents.chunks(length) {
            let step = (run[1] + self.order - run[0]) % self.order;
            let fill_on_line = run.windows(2).all(|pair| (pair[0] + step) % self.order == pair[1]);
            if !fill_on_line {
                return None;
            }
            linear_runs.starts.push(run[0]);
            linear_runs.steps.push(step);
        }
        Some(linear_runs)
    }
}

/// These exponents; where there is none, it lies on a line with the closest two, if a line goes through batches of both.
fn fill_on_line(exponents: &[Option<usize>], order: usize) -> Vec<usize> {
    let known: Vec<(usize, usize)> =
        exponents.iter().enumerate().filter_map(|(batch, exponent)| Some((batch, (*exponent)?))).collect();
    let on_line = |batch: usize| {
        let second = known.partition_point(|(at, _)| *at < batch).clamp(1, known.len() - 1);
        let [(from, first), (to, then)] = [known[second - 1], known[second]];
        let (rise, run) = ((then + order - first) % order, to - from);
        let step = if rise % run == 0 { rise / run } else { 0 };
        // Batches ahead of both count backwards.
        let batches = (batch + order * from - from) % order;
        (first + step * batches) % order
    };
    let other = |batch: usize| if known.len() < 2 { known[0].1 } else { on_line(batch) };
    exponents.iter().enumerate().map(|(batch, exponent)| exponent.unwrap_or_else(|| other(batch))).collect()
}
