//! Assigns the factors of many sizes to the stages of one chain.
//!
//! A stage serves each radix that some size has there, and other sizes bypass it. The search takes one size after the
//! other: each gets the assignment that adds least to the cost of what the others need. It ends when no assignment
//! changes, after a few rounds.

use crate::error::Error;
use crate::formula::{default_kernel, prime_factors};
use crate::kernel::from_formula;
use crate::schedule::OperatorCosts;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Largest radix of a stage. Its kernel takes a transform in each beat.
const MAX_RADIX: usize = 13;

/// Most sizes of a core. Tables have a word for each size.
pub const MAX_SIZES: usize = 256;

/// Most rounds of the search.
const ROUNDS: usize = 4;

/// LUTs that a DSP block is worth here.
const LUTS_PER_BLOCK: usize = 100;

/// LUTs for each bit of memory.
const LUTS_PER_MEMORY_BIT: f64 = 0.0175;

/// LUTs for each bit of a table of twiddle factors.
const LUTS_PER_TWIDDLE_BIT: f64 = 0.0025;

/// Returns for each size its radices on each of `width` lanes, stage by stage; 1 where the size bypasses a stage. No
/// size bypasses the last stage. An error names a size that no chain serves.
///
/// ```
/// use fftgen_cores::arch::multi_size::assign;
/// use fftgen_maths::format::Format;
/// use fftgen_stream::number::costs;
/// use fftgen_stream::operators::MultiplierStyle;
/// let costs = costs(&Format::parse("fixed16", false)?, MultiplierStyle::Dsp, 18);
/// assert_eq!(assign(&[4, 12, 48], 1, &costs)?, [[1, 1, 4], [1, 3, 4], [4, 3, 4]].map(|radices| radices.to_vec()));
/// assert_eq!(assign(&[12, 36], 3, &costs)?, [[1, 4], [3, 4]].map(|radices| radices.to_vec()));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn assign(sizes: &[usize], width: usize, costs: &OperatorCosts) -> Result<Vec<Vec<usize>>, Error> {
    let factors: Vec<Vec<usize>> = sizes.iter().map(|&size| factors(size, width)).collect::<Result<_, _>>()?;
    let costs = Costs::new(costs);
    let places = factors.iter().map(Vec::len).max().unwrap_or(0);
    // The sizes with most factors come first, because they have least choice.
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&size| Reverse((factors[size].len(), sizes[size])));
    let mut assigned: Vec<Vec<usize>> = vec![vec![]; sizes.len()];
    for _ in 0..ROUNDS {
        let before = assigned.clone();
        for &size in &order {
            assigned[size] = vec![];
            let mut search = Search {
                costs: &costs,
                needs: needs(&assigned, places),
                left: factors[size].clone(),
                radices: vec![1; places],
                best: (f64::INFINITY, vec![]),
            };
            search.fill(places, 1, 0.0);
            assigned[size] = search.best.1;
        }
        if assigned == before {
            break;
        }
    }
    Ok(assigned)
}

/// The factors of the points of a lane: fours, a two if one is left, and the odd primes.
fn factors(size: usize, width: usize) -> Result<Vec<usize>, Error> {
    let primes = prime_factors(size / width);
    if let Some(prime) = primes.iter().find(|prime| **prime > MAX_RADIX) {
        return Err(Error::Unsupported(format!(
            "sizes: {size} has the factor {prime}, and stages that several sizes share serve 2 to {MAX_RADIX}; leave \
             it out, or try \
             --width 1 and more --cycles"
        )));
    }
    let twos = primes.iter().filter(|prime| **prime == 2).count();
    let odd = primes.into_iter().filter(|prime| *prime > 2);
    Ok(std::iter::repeat_n(4, twos / 2).chain((twos % 2 == 1).then_some(2)).chain(odd).collect())
}

/// What the sizes so far need of a stage.
#[derive(Clone, Default)]
struct Need {
    radices: BTreeSet<usize>,
    /// Complex words of memory for elements.
    words: usize,
    /// Orders of the roots of unity among its twiddle factors.
    orders: BTreeSet<usize>,
}

/// Returns the needs of each of `places` stages.
fn needs(assigned: &[Vec<usize>], places: usize) -> Vec<Need> {
    let mut needs = vec![Need::default(); places];
    for radices in assigned {
        let mut delay = 1;
        for (place, &radix) in radices.iter().enumerate().rev().filter(|(_, radix)| **radix > 1) {
            needs[place].radices.insert(radix);
            needs[place].words = needs[place].words.max((radix - 1) * delay);
            delay *= radix;
            needs[place].orders.insert(delay);
        }
    }
    needs
}

/// Costs in LUTs.
struct Costs {
    /// Of an adder.
    add: f64,
    /// Of a multiplier.
    mul: f64,
    /// Of a complex word of memory.
    word: f64,
    /// Of a complex word in a table of twiddle factors.
    twiddle: f64,
}

impl Costs {
    fn new(costs: &OperatorCosts) -> Self {
        Costs {
            add: costs.add as f64,
            mul: (costs.mul + costs.dsps_per_multiplier * LUTS_PER_BLOCK) as f64,
            word: 2.0 * LUTS_PER_MEMORY_BIT * costs.word_bits as f64,
            twiddle: 2.0 * LUTS_PER_TWIDDLE_BIT * costs.word_bits as f64,
        }
    }
}

/// A search for the assignment of one size that adds least to the cost of the others.
struct Search<'a> {
    costs: &'a Costs,
    /// What the other sizes need, stage by stage.
    needs: Vec<Need>,
    /// Factors that have no stage yet.
    left: Vec<usize>,
    /// The radix at each stage so far.
    radices: Vec<usize>,
    /// Cost in LUTs and radices of the best assignment so far.
    best: (f64, Vec<usize>),
}

impl Search<'_> {
    /// Fills the first `places` stages from the last of them to the first. `delay`: beats between the elements of the
    /// next stage's transforms; `cost`: LUTs of the stages that are filled.
    fn fill(&mut self, places: usize, delay: usize, cost: f64) {
        if cost >= self.best.0 {
            return;
        }
        if self.left.is_empty() {
            self.best = (cost, self.radices.clone());
            return;
        }
        let Some(place) = places.checked_sub(1) else { return };
        let mut tried = BTreeSet::new();
        for at in 0..self.left.len() {
            let radix = self.left[at];
            if !tried.insert(radix) {
                continue;
            }
            let added = self.needs[place].added_cost(radix, delay, self.costs);
            self.left.remove(at);
            self.radices[place] = radix;
            self.fill(place, delay * radix, cost + added);
            self.radices[place] = 1;
            self.left.insert(at, radix);
        }
        // The last stage rounds to the words of the output, so that no size bypasses it.
        if self.left.len() < places && place + 1 < self.radices.len() {
            self.fill(place, delay, cost);
        }
    }
}

impl Need {
    /// LUTs that a transform adds to the stage. `delay`: beats between its elements.
    fn added_cost(&self, radix: usize, delay: usize, costs: &Costs) -> f64 {
        let kernel = match self.radices.contains(&radix) {
            true => 0.0,
            false => {
                let counts = from_formula(&default_kernel(radix).into()).counts();
                counts.adds as f64 * costs.add + counts.muls as f64 * costs.mul
            }
        };
        let words = ((radix - 1) * delay).saturating_sub(self.words);
        let order = radix * delay;
        let twiddles = if delay == 1 || self.orders.contains(&order) { 0 } else { order };
        kernel + words as f64 * costs.word + twiddles as f64 * costs.twiddle
    }
}
