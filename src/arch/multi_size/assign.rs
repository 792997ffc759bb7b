//! One row of stages for many sizes: which factor of each size is computed where.
//!
//! A stage serves the radices that some size asks of it, and lets the others past. Each size in turn takes the places
//! that add least to what the others need already; after a few rounds nothing moves any more.

use crate::error::Error;
use crate::formula::{default_kernel, prime_factors};
use crate::kernel::from_formula;
use crate::schedule::Prices;
use std::collections::{BTreeMap, BTreeSet};

/// Largest radix of a stage: its operators work in one beat of so many.
pub const LARGEST: usize = 13;

/// Sizes at the most: what depends on the size comes from tables.
pub const MOST_SIZES: usize = 256;

/// Rounds of improvement.
const ROUNDS: usize = 4;

/// What a DSP block is worth here, in LUTs, and what bits take in LUTs: of memory and of a table of twiddles.
const BLOCK: usize = 100;
const STORED: f64 = 0.0175;
const TWIDDLE: f64 = 0.0025;

/// For each size its radices on a lane of so many, stage by stage; 1 where it goes past one. Every size has a factor in the
/// last stage. An error names a size that no row serves.
///
/// ```
/// use fftgen::format::Format;
/// use fftgen::arch::multi_size::assign;
/// use fftgen::number::costs;
/// use fftgen::rtl::operators::Product;
/// let prices = costs(&Format::parse("fixed16", false)?, Product::Blocks, 18);
/// assert_eq!(assign(&[4, 12, 48], 1, &prices)?, [[1, 1, 4], [1, 3, 4], [4, 3, 4]].map(|row| row.to_vec()));
/// assert_eq!(assign(&[12, 36], 3, &prices)?, [[1, 4], [3, 4]].map(|row| row.to_vec()));
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn assign(sizes: &[usize], width: usize, prices: &Prices) -> Result<Vec<Vec<usize>>, Error> {
    let factors: Vec<Vec<usize>> = sizes.iter().map(|&size| radices(size, width)).collect::<Result<_, _>>()?;
    let costs = Costs {
        add: prices.add as f64,
        mul: (prices.mul + prices.blocks * BLOCK) as f64,
        word: 2.0 * STORED * prices.word as f64,
        twiddle: 2.0 * TWIDDLE * prices.word as f64,
    };
    let places = factors.iter().map(Vec::len).max().unwrap_or(0);
    // Those with most factors have least choice.
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&size| std::cmp::Reverse((factors[size].len(), sizes[size])));
    let mut rows: Vec<Vec<usize>> = vec![vec![]; sizes.len()];
    for _ in 0..ROUNDS {
        let before = rows.clone();
        for &size in &order {
            rows[size] = vec![];
            let mut search = Search {
                costs: &costs,
                needs: needs(&rows, places),
                left: factors[size].clone(),
                row: vec![1; places],
                best: (f64::INFINITY, vec![]),
            };
            search.place(places, 1, 0.0);
            rows[size] = search.best.1;
        }
        if rows == before {
            break;
        }
    }
    Ok(rows)
}

/// Of the points of a lane: fours, a two where they leave one, and the odd primes.
fn radices(size: usize, width: usize) -> Result<Vec<usize>, Error> {
    let primes = prime_factors(size / width);
    if let Some(prime) = primes.iter().find(|prime| **prime > LARGEST) {
        return Err(Error::Unsupported(format!(
            "sizes: {size} has the factor {prime}, and stages that several sizes share serve 2 to {LARGEST}; leave it out"
        )));
    }
    let twos = primes.iter().filter(|prime| **prime == 2).count();
    let odd = primes.into_iter().filter(|prime| *prime > 2);
    Ok(std::iter::repeat_n(4, twos / 2).chain((twos % 2 == 1).then_some(2)).chain(odd).collect())
}

/// What a stage has to be there for.
#[derive(Clone, Default)]
struct Need {
    radices: BTreeSet<usize>,
    words: usize,
    /// Orders of the twiddles behind it.
    orders: BTreeSet<usize>,
}

fn needs(rows: &[Vec<usize>], places: usize) -> Vec<Need> {
    let mut needs = vec![Need::default(); places];
    for row in rows {
        let mut distance = 1;
        for (place, &radix) in row.iter().enumerate().rev().filter(|(_, radix)| **radix > 1) {
            needs[place].radices.insert(radix);
            needs[place].words = needs[place].words.max((radix - 1) * distance);
            distance *= radix;
            needs[place].orders.insert(distance);
        }
    }
    needs
}

/// What parts take, in LUTs: an adder, a multiplier, a complex word of memory, one of a table of twiddles.
struct Costs {
    add: f64,
    mul: f64,
    word: f64,
    twiddle: f64,
}

struct Search<'a> {
    costs: &'a Costs,
    needs: Vec<Need>,
    /// Factors without a place.
    left: Vec<usize>,
    row: Vec<usize>,
    best: (f64, Vec<usize>),
}

impl Search<'_> {
    /// Fills the places below this one, from the last to the first.
    fn place(&mut self, places: usize, distance: usize, cost: f64) {
        if cost >= self.best.0 {
            return;
        }
        if self.left.is_empty() {
            self.best = (cost, self.row.clone());
            return;
        }
        let Some(place) = places.checked_sub(1) else { return };
        let mut tried = BTreeMap::new();
        for at in 0..self.left.len() {
            let radix = self.left[at];
            if tried.insert(radix, ()).is_some() {
                continue;
            }
            let more = self.needs[place].more(radix, distance, self.costs);
            self.left.remove(at);
            self.row[place] = radix;
            self.place(place, distance * radix, cost + more);
            self.row[place] = 1;
            self.left.insert(at, radix);
        }
        // Nothing goes past the last stage: it is the one that rounds to the words of the output.
        if self.left.len() < places && place + 1 < self.row.len() {
            self.place(place, distance, cost);
        }
    }
}

impl Need {
    /// What a transform takes beside what is there already.
    fn more(&self, radix: usize, distance: usize, costs: &Costs) -> f64 {
        let kernel = match self.radices.contains(&radix) {
            true => 0.0,
            false => {
                let counts = from_formula(&default_kernel(radix).into()).counts();
                counts.adds as f64 * costs.add + counts.muls as f64 * costs.mul
            }
        };
        let words = ((radix - 1) * distance).saturating_sub(self.words);
        let order = radix * distance;
        let twiddles = if distance == 1 || self.orders.contains(&order) { 0 } else { order };
        kernel + words as f64 * costs.word + twiddles as f64 * costs.twiddle
    }
}
