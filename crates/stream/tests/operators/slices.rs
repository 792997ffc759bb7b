//! The slice operations equal the operations element by element.

use super::operands::{corners, Random};
use super::{both, powers, FORMATS, SMALL};
use fftgen_maths::format::Float;

/// So many values of a format, random ones and corners in turn.
fn corners_of(f: Float, count: usize) -> Vec<u64> {
    let (mut random, corners) = (Random(7), corners(f));
    (0..count).map(|i| if i % 2 == 0 { corners[i / 2 % corners.len()] } else { random.pair(f).1 }).collect()
}

#[test]
fn slices_equal_elements() {
    for (f, _) in both(&[&FORMATS[..], &SMALL[..]].concat()) {
        let mut random = Random(f.bits().into());
        let corners = corners(f);
        let (mut a, mut b): (Vec<u64>, Vec<u64>) = (0..100_000).map(|_| random.pair(f)).unzip();
        for &x in &corners {
            a.extend(corners.iter().map(|_| x));
            b.extend(&corners);
        }
        let mut out = vec![0; a.len()];
        let same = |out: &[u64], op: &dyn Fn(u64, u64) -> u64, what: &str| {
            for ((&out, &a), &b) in out.iter().zip(&a).zip(&b) {
                assert_eq!(out, op(a, b), "{what} of {a:#x} and {b:#x} in {f:?}");
            }
        };
        f.add_slice(&a, &b, &mut out);
        same(&out, &|a, b| f.add(a, b), "add");
        f.sub_slice(&a, &b, &mut out);
        same(&out, &|a, b| f.sub(a, b), "sub");
        f.mul_slice(f, &a, &b, &mut out);
        same(&out, &|a, b| f.mul(a, b), "mul");
        let other = f.coefficient();
        let coefficients = corners_of(other, b.len());
        f.mul_slice(other, &a, &coefficients, &mut out);
        for ((&out, &a), &b) in out.iter().zip(&a).zip(&coefficients) {
            assert_eq!(out, f.mul_by(other, a, b), "{a:#x} times the coefficient {b:#x} in {f:?}");
        }
        let (a, mut out) = (&a[..20_000], vec![0; 20_000]);
        for k in powers(f) {
            f.scale_slice(a, k, &mut out);
            for (&a, &out) in a.iter().zip(&out) {
                assert_eq!(out, f.scale(a, k), "{a:#x} * 2^{k} in {f:?}");
            }
        }
    }
}
