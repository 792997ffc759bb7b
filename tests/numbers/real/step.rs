//! The step beside the complex transform.

use crate::support::residues::{dft, field, noise};
use fftgen::exact::Field;
use fftgen::formula::{Kind, RealSplit};
use fftgen::kernel::{from_split, SelfConjugateMethod};

/// The step modulo a prime, pair by pair, on the points of a complex transform.
fn step(field: &Field, split: RealSplit, way: SelfConjugateMethod, x: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let graph = from_split(split, way);
    let factors = split.factors();
    // Points of an inverse have their parts exchanged on both sides.
    let turned = |[re, im]: [u64; 2]| if split.inverse { [im, re] } else { [re, im] };
    let x: Vec<[u64; 2]> = x.iter().map(|&x| turned(x)).chain([[0; 2]]).collect();
    let mut y = vec![[0; 2]; x.len()];
    for (number, pair) in split.pairs().into_iter().enumerate() {
        let mut taken = pair.points;
        if split.is_crossed(&pair) {
            taken.reverse();
        }
        let input = taken.map(|k| x[k]);
        let factor = factors.as_ref().map_or([0; 2], |factors| field.pair(&factors[number].value()));
        let output = graph.eval(field, input.as_flattened(), &factor, &[pair.is_self_conjugate]);
        pair.points.iter().zip(output.chunks(2)).for_each(|(&k, part)| y[k] = turned([part[0], part[1]]));
    }
    y.pop();
    y
}

/// The spectrum of a frame of real samples in points, as it passes the ports: by the definition of the packing.
fn packed(field: &Field, kind: Kind, frame: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let spectrum = |samples: Vec<u64>| dft(field, &samples.into_iter().map(|x| [x, 0]).collect::<Vec<_>>(), false);
    let n = frame.len();
    if kind == Kind::Real {
        let x = spectrum(frame.as_flattened().to_vec());
        return [&[[x[0][0], x[n][0]]], &x[1..n]].concat();
    }
    let [a, b] = [0, 1].map(|part| spectrum(frame.iter().map(|point| point[part]).collect()));
    let point = |k: usize| match 2 * k {
        twice if twice % n == 0 => [a[k][0], b[k][0]],
        twice if twice < n => a[k],
        _ => b[n - k],
    };
    (0..n).map(point).collect()
}

/// After the complex transform the step gives the spectra, and before the inverse one it takes them back.
#[test]
fn the_step_is_its_matrix() {
    for (kind, way) in [
        (Kind::Real, SelfConjugateMethod::SumsAhead),
        (Kind::Real, SelfConjugateMethod::Bypass),
        (Kind::RealPair, SelfConjugateMethod::Bypass),
    ] {
        for count in 1..=24 {
            let Some(split) = kind.split(count.into(), false) else { continue };
            let field = field(2 * count);
            let x = noise(&field, count);
            let wanted = packed(&field, kind, &x);
            assert_eq!(step(&field, split, way, &dft(&field, &x, false)), wanted, "{split}");
            let back = dft(&field, &step(&field, RealSplit { inverse: true, ..split }, way, &wanted), true);
            let size = (count * kind.share()) as u64;
            let scaled: Vec<[u64; 2]> = x.iter().map(|point| point.map(|part| field.mul(part, size))).collect();
            assert_eq!(back, scaled, "back from {split}");
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
