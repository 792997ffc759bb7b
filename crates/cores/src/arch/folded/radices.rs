//! Radices of the steps of a folded core.

use super::accumulator::{period_of, Program};
use super::folding::{FoldedShape, Folding};
use crate::exact::gcd;
use crate::formula::{default_kernel, prime_factors, Algorithm, Kernel};
use crate::kernel::from_formula;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the real multiplications by the factors of a transform: three for each result but the first one, or four for
/// each.
fn factor_muls(radix: usize, multiplies_all: bool) -> usize {
    match multiplies_all {
        true => 4 * radix,
        false => 3 * (radix - 1),
    }
}

/// Largest power of two that is a radix.
const MAX_POWER: usize = 8;

/// Returns the parts of a size, as lists of radices: all of them as one part, in the orders of [`radix_orders`], and if
/// the size is no power of a prime as several coprime parts, each with its radices in such an order.
///
/// ```
/// use fftgen_cores::arch::folded::part_orders;
/// assert_eq!(part_orders(20)[..2], [vec![vec![5, 4]], vec![vec![5], vec![4]]]);
/// ```
pub fn part_orders(size: usize) -> Vec<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<Vec<usize>>> = Vec::new();
    for radices in radix_orders(size) {
        let parts = coprime_parts(&radices);
        let in_parts = (parts.len() > 1).then(|| parts.into_iter().map(in_order).collect());
        for parts in std::iter::once(vec![radices]).chain(in_parts) {
            if !all.contains(&parts) {
                all.push(parts);
            }
        }
    }
    all
}

/// Returns lists of radices of a size: its odd primes, alone or doubled, and its twos by different powers of two. The
/// radices are a palindrome if there is one.
///
/// ```
/// use fftgen_cores::arch::folded::radix_orders;
/// assert_eq!(radix_orders(64), [vec![8, 8], vec![4, 4, 4], vec![4, 2, 2, 4], vec![2, 2, 2, 2, 2, 2]]);
/// assert_eq!(radix_orders(18), [[3, 2, 3]]);
/// assert_eq!(radix_orders(24)[..3], [vec![8, 3], vec![6, 4], vec![4, 3, 2]]);
/// ```
pub fn radix_orders(size: usize) -> Vec<Vec<usize>> {
    let primes = prime_factors(size);
    let odd: Vec<usize> = primes.iter().copied().filter(|prime| *prime > 2).collect();
    let twos = primes.len() - odd.len();
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for power in (1..=MAX_POWER.ilog2() as usize).rev() {
        let mut left = twos;
        let mut radices = odd.clone();
        for bits in (1..=power).rev() {
            radices.extend(std::iter::repeat_n(1 << bits, left / bits));
            left %= bits;
        }
        orders.push(in_order(radices));
        // A radix of an odd prime and a two, so that all radices may be even.
        if !odd.is_empty() && twos >= odd.len() {
            let mut radices: Vec<usize> = odd.iter().map(|prime| 2 * prime).collect();
            let mut left = twos - odd.len();
            for bits in (1..=power).rev() {
                radices.extend(std::iter::repeat_n(1 << bits, left / bits));
                left %= bits;
            }
            orders.push(in_order(radices));
        }
        // Two radices one bit shorter, so that the radices may be a palindrome.
        if power > 1 && twos % power == power - 2 && twos >= 2 * (power - 1) {
            let shorter = 2 * (power - 1);
            let mut radices = odd.clone();
            radices.extend([1 << (power - 1); 2]);
            radices.extend(std::iter::repeat_n(1 << power, (twos - shorter) / power));
            orders.push(in_order(radices));
        }
    }
    let mut seen = Vec::new();
    orders.retain(|order| {
        let is_new = !seen.contains(order);
        seen.push(order.clone());
        is_new
    });
    orders
}

/// Groups radices into parts of coprime numbers of points. Radices with a common prime, also by way of others, are in
/// one part, in their order.
///
/// ```
/// use fftgen_cores::arch::folded::coprime_parts;
/// assert_eq!(coprime_parts(&[8, 8, 8, 3]), [vec![8, 8, 8], vec![3]]);
/// assert_eq!(coprime_parts(&[5, 4, 6, 3]), [vec![5], vec![4, 6, 3]]);
/// ```
pub fn coprime_parts(radices: &[usize]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &radix in radices {
        let shares = |part: &Vec<usize>| part.iter().any(|other| gcd(*other, radix) > 1);
        let (own, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(shares);
        parts = others;
        parts.push(own.into_iter().flatten().chain([radix]).collect());
    }
    parts
}

/// Even radices that the kernels of several sizes may have.
const EVEN_RADICES: [usize; 4] = [2, 4, 6, 8];

/// Returns the sets of radices that the frames of several sizes may share, each with the radices of every size: the odd
/// primes of the sizes with some even radices. A set has no radix that no size takes.
///
/// ```
/// use fftgen_cores::arch::folded::shared_radices;
/// let lists = shared_radices(&[12, 24]);
/// assert_eq!(lists[..2], [[vec![3, 2, 2], vec![3, 2, 2, 2]], [vec![4, 3], vec![4, 3, 2]]]);
/// ```
pub fn shared_radices(sizes: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let odd: BTreeSet<usize> = sizes.iter().flat_map(|size| prime_factors(*size)).filter(|prime| *prime > 2).collect();
    let subsets = 0..1 << EVEN_RADICES.len();
    let even = |subset: usize| (0..EVEN_RADICES.len()).filter(move |i| subset >> i & 1 > 0).map(|i| EVEN_RADICES[i]);
    let mut all: Vec<Vec<Vec<usize>>> = Vec::new();
    for subset in subsets {
        let set: Vec<usize> = odd.iter().copied().chain(even(subset)).collect();
        let lists: Option<Vec<Vec<usize>>> = sizes.iter().map(|size| fewest_radices(*size, &set)).collect();
        if let Some(lists) = lists.filter(|lists| !all.contains(lists)) {
            all.push(lists);
        }
    }
    all
}

/// Returns the fewest radices of a set that make a size, the largest first. `None` if none do.
///
/// ```
/// use fftgen_cores::arch::folded::fewest_radices;
/// assert_eq!(fewest_radices(360, &[2, 3, 4, 5]), Some(vec![5, 4, 3, 3, 2]));
/// assert_eq!(fewest_radices(72, &[3, 6, 8]), Some(vec![8, 3, 3]));
/// assert_eq!(fewest_radices(7, &[2, 3]), None);
/// ```
pub fn fewest_radices(size: usize, set: &[usize]) -> Option<Vec<usize>> {
    let mut largest_first = set.to_vec();
    largest_first.sort_unstable_by(|a, b| b.cmp(a));
    fewest_of(size, &largest_first)
}

/// Returns the fewest of these radices that make a size, in their order.
fn fewest_of(size: usize, radices: &[usize]) -> Option<Vec<usize>> {
    if size == 1 {
        return Some(vec![]);
    }
    let with = |(i, radix): (usize, &usize)| {
        let rest = (size % radix == 0).then(|| fewest_of(size / radix, &radices[i..]))??;
        Some(std::iter::once(*radix).chain(rest).collect::<Vec<usize>>())
    };
    // Of equally few the first ones, which are the largest.
    radices.iter().enumerate().filter_map(with).min_by_key(Vec::len)
}

/// Returns the kernel of a step of a radix.
///
/// ```
/// use fftgen_cores::arch::folded::step_kernel;
/// use fftgen_maths::formula::Kernel;
/// assert_eq!(step_kernel(6), Kernel::fused(6));
/// assert_eq!(step_kernel(4), Kernel::direct(4));
/// ```
pub fn step_kernel(radix: usize) -> Kernel {
    match radix % 2 == 0 && !radix.is_power_of_two() {
        true => Kernel::fused(radix),
        false => default_kernel(radix),
    }
}

/// Returns the kernel of a step of a radix by the multiplier-accumulators that serve all radices. `None` if they do not
/// serve this one.
///
/// ```
/// use fftgen_cores::arch::folded::accumulated_kernel;
/// use fftgen_maths::formula::Kernel;
/// assert_eq!(accumulated_kernel(5), Some(Kernel::accumulated(5)));
/// assert_eq!(accumulated_kernel(11), None);
/// ```
pub fn accumulated_kernel(radix: usize) -> Option<Kernel> {
    Program::new(radix).map(|_| Kernel::accumulated(radix))
}

/// Sorts radices, the largest first, and mirrors them if that makes a palindrome.
fn in_order(radices: Vec<usize>) -> Vec<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    radices.iter().for_each(|radix| *counts.entry(*radix).or_default() += 1);
    let middle: Vec<usize> = counts.iter().filter(|(_, count)| *count % 2 == 1).map(|(radix, _)| *radix).collect();
    let half: Vec<usize> =
        counts.iter().rev().flat_map(|(radix, count)| std::iter::repeat_n(*radix, count / 2)).collect();
    match middle.len() {
        0 | 1 => half.iter().chain(&middle).chain(half.iter().rev()).copied().collect(),
        _ => counts.iter().rev().flat_map(|(radix, count)| std::iter::repeat_n(*radix, *count)).collect(),
    }
}

/// Largest radix of which a transform is computed in each cycle.
const MAX_LANES: usize = 4;

/// Returns the foldings with which a frame of parts with these kernels may take at most `cycles` cycles, of which
/// `width` points pass in a cycle. Several parts take an element in a cycle. `multiplies_all`: whether each result
/// takes the product of a factor.
pub fn foldings(parts: &[Vec<Kernel>], multiplies_all: bool, width: usize, cycles: usize) -> Vec<FoldedShape> {
    let kernels = parts.concat();
    let points: usize = kernels.iter().map(|kernel| kernel.radix).product();
    let Some(&first) = kernels.first().filter(|_| kernels.len() > 1) else { return vec![] };
    let transforms = kernels.len() * points / first.radix;
    let is_one_part = parts.len() == 1;
    let is_one_kernel = kernels.iter().all(|kernel| *kernel == first);
    // Products of the kernel have multipliers of their own.
    let pace = factor_muls(first.radix, multiplies_all);
    let has_products = from_formula(&first.into()).counts().muls > 0;
    let cycles_of = |folding: Folding| -> usize {
        let steps =
            parts.iter().flat_map(|kernels| kernels.iter().enumerate().map(|(i, own)| (own, i + 1 < kernels.len())));
        steps.map(|(kernel, has_factors)| points / kernel.radix * period_of(kernel, folding, has_factors)).sum()
    };
    let has_factors = parts.iter().any(|kernels| kernels.len() > 1);
    let foldings = [
        (Folding::Transform, transforms, is_one_kernel && first.radix.is_power_of_two() && first.radix <= MAX_LANES),
        (Folding::Pair, kernels.len() * points / 2, is_one_part && kernels.iter().all(|kernel| kernel.radix % 2 == 0)),
        (Folding::Element, cycles_of(Folding::Element), is_one_part || width == 1),
        (Folding::Shared, cycles_of(Folding::Shared), has_factors && width == 1),
        (Folding::Product(pace), pace * transforms, is_one_kernel && !has_products && pace > first.radix),
    ];
    // Multiplier-accumulators take an element in a cycle, or less.
    let is_accumulated = first.algorithm == Algorithm::Accumulated;
    let serves = |folding: Folding| match folding {
        Folding::Element => true,
        Folding::Shared => is_accumulated,
        _ => !is_accumulated,
    };
    let possible = foldings
        .into_iter()
        .filter(|(folding, ..)| serves(*folding))
        .filter(|(folding, _, is_possible)| *is_possible && (width == 1 || folding.lanes(first.radix) == width));
    possible.flat_map(|(folding, needed, _)| shapes(folding, width, [needed, points / width], cycles)).collect()
}

/// Returns the shapes of a folding that may take a frame in `cycles` cycles, where the processor needs `needed` and a
/// port `beats` of them. Where one memory is fast enough, two may be so at a slower pace.
fn shapes(folding: Folding, width: usize, [needed, beats]: [usize; 2], cycles: usize) -> Vec<FoldedShape> {
    let one = (needed + beats <= cycles).then_some(1);
    let two = (width == 1 && folding != Folding::Shared && needed.max(beats) <= cycles).then_some(2);
    one.into_iter().chain(two).map(|memories| FoldedShape { folding, width, memories }).collect()
}
