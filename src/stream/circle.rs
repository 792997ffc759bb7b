//! Tables of twiddle factors, folded: an eighth of the circle has all values, and an accumulator finds the angle.

use super::permuter::half_blocks;
use super::sequence::{period, Sequence};
use crate::exact::Root;

/// Roots of unity that a multiplier meets, batch by batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
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
pub struct Ramp {
    /// Batches of a run.
    pub length: usize,
    /// What each run begins with.
    pub starts: Vec<usize>,
    /// What each run grows by.
    pub steps: Vec<usize>,
}

/// Runs whose starts and steps stand in small tables.
const MOST_RUNS: usize = 64;

/// What lookup tables and switches for a folded table are worth, in halves of a block RAM: in floating point, and in
/// fixed point, whose words are shorter.
const SWITCHES: [usize; 2] = [3, 1];

/// Most words of the tables of a rotation by three products that lookup tables hold: of more, half a block RAM saves a
/// hundred of them.
const LONGEST_TRIPLE: usize = 64;

/// Most words of a table of factors that lookup tables hold. `sums`: of a rotation by three products.
pub fn longest(sums: bool) -> usize {
    if sums {
        LONGEST_TRIPLE
    } else {
        Sequence::LONGEST
    }
}

impl Circle {
    /// `None` unless all are roots of orders that are powers of two.
    pub fn new(table: usize, roots: Option<Vec<Root>>) -> Option<Self> {
        let roots = roots?;
        let order = roots.iter().map(|root| root.n()).max()?;
        let fits = order >= 16 && roots.iter().all(|root| root.n().is_power_of_two());
        let exponents = roots.iter().map(|root| root.k() * (order / root.n()));
        fits.then(|| Circle { table, order, exponents: exponents.collect() })
    }

    /// The runs of the exponents, where an accumulator and an eighth of the circle take less than the tables, whose words
    /// have so many bits. `fixed`: in fixed point; `sums`: where the tables have sums of both parts of a factor, which one
    /// table of both makes.
    pub fn ramp(&self, bits: u32, fixed: bool, sums: bool) -> Option<Ramp> {
        let batches = self.exponents.len();
        let halves = |words: usize, longest: usize| match sums {
            _ if words <= longest => 0,
            true => half_blocks(words, 2 * bits),
            false => 2 * half_blocks(words, bits),
        };
        let longest = longest(sums);
        let words = period(&self.exponents);
        if halves(self.order / 8, Sequence::LONGEST) + SWITCHES[usize::from(fixed)] >= halves(words, longest) {
            return None;
        }
        let runs = (1..=MOST_RUNS).filter(|runs| batches % runs == 0 && batches / runs > 1);
        runs.map(|runs| self.in_runs(batches / runs)).find_map(|ramp| ramp)
    }

    fn in_runs(&self, length: usize) -> Option<Ramp> {
        let mut ramp = Ramp { length, starts: vec![], steps: vec![] };
        for run in self.exponents.chunks(length) {
            let step = (run[1] + self.order - run[0]) % self.order;
            let even = run.windows(2).all(|pair| (pair[0] + step) % self.order == pair[1]);
            if !even {
                return None;
            }
            ramp.starts.push(run[0]);
            ramp.steps.push(step);
        }
        Some(ramp)
    }
}
