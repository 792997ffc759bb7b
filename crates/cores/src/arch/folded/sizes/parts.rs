//! Sizes as two coprime parts, so that one table of roots of unity is short.
//!
//! The roots of all sizes are the eighths of the circles that the sizes divide. Sizes with several primes have many of
//! them; parts with fewer primes share a few.

use super::core::circles_of;
use crate::arch::folded::accumulator::period_of;
use crate::arch::folded::folding::Folding;
use crate::formula::{prime_factors, Kernel};

/// Kernels of the steps of each coprime part of a size.
pub type SizeParts = Vec<Vec<Kernel>>;

/// Most primes of which all divisions are weighed.
const MAX_PRIMES: usize = 6;

/// Returns a lower bound on the clock cycles of a frame: its samples come, each step takes a cycle for each point and
/// rests, and its bins leave. `folding`: what the processor takes in a cycle, an element or less.
///
/// ```
/// use fftgen_cores::arch::folded::{least_interval, Folding};
/// use fftgen_maths::formula::Kernel;
/// let dft12 = [vec![Kernel::direct(4)], vec![Kernel::symmetric(3)]];
/// assert_eq!(least_interval(&dft12, Folding::Element), 4 * 12);
/// // A program of sums for six elements takes eight cycles, or with five products with factors eleven in all.
/// assert_eq!(least_interval(&[vec![Kernel::accumulated(6)]], Folding::Element), 8 + 2 * 6);
/// assert_eq!(least_interval(&[[6, 2].map(Kernel::accumulated).to_vec()], Folding::Shared), 2 * 11 + 3 * 12);
/// ```
pub fn least_interval(parts: &[Vec<Kernel>], folding: Folding) -> usize {
    let points: usize = parts.iter().flatten().map(|kernel| kernel.radix).product();
    let of_part = |kernels: &Vec<Kernel>| -> usize {
        let steps = kernels.iter().enumerate();
        steps
            .map(|(number, kernel)| points / kernel.radix * period_of(kernel, folding, number + 1 < kernels.len()))
            .sum()
    };
    2 * points + parts.iter().map(of_part).sum::<usize>()
}

/// Returns the kernels of a number of points that take the fewest clock cycles as one part, out of some radices. After
/// the last one are no factors. `None` if none make it. `kernel`: that of a radix.
///
/// ```
/// use fftgen_cores::arch::folded::{quickest_kernels, Folding};
/// use fftgen_maths::formula::Kernel;
/// let radices = |points| -> Vec<usize> {
///     let kernels = quickest_kernels(points, &[3, 4, 5, 6, 8], Folding::Shared, &|radix| Some(Kernel::accumulated(radix)));
///     kernels.unwrap().iter().map(|kernel| kernel.radix).collect()
/// };
/// assert_eq!(radices(648), [3, 3, 3, 3, 8]);
/// assert_eq!(radices(36), [6, 6]);
/// ```
pub fn quickest_kernels(
    points: usize,
    radices: &[usize],
    folding: Folding,
    kernel: &dyn Fn(usize) -> Option<Kernel>,
) -> Option<Vec<Kernel>> {
    let kernels: Vec<Kernel> = radices.iter().map(|radix| kernel(*radix)).collect::<Option<_>>()?;
    let lists = lists_of(points, &kernels);
    let with_last = |list: Vec<Kernel>| {
        (0..list.len()).map(move |last| {
            let mut list = list.clone();
            let last = list.remove(last);
            list.push(last);
            list
        })
    };
    let cost = |list: &Vec<Kernel>| (least_interval(std::slice::from_ref(list), folding), list.len());
    lists.into_iter().flat_map(with_last).min_by_key(cost)
}

/// Returns all lists of kernels whose radices make a number of points, in the order of `kernels`.
fn lists_of(points: usize, kernels: &[Kernel]) -> Vec<Vec<Kernel>> {
    if points == 1 {
        return vec![vec![]];
    }
    let with = |number: usize| {
        let first = kernels[number];
        let others =
            if points % first.radix == 0 { lists_of(points / first.radix, &kernels[number..]) } else { vec![] };
        others.into_iter().map(move |others| [vec![first], others].concat())
    };
    (0..kernels.len()).flat_map(with).collect()
}

/// Divides the primes of sizes in two, so that the roots of all parts take the fewest words. A size whose frames would
/// then take more than `cycles` clock cycles is divided in another way or not at all. `kernels`: those of the steps of
/// a number of points, `None` if there are none; `folding`: what the processor takes in a cycle. Returns `None` if no
/// table is shorter than the one of undivided sizes.
pub fn two_parts(
    sizes: &[usize],
    folding: Folding,
    kernels: &dyn Fn(usize) -> Option<Vec<Kernel>>,
    cycles: usize,
) -> Option<Vec<SizeParts>> {
    let mut primes: Vec<usize> = sizes.iter().flat_map(|size| prime_factors(*size)).collect();
    primes.sort_unstable();
    primes.dedup();
    primes.truncate(MAX_PRIMES);
    let words = |all: &[SizeParts]| circles_of(all.iter().map(radices)).words();
    // Each division once: the other part has the last prime.
    let divisions = (1..1 << primes.len().saturating_sub(1)).map(|subset: usize| -> Vec<usize> {
        (0..primes.len()).filter(|i| subset >> i & 1 > 0).map(|i| primes[i]).collect()
    });
    let divisions: Vec<Vec<usize>> = divisions.collect();
    let undivided: Vec<SizeParts> = sizes.iter().map(|size| Some(vec![kernels(*size)?])).collect::<Option<_>>()?;
    let divided = |size: usize, first: &[usize]| -> Option<SizeParts> {
        let points = prime_factors(size).into_iter().filter(|prime| first.contains(prime)).product();
        // The counters of the second part are as short as that part.
        let mut parts: Vec<usize> = [points, size / points].into_iter().filter(|points| *points > 1).collect();
        parts.sort_unstable_by(|a, b| b.cmp(a));
        let parts = parts.into_iter().map(kernels).collect::<Option<SizeParts>>()?;
        Some(parts).filter(|parts| least_interval(parts, folding) <= cycles)
    };
    let all = |first: &Vec<usize>| -> Vec<SizeParts> {
        let parts = |(size, whole): (&usize, &SizeParts)| {
            let others = || divisions.iter().filter_map(|first| divided(*size, first)).chain([whole.clone()]);
            let in_time = || others().filter(|parts| least_interval(parts, folding) <= cycles);
            let shortest = || in_time().min_by_key(|parts| words(std::slice::from_ref(parts)));
            divided(*size, first).or_else(shortest).unwrap_or_else(|| whole.clone())
        };
        sizes.iter().zip(&undivided).map(parts).collect()
    };
    let shortest = divisions.iter().map(all).min_by_key(|all| words(all))?;
    (words(&shortest) < words(&undivided)).then_some(shortest)
}

/// Returns the radices of parts.
fn radices(parts: &SizeParts) -> Vec<Vec<usize>> {
    parts.iter().map(|kernels| kernels.iter().map(|kernel| kernel.radix).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::folded::fewest_radices;

    /// Returns the radices of parts of sizes, whose frames take at most some clock cycles.
    fn divided(sizes: &[usize], cycles: usize) -> Option<Vec<Vec<Vec<usize>>>> {
        let kernels = |points: usize| {
            Some(fewest_radices(points, &[2, 3, 4, 5, 6])?.into_iter().map(Kernel::accumulated).collect())
        };
        two_parts(sizes, Folding::Element, &kernels, cycles).map(|all| all.iter().map(radices).collect())
    }

    /// Primes are divided so that the fewest roots are left.
    #[test]
    fn parts_have_short_tables() {
        let parts = divided(&[720, 960, 2160], usize::MAX).unwrap();
        assert_eq!(parts, [[vec![5, 4, 4], vec![3, 3]], [vec![5, 4, 4, 4], vec![3]], [vec![5, 4, 4], vec![3, 3, 3]]]);
    }

    /// A size that has too little time for its steps is divided in another way.
    #[test]
    fn sizes_without_time_have_fewer_steps() {
        let parts = divided(&[1000, 2916, 3240], 26_000).unwrap();
        assert_eq!(parts[1], [vec![6, 6, 3, 3, 3, 3]]);
        assert_eq!(parts[2], [vec![6, 6, 6, 3], vec![5]]);
    }

    /// Powers of one prime have one circle.
    #[test]
    fn powers_of_a_prime_stay_whole() {
        assert_eq!(divided(&[16, 64, 256], usize::MAX), None);
    }
}
