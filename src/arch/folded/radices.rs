//! Radices of the steps of a folded core.

use super::folding::{FoldedShape, Folding};
use crate::exact::gcd;
use crate::formula::{default_kernel, prime_factors, Kernel};
use crate::kernel::from_formula;
use std::collections::BTreeMap;

/// Returns the real multiplications by the factors of a transform: three for each result but the first one, or four for each.
fn factor_muls(radix: usize, multiplies_all: bool) -> usize {
    match multiplies_all {
        true => 4 * radix,
        false => 3 * (radix - 1),
    }
}

/// Largest power of two that is a radix.
const MAX_POWER: usize = 8;

/// Returns the parts of a size, as lists of radices: all of them as one part, in the orders of [`radix_orders`], and if the size is no power of a
/// prime as several coprime parts, each with its radices in such an order.
///
/// ```
/// use fftgen::arch::folded::part_orders;
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

/// Returns lists of radices of a size: its odd primes, alone or doubled, and its twos by different powers of two. The radices are a
/// palindrome if there is one.
///
/// ```
/// use fftgen::arch::folded::radix_orders;
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

/// Groups radices into parts of coprime numbers of points. Radices with a common prime, also by way of others, are in one part, in their order.
///
/// ```
/// use fftgen::arch::folded::coprime_parts;
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

/// Powers of two that may be the largest radix of a power of two.
pub const POWERS: [usize; 3] = [2, 4, 8];

/// Returns the radices of a size, the largest first: its odd primes, and its twos by as few radices up to `power` as possible. `doubles`:
/// a three goes with a two, as radix 6, where there are both.
///
/// ```
/// use fftgen::arch::folded::radices_up_to;
/// assert_eq!(radices_up_to(4, false, 360), [5, 4, 3, 3, 2]);
/// assert_eq!(radices_up_to(4, true, 360), [6, 6, 5, 2]);
/// ```
pub fn radices_up_to(power: usize, doubles: bool, size: usize) -> Vec<usize> {
    let primes = prime_factors(size);
    let mut radices: Vec<usize> = primes.iter().copied().filter(|prime| *prime > 2).collect();
    let (mut twos, bits) = (primes.len() - radices.len(), power.ilog2() as usize);
    let threes = radices.iter_mut().filter(|radix| doubles && **radix == 3);
    for three in threes.take(twos) {
        *three *= 2;
        twos -= 1;
    }
    while twos > 0 {
        let own = twos.min(bits);
        radices.push(1 << own);
        twos -= own;
    }
    radices.sort_unstable_by(|a, b| b.cmp(a));
    radices
}

/// Returns the kernel of a step of a radix.
///
/// ```
/// use fftgen::{arch::folded::step_kernel, formula::Kernel};
/// assert_eq!(step_kernel(6), Kernel::fused(6));
/// assert_eq!(step_kernel(4), Kernel::direct(4));
/// ```
pub fn step_kernel(radix: usize) -> Kernel {
    match radix % 2 == 0 && !radix.is_power_of_two() {
        true => Kernel::fused(radix),
        false => default_kernel(radix),
    }
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

/// Clock cycles between the steps of a frame, at most, from which on one memory is fast enough for sure.
const SPARE_CYCLES: usize = 512;

/// Returns the foldings with which a frame of parts with these kernels may take at most `cycles` cycles, of which `width` points pass in a cycle. Several
/// parts take an element in a cycle. `multiplies_all`: whether
/// each result takes the product of a factor.
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
    let foldings = [
        (Folding::Transform, transforms, is_one_kernel && first.radix.is_power_of_two() && first.radix <= MAX_LANES),
        (Folding::Pair, kernels.len() * points / 2, is_one_part && kernels.iter().all(|kernel| kernel.radix % 2 == 0)),
        (Folding::Element, kernels.len() * points, is_one_part || width == 1),
        (Folding::Product(pace), pace * transforms, is_one_kernel && !has_products && pace > first.radix),
    ];
    let possible = foldings
        .into_iter()
        .filter(|(folding, _, is_possible)| *is_possible && (width == 1 || folding.lanes(first.radix) == width));
    possible.flat_map(|(folding, needed, _)| shapes(folding, width, [needed, points / width], cycles)).collect()
}

/// Returns the shapes of a folding that may take a frame in `cycles` cycles, where the processor needs `needed` and a port `beats` of them. Two
/// memories are left out where one is fast enough for sure.
fn shapes(folding: Folding, width: usize, [needed, beats]: [usize; 2], cycles: usize) -> Vec<FoldedShape> {
    let one = (needed + beats <= cycles).then_some(1);
    let two = (width == 1 && needed.max(beats) <= cycles && cycles < needed + 2 * beats + SPARE_CYCLES).then_some(2);
    one.into_iter().chain(two).map(|memories| FoldedShape { folding, width, memories }).collect()
}
