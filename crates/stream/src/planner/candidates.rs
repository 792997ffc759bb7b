//! Candidates for the plan of a size: breakdown trees of kernels.

use crate::formula::rules::{bluestein, cooley_tukey, prime_factor};
use crate::formula::{is_smooth, prime_factors, Formula, Kernel};
use crate::kernel::from_formula;

/// Operators on the longest path of a complex product.
const COMPLEX_PRODUCT_DEPTH: f64 = 2.0;

/// Maximum number of stages beyond the minimum.
const EXTRA_STAGES: usize = 1;

/// A formula with a rough estimate of its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Formula of the plan.
    pub formula: Formula,
    /// Real additions for each point.
    pub adds: f64,
    /// Real multiplications for each point.
    pub muls: f64,
    /// Number of stages.
    pub stages: usize,
    /// Operators on the longest path.
    pub depth: f64,
}

/// Preference among the kernels of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelPreference {
    /// Kernels within the error bound.
    Accurate,
    /// Kernels of the fewest multiplications, at a cost in accuracy.
    FewMultipliers,
    /// Kernels of the shortest paths: symmetric ones, and powers of two up to 64.
    Shallow,
}

/// Returns the candidates for a supported size, unsorted.
pub fn candidates(n: usize, preference: KernelPreference) -> Vec<Candidate> {
    if is_smooth(n) {
        return smooth(n, preference);
    }
    let min = 2 * n - 1;
    let sizes = (min..=min.next_power_of_two()).filter(|m| prime_factors(*m).last().is_none_or(|p| *p <= 5));
    sizes
        .take(8)
        .chain([min.next_power_of_two()])
        .filter_map(|m| {
            let inner = smooth(m, preference).into_iter().min_by(|a, b| a.rough_cost().total_cmp(&b.rough_cost()))?;
            let growth = m as f64 / n as f64;
            Some(Candidate {
                formula: bluestein(n, inner.formula)?,
                adds: 2.0 * growth * (inner.adds + 1.0) + 4.0,
                muls: 2.0 * growth * (inner.muls + 2.0) + 8.0,
                stages: 2 * inner.stages,
                depth: 2.0 * inner.depth + 3.0 * COMPLEX_PRODUCT_DEPTH,
            })
        })
        .collect()
}

/// Returns the plan of given kernels in order, as in `--radix`. `None` if there are no kernels.
pub fn forced(kernels: &[Kernel]) -> Option<Formula> {
    let (last, rest) = kernels.split_last()?;
    Some(rest.iter().rev().fold(Formula::from(*last), |inner, kernel| {
        prime_factor(*kernel, inner.clone()).unwrap_or_else(|| cooley_tukey(*kernel, inner))
    }))
}

impl KernelPreference {
    /// Returns the kernels for a stage of a prime or a power of two. `several_stages` tells whether the prime has
    /// several stages, `has_other_factors` whether the size has other stages. Kernels of [`KernelPreference::Accurate`]
    /// keep the relative error below 0.65 u √log2 N, as measured.
    fn kernels(self, radix: usize, several_stages: bool, has_other_factors: bool) -> Vec<Kernel> {
        let symmetric = Kernel::symmetric(radix);
        match (self, radix) {
            _ if radix.is_power_of_two() => vec![Kernel::direct(radix)],
            (_, 3) => vec![Kernel::winograd(3)],
            (KernelPreference::Shallow, _) => vec![symmetric],
            (KernelPreference::FewMultipliers, 5) => vec![Kernel::winograd(5)],
            (KernelPreference::FewMultipliers, 7 | 11) => vec![Kernel::shared_products(radix)],
            (KernelPreference::FewMultipliers, _) => vec![Kernel::rader(radix)],
            (KernelPreference::Accurate, 5) if has_other_factors && !several_stages => {
                vec![Kernel::winograd(5), Kernel::rader(5)]
            }
            (KernelPreference::Accurate, 5) => vec![Kernel::rader(5)],
            (KernelPreference::Accurate, 7) => vec![symmetric, Kernel::shared_cosines(7)],
            (KernelPreference::Accurate, 11) => vec![symmetric, Kernel::halves(11)],
            (KernelPreference::Accurate, 13..) if radix % 4 == 1 => vec![symmetric, Kernel::rader(radix)],
            (KernelPreference::Accurate, _) => vec![symmetric],
        }
    }

    /// Returns the exponents of the powers of two that a stage may have.
    fn powers(self) -> &'static [usize] {
        match self {
            KernelPreference::Shallow => &[1, 2, 3, 4, 5, 6],
            _ => &[1, 2, 3],
        }
    }
}

impl Candidate {
    /// Returns a rough cost without schedules, in arbitrary units. Candidates are sorted by it.
    pub fn rough_cost(&self) -> f64 {
        400.0 * self.adds + 420.0 * self.muls + 120.0 * self.stages as f64
    }

    /// Returns a rough latency without schedules, in arbitrary units: operators on the longest path, a permuter for
    /// each stage, and a share of the rough cost.
    pub fn rough_latency(&self) -> f64 {
        self.depth + 2.0 * self.stages as f64 + 0.001 * self.rough_cost() / 400.0
    }

    /// Estimates the cost of a single kernel.
    fn kernel(kernel: Kernel) -> Self {
        let graph = from_formula(&kernel.into());
        let (counts, r) = (graph.counts(), kernel.radix as f64);
        let (adds, muls) = (counts.adds as f64 / r, counts.muls as f64 / r);
        Candidate { formula: kernel.into(), adds, muls, stages: 1, depth: f64::from(graph.depth(1, 1, 0)) }
    }

    /// Combines two candidates to a formula, with `twiddles` twiddle factors for each point between them.
    fn combine(&self, other: &Candidate, formula: Formula, twiddles: f64) -> Self {
        Candidate {
            formula,
            adds: self.adds + other.adds + 2.0 * twiddles,
            muls: self.muls + other.muls + 4.0 * twiddles,
            stages: self.stages + other.stages,
            depth: self.depth + other.depth + if twiddles > 0.0 { COMPLEX_PRODUCT_DEPTH } else { 0.0 },
        }
    }
}

/// Returns the trees over the coprime prime powers of n. Each power is broken down by Cooley-Tukey.
fn smooth(n: usize, preference: KernelPreference) -> Vec<Candidate> {
    let mut powers: Vec<(usize, usize)> = Vec::new();
    for p in prime_factors(n) {
        match powers.last_mut() {
            Some((prime, count)) if *prime == p => *count += 1,
            _ => powers.push((p, 1)),
        }
    }
    let parts: Vec<Vec<Candidate>> =
        powers.iter().map(|&(p, k)| prime_power(p, k, preference, powers.len() > 1)).collect();
    if parts.is_empty() {
        return vec![Candidate { formula: Formula::Identity(1), adds: 0.0, muls: 0.0, stages: 0, depth: 0.0 }];
    }
    let mut found = Vec::new();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    permute(&mut order, 0, &mut |order| {
        let mut trees = parts[order[0]].clone();
        for &next in &order[1..] {
            let pairs = trees.iter().flat_map(|a| parts[next].iter().map(move |b| (a, b)));
            trees = pairs
                .filter_map(|(a, b)| Some(a.combine(b, prime_factor(a.formula.clone(), b.formula.clone())?, 0.0)))
                .collect();
        }
        found.extend(trees);
    });
    found
}

/// Returns the Cooley-Tukey breakdowns of p^k.
fn prime_power(p: usize, k: usize, preference: KernelPreference, has_other_factors: bool) -> Vec<Candidate> {
    let radices: &[usize] = if p == 2 { preference.powers() } else { &[1] };
    let fewest = k.div_ceil(radices[radices.len() - 1]);
    let mut compositions = vec![];
    compose(k, radices, fewest + EXTRA_STAGES, &mut vec![], &mut compositions);
    // More than one DFT2 wastes a stage. A long plan has its radices in descending or ascending order.
    compositions.retain(|c| c.iter().filter(|part| **part == 1).count() <= 1 || p != 2);
    if compositions.len() > 12 {
        compositions.retain(|c| c.is_sorted() || c.iter().rev().is_sorted());
    }
    // Each power of two has one kernel, whereas a prime may have several.
    let choices = preference.kernels(p, k > 1, has_other_factors || k > 1).len();
    let kernel = |e: u32, choice: usize| {
        Candidate::kernel(preference.kernels(p.pow(e), k > 1, has_other_factors || k > 1)[choice])
    };
    let chains = |choice| compositions.iter().map(move |c| chain(c, |e| kernel(e as u32, choice)));
    (0..choices).flat_map(chains).collect()
}

/// Combines the kernels of a prime's powers to one candidate.
fn chain(exponents: &[usize], kernel: impl Fn(usize) -> Candidate) -> Candidate {
    let (last, rest) = exponents.split_last().unwrap_or((&1, &[]));
    rest.iter().rev().fold(kernel(*last), |inner, &e| {
        let outer = kernel(e);
        let (a, b) = (outer.formula.size_in() as f64, inner.formula.size_in() as f64);
        let formula = cooley_tukey(outer.formula.clone(), inner.formula.clone());
        outer.combine(&inner, formula, (1.0 - 1.0 / a) * if a * b > 8.0 { 1.0 } else { 0.5 })
    })
}

/// Appends to `found` all lists of at most `max` of the `parts` whose sum is `rest`, with `head` before each list.
fn compose(rest: usize, parts: &[usize], max: usize, head: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if rest == 0 {
        found.push(head.clone());
    } else if max > 0 {
        for &part in parts.iter().filter(|part| **part <= rest) {
            head.push(part);
            compose(rest - part, parts, max - 1, head, found);
            head.pop();
        }
    }
}

/// Visits all permutations of the items from position `from` on.
fn permute(order: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
    if from + 1 >= order.len() {
        return visit(order);
    }
    for i in from..order.len() {
        order.swap(from, i);
        permute(order, from + 1, visit);
        order.swap(from, i);
    }
}
