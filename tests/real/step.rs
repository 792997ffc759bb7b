//! The step beside the complex transform.

use crate::definition::{dft, packed, points};
use fftgen::formula::{Kind, RealSplit};
use fftgen::kernel::{from_split, SelfConjugateMethod};
use num_complex::Complex64;

/// The step in double precision, pair by pair, on the points of a complex transform.
fn step(split: RealSplit, way: SelfConjugateMethod, x: &[Complex64]) -> Vec<Complex64> {
    let graph = from_split(split, way);
    let factors = split.factors();
    // Points of an inverse have their parts exchanged on both sides.
    let turned = |x: Complex64| if split.inverse { Complex64::new(x.im, x.re) } else { x };
    let x: Vec<Complex64> = x.iter().map(|&x| turned(x)).chain([Complex64::ZERO]).collect();
    let mut y = vec![Complex64::ZERO; x.len()];
    for (number, pair) in split.pairs().into_iter().enumerate() {
        let mut taken = pair.points;
        if split.is_crossed(&pair) {
            taken.reverse();
        }
        let input = taken.map(|k| [x[k].re, x[k].im]).concat();
        let factor = factors.as_ref().map_or(Complex64::ZERO, |factors| factors[number].value().to_c64());
        let output = graph.eval_with_choices(&input, &[factor.re, factor.im], &[pair.is_self_conjugate]);
        pair.points.iter().zip(output.chunks(2)).for_each(|(&k, part)| y[k] = turned(Complex64::new(part[0], part[1])));
    }
    y.pop();
    y
}

/// Behind the complex transform the step gives the spectra, and ahead of the inverse one it takes them back.
#[test]
fn the_step_is_its_matrix() {
    for (kind, way) in [
        (Kind::Real, SelfConjugateMethod::SumsAhead),
        (Kind::Real, SelfConjugateMethod::Bypass),
        (Kind::RealPair, SelfConjugateMethod::Bypass),
    ] {
        for count in 1..=24 {
            let Some(split) = kind.split(count.into(), false) else { continue };
            let x = points(count, count as u64);
            let (found, wanted) = (step(split, way, &dft(&x, false)), packed(kind, &x));
            let error = found.iter().zip(&wanted).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max);
            assert!(error < 1e-12, "{split}: off by {error:e}");
            let back = dft(&step(RealSplit { inverse: true, ..split }, way, &wanted), true);
            let scale = (count * kind.share()) as f64;
            let error = back.iter().zip(&x).map(|(y, x)| (y / scale - x).norm()).fold(0.0, f64::max);
            assert!(error < 1e-12, "back from {split}: off by {error:e}");
        }
    }
}

/// A pair takes four sums and differences, a rotation, and four sums again. A point that mirrors itself takes two sums or three
/// choices more.
#[test]
fn operations_of_a_pair_are_as_few_as_known() {
    let cost = |kind: Kind, way, inverse| {
        let counts = from_split(kind.split(8.into(), inverse).unwrap(), way).counts();
        (counts.adds, counts.muls, counts.scales, counts.choices, counts.negs)
    };
    assert_eq!(cost(Kind::Real, SelfConjugateMethod::SumsAhead, false), (12, 4, 2, 2, 0));
    assert_eq!(cost(Kind::Real, SelfConjugateMethod::SumsAhead, true), (12, 4, 2, 2, 0));
    assert_eq!(cost(Kind::Real, SelfConjugateMethod::Bypass, false), (10, 4, 2, 5, 2));
    assert_eq!(cost(Kind::Real, SelfConjugateMethod::Bypass, true), (10, 4, 2, 5, 1));
    assert_eq!(cost(Kind::RealPair, SelfConjugateMethod::Bypass, false), (4, 0, 4, 4, 0));
    assert_eq!(cost(Kind::RealPair, SelfConjugateMethod::Bypass, true), (4, 0, 0, 4, 0));
}
