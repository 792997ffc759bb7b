//! Prime DFTs as convolutions that the Chinese remainder theorem splits.
//!
//! Rader (1968): with g a generator modulo p, the outputs at g^k are x_0 + Σ_j ω^(g^(j+k)) x_(g^j), a
//! product by a Hankel matrix H of p - 1 points. H = Aᵀ K A, where A evaluates a polynomial modulo the factors of
//! z^(p-1) - 1 and needs only additions, and K has a block for each factor, purely real or purely imaginary.
//! The product by a block is computed directly, or by halves where that adds little to the errors.
//! Winograd (1978) divides the blocks by Karatsuba's points until K is diagonal (Blahut, Fast Algorithms for Signal
//! Processing, ch. 3 and 5). This takes fewer products and more sums, and is less accurate from 7 points up.

use super::halves::{by_halves, products, Block};
use super::inverse::inverse;
use super::linear::{Linear, Slot};
use super::{Builder, ComplexWire};
use crate::exact::{roots, Complex, Real};
use crate::formula::{prime_factors, LARGEST_PRIME};
use std::sync::OnceLock;

/// Adds the DFT of `x`, whose size is an odd prime, with products by blocks.
pub(super) fn rader(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
    let keep_last = (x.len() - 1) % 4 == 0;
    let (mut a, factors) = remainders(x.len() - 1, balanced, keep_last);
    a.outputs = factors.concat();
    let blocks = || blocks(&a, &factors);
    match BLOCKS.get(x.len()) {
        Some(cached) => convolve(b, x, &a, cached.get_or_init(blocks)),
        None => convolve(b, x, &a, &blocks()),
    }
}

/// Maximum growth of the squared errors of a product by a block, as a ratio.
const MAX_ERROR_GROWTH: f64 = 1.5;

/// The blocks of each prime. They are cached because exact arithmetic is slow and the planner needs them for many
/// plans.
static BLOCKS: [OnceLock<Vec<Block>>; LARGEST_PRIME + 1] = [const { OnceLock::new() }; LARGEST_PRIME + 1];

/// Adds the DFT of `x`, whose size is an odd prime, with products by single numbers.
pub(super) fn winograd(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
    let (mut a, factors) = remainders(x.len() - 1, polynomial, false);
    a.outputs = factors.concat();
    let products: Vec<Block> = blocks(&a, &factors).iter().flat_map(diagonal).map(|k| vec![vec![k]]).collect();
    a.outputs.clear();
    factors.iter().for_each(|factor| karatsuba(&mut a, factor));
    convolve(b, x, &a, &products)
}

/// Adds the DFT of `x` as x_0 and Aᵀ K A times the other elements, with the blocks of K.
fn convolve(b: &mut Builder, x: &[ComplexWire], a: &Linear, blocks: &[Block]) -> Vec<ComplexWire> {
    let powers = powers(x.len());
    let points = a.apply(b, &powers.iter().map(|&i| x[i]).collect::<Vec<_>>());
    let (sums, mut rest) = points.split_at(blocks[0].len());
    // x_0 is added to both: the first points, whose sum is that of the inputs, and their products, which reach every
    // output.
    let mut y = vec![b.complex_sum(&[&x[..1], sums].concat()); x.len()];
    let mut terms = first_block_terms(b, x[0], sums, &blocks[0], powers.len());
    for block in &blocks[1..] {
        let (own, others) = rest.split_at(block.len());
        rest = others;
        terms.extend(by_halves(b, own, block, MAX_ERROR_GROWTH));
    }
    let values: Vec<ComplexWire> = terms.iter().map(|terms| b.complex_sum(terms)).collect();
    for (&i, value) in powers.iter().zip(a.apply_transposed(b, &values)) {
        y[i] = value;
    }
    y
}

/// Returns the terms of each row of x_0 plus the first block times x.
///
/// Each row's sum is -x.len() / n for n points, because the sum of all roots but 1 is -1. Where a product by it takes
/// no multiplier, the last column is treated apart: the other columns multiply differences from the last element, and
/// one sum of x_0 and the last element's product serves all rows.
fn first_block_terms(
    b: &mut Builder,
    x_0: ComplexWire,
    x: &[ComplexWire],
    block: &Block,
    n: usize,
) -> Vec<Vec<ComplexWire>> {
    let sum = Real::ratio(-(x.len() as i128), n as i128);
    match x.split_last() {
        Some((&last, others)) if others.len() > 1 && sum.log2_if_power_of_two().is_some() => {
            let product = b.complex_mul(last, &sum.into());
            let common = b.complex_add(x_0, product);
            let differences: Vec<ComplexWire> = others.iter().map(|&x| b.complex_sub(x, last)).collect();
            block.iter().map(|row| [vec![common], products(b, &differences, &row[..others.len()])].concat()).collect()
        }
        _ => {
            let mut terms = by_halves(b, x, block, MAX_ERROR_GROWTH);
            terms.iter_mut().for_each(|terms| terms.insert(0, x_0));
            terms
        }
    }
}

/// Returns the p - 1 powers of the least generator modulo p, beginning with 1.
pub(super) fn powers(p: usize) -> Vec<usize> {
    let powers = |g: usize| std::iter::successors(Some(1), move |k| Some(k * g % p)).take(p - 1);
    let generator = (1..p).find(|&g| powers(g).skip(1).all(|k| k != 1)).unwrap_or(1);
    powers(generator).collect()
}

/// Reduces a polynomial of n coefficients modulo the factors of z^n - 1, the first of which is z - 1. By the Chinese
/// remainder theorem the coefficients are a grid with a side for each prime of n, and each side is split by itself.
/// `keep_last`: the last side is not split if it is odd, because splitting it takes more sums than it saves.
fn remainders(n: usize, basis: Basis, keep_last: bool) -> (Linear, Vec<Vec<Slot>>) {
    let mut a = Linear::new(n);
    let sides = coprime_sides(n);
    let mut factors = vec![grid(&sides)];
    let mut inner = n;
    for side in sides {
        inner /= side;
        let split = |cells: &Vec<Slot>| match keep_last && side % 2 == 1 && cells.len() == side * inner {
            true => vec![cells.clone()],
            false => split_side(&mut a, cells, side, inner, basis),
        };
        factors = factors.iter().flat_map(split).collect();
    }
    (a, factors)
}

/// Returns the powers of different primes whose product is n.
fn coprime_sides(n: usize) -> Vec<usize> {
    let mut sides: Vec<usize> = Vec::new();
    for q in prime_factors(n) {
        match sides.last_mut() {
            Some(side) if *side % q == 0 => *side *= q,
            _ => sides.push(q),
        }
    }
    sides
}

/// Returns the numbers below the product of the sides, ordered by their remainder modulo the first side, then the next,
/// and so on.
fn grid(sides: &[usize]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..sides.iter().product()).collect();
    numbers.sort_by_key(|k| sides.iter().map(|side| k % side).collect::<Vec<_>>());
    numbers
}

/// Splits a grid along one side, whose cells are `inner` apart, into a grid for each factor.
fn split_side(a: &mut Linear, cells: &[Slot], side: usize, inner: usize, basis: Basis) -> Vec<Vec<Slot>> {
    let line = |from: usize| (0..side).map(|i| cells[from + i * inner]).collect();
    let starts = (0..cells.len()).filter(|at| at / inner % side == 0);
    let lines: Vec<Vec<Vec<Slot>>> = starts.map(|from| split(a, line(from), basis)).collect();
    let degrees = lines[0].iter().map(Vec::len).enumerate();
    let outer = |factor: usize, degree: usize| {
        let rows = lines.chunks(inner).flat_map(move |row| (0..degree).map(move |i| (row, i)));
        rows.flat_map(|(row, i)| row.iter().map(move |line| line[factor][i])).collect()
    };
    degrees.map(|(factor, degree)| outer(factor, degree)).collect()
}

/// Reduces a polynomial of n = q^k coefficients, q prime, modulo the factors of z^n - 1. With u = z^(n/q),
/// z^n - 1 is the product of u - 1 and u^(q-1) + ... + u + 1. Modulo the former the result is the sum of q parts,
/// modulo the latter it is q - 1 combinations of them.
fn split(a: &mut Linear, x: Vec<Slot>, basis: Basis) -> Vec<Vec<Slot>> {
    let Some(&q) = prime_factors(x.len()).first() else { return vec![x] };
    let parts: Vec<Vec<Slot>> = x.chunks(x.len() / q).map(<[Slot]>::to_vec).collect();
    let (sum, rest) = basis(a, parts);
    let mut all = split(a, sum, basis);
    all.push(rest.concat());
    all
}

/// A function that splits a polynomial of q parts into their sum and q - 1 combinations that are zero for equal parts.
type Basis = fn(&mut Linear, Vec<Vec<Slot>>) -> (Vec<Slot>, Vec<Vec<Slot>>);

/// Splits parts into sums and differences of pairs, and the sums again. The first of an odd number of parts is compared
/// with the sum of the others. The rows are orthogonal, or nearly so, and therefore the errors of the products do not
/// grow.
fn balanced(a: &mut Linear, mut parts: Vec<Vec<Slot>>) -> (Vec<Slot>, Vec<Vec<Slot>>) {
    if parts.len() % 2 == 0 {
        let (low, high) = parts.split_at(parts.len() / 2);
        let pairs = || low.iter().zip(high.iter().rev());
        let sums = pairs().map(|(l, h)| merge(a, l, 1, h, 1)).collect();
        let differences: Vec<_> = pairs().map(|(l, h)| merge(a, l, 1, h, -1)).collect();
        let (sum, rest) = balanced(a, sums);
        return (sum, [rest, differences].concat());
    }
    let one = parts.remove(0);
    if parts.is_empty() {
        return (one, vec![]);
    }
    // The first part times the number of the others, as a sum of powers of two.
    let digits: Vec<i128> = (0..usize::BITS).map(|bit| parts.len() as i128 & (1 << bit)).filter(|by| *by > 0).collect();
    let (others, mut rest) = balanced(a, parts);
    let compared = |(&x, &y)| a.combine(digits.iter().map(|&by| (x, by)).chain([(y, -1)]));
    rest.insert(0, one.iter().zip(&others).map(compared).collect());
    (merge(a, &one, 1, &others, 1), rest)
}

/// Splits parts into their sum and differences from the last part. These are the remainders themselves, so that
/// products of polynomials remain products of polynomials.
fn polynomial(a: &mut Linear, parts: Vec<Vec<Slot>>) -> (Vec<Slot>, Vec<Vec<Slot>>) {
    let last = &parts[parts.len() - 1];
    let sum = (0..last.len()).map(|i| a.combine(parts.iter().map(|part| (part[i], 1)))).collect();
    let differences = parts[..parts.len() - 1].iter().map(|part| merge(a, part, 1, last, -1)).collect();
    (sum, differences)
}

/// Adds up multiples of two parts, element by element.
fn merge(a: &mut Linear, x: &[Slot], x_times: i128, y: &[Slot], y_times: i128) -> Vec<Slot> {
    x.iter().zip(y).map(|(&x, &y)| a.combine([(x, x_times), (y, y_times)])).collect()
}

/// Adds outputs for the low half, the high half and their sum, each of them divided again (Karatsuba & Ofman, 1962).
fn karatsuba(a: &mut Linear, x: &[Slot]) {
    if let [single] = *x {
        return a.outputs.push(single);
    }
    let (low, high) = x.split_at(x.len() / 2);
    let sums: Vec<Slot> = low.iter().zip(high).map(|(&l, &h)| a.combine([(l, 1), (h, 1)])).collect();
    for part in [low, high, &sums] {
        karatsuba(a, part);
    }
}

/// Returns the factors of the products at [`karatsuba`]'s points that replace a product by a block whose quarters off
/// the diagonal are equal.
fn diagonal(block: &Block) -> Vec<Complex> {
    let half = block.len() / 2;
    if half == 0 {
        return vec![block[0][0].clone()];
    }
    let quarter = |from: usize, to: usize| -> Block {
        let row = |i: usize| (0..half).map(|j| block[from + i][to + j].clone()).collect();
        (0..half).map(row).collect()
    };
    let off_diagonal = quarter(0, half);
    let reduced = |x: Block| -> Block {
        let row = |(x, y): (&Vec<Complex>, &Vec<Complex>)| x.iter().zip(y).map(|(x, y)| (x - y).snapped()).collect();
        x.iter().zip(&off_diagonal).map(row).collect()
    };
    [reduced(quarter(0, 0)), reduced(quarter(half, half)), off_diagonal.clone()].iter().flat_map(diagonal).collect()
}

/// Returns the blocks of K = A⁻ᵀ H A⁻¹, where H has ω^(g^(j+k)) at j, k. With the columns of A⁻¹ as polynomials,
/// element r, c of K is the product of columns r and c modulo z^n - 1, with ω^(g^s) for z^s.
fn blocks(a: &Linear, factors: &[Vec<Slot>]) -> Vec<Block> {
    let n = a.outputs.len();
    let (roots, powers) = (roots(n + 1), powers(n + 1));
    let (inverse, denominator) = inverse(&a.matrix());
    let element = |r: usize, c: usize| {
        let mut product = vec![0; n];
        for (j, row) in inverse.iter().enumerate().filter(|(_, row)| row[r] != 0) {
            inverse.iter().enumerate().for_each(|(k, other)| product[(j + k) % n] += row[r] * other[c]);
        }
        let terms = product.iter().enumerate().filter(|(_, by)| **by != 0);
        let sum =
            terms.map(|(s, &by)| roots[powers[s]].scale(&by.into())).fold(Complex::zero(), |sum, term| &sum + &term);
        sum.scale(&Real::ratio(1, denominator * denominator)).snapped()
    };
    let mut from = 0;
    let mut block = |size: usize| -> Block {
        let range = from..from + size;
        from += size;
        range.clone().map(|r| range.clone().map(|c| element(r, c)).collect()).collect()
    };
    factors.iter().map(|factor| block(factor.len())).collect()
}
