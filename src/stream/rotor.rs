//! Rotations by fewer multipliers than products: where the factors of a lane repeat after a few beats and many are 1, words
//! take turns at multipliers that make one product after the other.

use super::period;
use super::schedule::{Problem, Schedule, Schedules, UnitKind};
use crate::exact::Real;

/// A product of a rotation of a + ib by c + id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    /// (a + b) c, which goes into both parts.
    Common,
    /// a (d - c), which added to it is the imaginary part.
    Re,
    /// b (c + d), which taken off it leaves the real part.
    Im,
}

impl Product {
    /// In the order in which a multiplier makes them, and the table of each behind the first of the rotation.
    const ALL: [(Product, usize); 3] = [(Product::Common, 0), (Product::Re, 2), (Product::Im, 1)];

    /// How many tables behind the first of a rotation its factor stands.
    pub fn table(self) -> usize {
        Self::ALL.iter().find(|(product, _)| *product == self).map_or(0, |(_, table)| *table)
    }
}

/// A word at a multiplier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// In which it comes, of those after which factors repeat.
    pub beat: usize,
    /// Cycle of its first product, counted from the first beat; registers have taken the word in the cycle before.
    pub start: usize,
    pub products: Vec<Product>,
}

/// Cycles from the first product of a word on, beyond those of the operators, until its parts stand in the registers behind.
/// The imaginary part comes a cycle late, so that no part is overwritten before the word leaves.
const RE: usize = 1;
const IM: usize = 2;

impl Turn {
    fn end(&self) -> usize {
        self.start + self.products.len()
    }

    /// The place of a product among those of the word.
    pub fn at(&self, product: Product) -> Option<usize> {
        self.products.iter().position(|other| *other == product)
    }

    /// Which of its products completes the real and the imaginary part.
    pub fn completes(&self) -> [usize; 2] {
        [Product::Im, Product::Re].map(|last| self.at(last).unwrap_or(0))
    }

    /// When each part stands in its register.
    fn stand(&self) -> [usize; 2] {
        let [re, im] = self.completes();
        [self.start + re + RE, self.start + im + IM]
    }
}

/// A rotation by three products, its words dealt to multipliers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rotor {
    /// The first of its three tables.
    pub first: usize,
    /// Beats after which its factors repeat.
    pub period: usize,
    /// Registers that words pass in a row on the way to the multipliers.
    pub depth: usize,
    /// The first beat with a factor.
    pub begins: usize,
    /// For each cycle from there on, whether the row stands still, as it does while a word waits for a multiplier.
    pub still: Vec<bool>,
    /// The words of each multiplier in order.
    pub multipliers: Vec<Vec<Turn>>,
    /// Cycles that a word waits, beside those of the operators.
    pub wait: usize,
}

/// Most beats after which factors may repeat: controls are tables of as many words.
const LONGEST: usize = 16;

/// Most registers in a row.
const DEEPEST: usize = 3;

impl Rotor {
    /// With fewer multipliers than three, if there is time for all products. `tables`: real part, sum of both, imaginary less
    /// real part of the factor in each beat, which from table `first` on stand for a rotation.
    ///
    /// ```
    /// use fftgen::exact::Real;
    /// use fftgen::stream::Rotor;
    /// let (one, half) = (Real::one(), Real::ratio(1, 2));
    /// // 1 and (1 + i)/2 in turn: two products in two beats.
    /// let tables = [vec![one.clone(), half.clone()], vec![one.clone(), one.clone()], vec![-&one, Real::zero()]];
    /// let rotor = Rotor::new(0, [&tables[0], &tables[1], &tables[2]]).unwrap();
    /// assert_eq!(rotor.multipliers.len(), 1);
    /// ```
    pub fn new(first: usize, tables: [&[Real]; 3]) -> Option<Self> {
        let factors: Vec<[&Real; 3]> = (0..tables[0].len()).map(|beat| tables.map(|table| &table[beat])).collect();
        let period = Some(period(&factors)).filter(|&period| period <= LONGEST)?;
        let words: Vec<Vec<Product>> = factors[..period].iter().map(|factor| products(*factor)).collect();
        let mut ways = (1..3).flat_map(|count| (1..=DEEPEST).map(move |depth| (count, depth)));
        ways.find_map(|(count, depth)| Self::dealt(first, &words, count, depth))
    }

    /// Each word to the multiplier that is free first; while there is none, the row stands still, if nothing is lost then.
    fn dealt(first: usize, words: &[Vec<Product>], count: usize, depth: usize) -> Option<Self> {
        let period = words.len();
        let begins = words.iter().position(|products| !products.is_empty())?;
        let mut multipliers: Vec<Vec<Turn>> = vec![vec![]; count];
        // Whether what stands at the end of the row leaves it.
        let mut leaves = |cycle: usize, last: Option<usize>| {
            let Some(beat) = last else { return true };
            let free = |turns: &Vec<Turn>| turns.last().map_or(0, Turn::end);
            let turns = multipliers.iter_mut().min_by_key(|turns| free(turns));
            let turns = turns.filter(|turns| free(turns) <= cycle + 1);
            turns.map(|turns| turns.push(Turn { beat, start: cycle + 1, products: words[beat].clone() })).is_some()
        };
        let mut row: Vec<Option<usize>> = vec![None; depth];
        let mut still = Vec::new();
        for cycle in begins..begins + period {
            let moves = leaves(cycle, row[depth - 1]);
            let comes = Some(cycle).filter(|&beat| words.get(beat).is_some_and(|products| !products.is_empty()));
            match moves {
                true => {
                    row.rotate_right(1);
                    row[0] = comes;
                }
                false if comes.is_some() => return None,
                false => (),
            }
            still.push(!moves);
        }
        // When the first word of the next period comes, the last one of this leaves.
        let empty = leaves(begins + period, row[depth - 1]) && row[..depth - 1].iter().all(Option::is_none);
        let rotor = Rotor { first, period, depth, begins, still, multipliers, wait: 0 };
        empty.then_some(rotor)?.timed()
    }

    /// The same with the cycles that words wait, unless one is still at work, or waits to leave, when the next one takes its
    /// place.
    fn timed(mut self) -> Option<Self> {
        self.multipliers.retain(|turns| !turns.is_empty());
        let late = |turn: &Turn| turn.stand().into_iter().max().unwrap_or(0) - turn.beat;
        self.wait = self.multipliers.iter().flatten().map(late).max()?;
        let in_time = self.multipliers.iter().all(|turns| {
            let again = Turn { start: turns[0].start + self.period, ..turns[0].clone() };
            turns.iter().enumerate().all(|(at, turn)| {
                let next = turns.get(at + 1).unwrap_or(&again);
                next.start >= turn.end() && next.stand().into_iter().all(|cycle| cycle > turn.beat + self.wait)
            })
        });
        in_time.then_some(self)
    }

    /// What it is among operators.
    pub fn kind(&self) -> UnitKind {
        UnitKind::Rotor { multipliers: self.multipliers.len(), wait: self.wait, depth: self.depth }
    }
}

/// The better schedule of a problem and one whose rotations take turns at multipliers, where those of its tables have time for
/// that and signs are no bits of their own.
pub(super) fn scheduled(
    problem: &Problem,
    schedules: &Schedules,
    tables: &[Vec<Real>],
    triples: &[usize],
) -> (Schedule, Vec<Rotor>) {
    let plain = schedules.of(problem);
    let rotor = |&first: &usize| Rotor::new(first, [0, 1, 2].map(|table| tables[first + table].as_slice()));
    let fits = problem.period == 1 && !problem.prices.free_signs && !schedules.terms.given;
    let rotors: Vec<Rotor> = triples.iter().filter(|_| fits).filter_map(rotor).collect();
    if rotors.is_empty() {
        return (plain, rotors);
    }
    let kinds: Vec<(usize, UnitKind)> = rotors.iter().map(|rotor| (rotor.first, rotor.kind())).collect();
    let turning = schedules.of(&Problem { rotors: &kinds, ..*problem });
    let score = |s: &Schedule| problem.goal.score(s.area(&problem.prices), s.latency, problem.lanes);
    if score(&turning) < score(&plain) {
        (turning, rotors)
    } else {
        (plain, vec![])
    }
}

/// The products that a factor takes; none for 1, and where there is none.
fn products(factor: [&Real; 3]) -> Vec<Product> {
    let [common, sum, difference] = factor;
    let one = Real::one();
    if (common == sum && *common == one && *difference == -&one) || factor.iter().all(|part| part.is_zero()) {
        return vec![];
    }
    let needed = |(product, table): &(Product, usize)| *product == Product::Common || !factor[*table].is_zero();
    Product::ALL.iter().filter(|one| needed(one)).map(|(product, _)| *product).collect()
}
