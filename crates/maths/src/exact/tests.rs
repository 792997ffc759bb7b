use super::{roots, Real, Root};
use rustc_apfloat::{ieee, Float, Round};

/// Returns numbers around every limit of half precision, with odd significands long enough to tie and to break ties.
fn samples() -> impl Iterator<Item = Real> {
    let significands = (0..200i64).chain((0x7f0..0x820).map(|s| s * 32 + 16)).chain((0..64).map(|s| (s << 40) + 1));
    significands.flat_map(|s| (-70..20).map(move |e| Real::from(i128::from(s)).scaled(e)))
}

#[test]
fn rounding_agrees_with_llvm() {
    for value in samples().flat_map(|v| [-&v, v]) {
        let text = value.to_f64();
        let half = ieee::Double::from_bits(text.to_bits().into());
        let mut loses = false;
        let half: ieee::Half = rustc_apfloat::FloatConvert::convert_r(half, Round::NearestTiesToEven, &mut loses).value;
        if !value.is_zero() {
            assert_eq!(u128::from(value.round(5, 10, true)), half.to_bits(), "{value:?}");
        }
        assert_eq!(value.round(8, 23, true), u64::from((text as f32).to_bits()), "{value:?}");
        assert_eq!(value.round(11, 52, true), text.to_bits(), "{value:?}");
    }
}

#[test]
fn units_are_rounded_once() {
    // With many more bits only the slow path remains, which determines the nearest integer but for ties.
    let extra_bits = 64;
    let nearest =
        |value: &Real, exponent: i32| (value.units(exponent + extra_bits) + (1 << (extra_bits - 1))) >> extra_bits;
    for value in roots(360).iter().flat_map(|root| [&root.re, &root.im]) {
        for exponent in [0, 1, 7, 15, 24, 29, 30, 31, 32, 40, 50] {
            let half = value.scaled(exponent + 1).to_f64();
            if half.fract() != 0.0 || half % 2.0 == 0.0 {
                assert_eq!(value.units(exponent), nearest(value, exponent), "{value:?} 2^{exponent}");
            }
        }
    }
    for (halves, even) in [(-5, -2), (-3, -2), (-1, 0), (1, 0), (3, 2), (5, 2)] {
        assert_eq!(Real::ratio(halves, 2).units(0), even);
        let above = &Real::ratio(halves, 2) + &Real::one().scaled(-100);
        assert_eq!(above.units(0), (halves + 1i128).div_euclid(2));
    }
}

#[test]
fn units_of_long_numbers_saturate_and_vanish() {
    let long = roots(50).iter().flat_map(|root| [root.re.clone(), root.im.clone()]).collect::<Vec<Real>>();
    for value in samples().step_by(13).flat_map(|value| [-&value, value]).chain(long) {
        for exponent in [-400, -160, -2, 0, 60, 90, 100, 126, 127, 128, 200, 400] {
            let rounded = value.scaled(exponent).float().quantize(0).value();
            let limit = if value.is_negative() { i128::MIN } else { i128::MAX };
            let wanted = i128::try_from(rounded.to_int().value()).unwrap_or(limit);
            assert_eq!(value.units(exponent), wanted, "{value:?} 2^{exponent}");
        }
    }
}

#[test]
fn units_of_differences_are_those_of_the_difference() {
    let long = roots(50).iter().flat_map(|root| [root.re.clone(), root.im.clone()]).collect::<Vec<Real>>();
    for pair in [samples().step_by(13).collect(), long].concat().windows(2) {
        for exponent in [0, 1, 15, 47, 62, 97, 98, 100, 110] {
            let wanted = (&pair[0] - &pair[1]).units(exponent);
            assert_eq!(pair[0].units_above(&pair[1], exponent), wanted, "{:?} - {:?}, 2^{exponent}", pair[0], pair[1]);
        }
    }
    // Ties go to the even integer.
    assert_eq!(Real::from(3).units_above(&Real::ratio(1, 2), 0), 2);
}

#[test]
fn doubles_are_the_nearest() {
    for value in samples().flat_map(|value| [&value + &Real::one().scaled(-90), value]) {
        for value in [value.scaled(-700), -&value, value.scaled(-1000), value.scaled(1000), value] {
            assert_eq!(value.to_f64().to_bits(), value.float().to_f64().value().to_bits(), "{value:?}");
        }
    }
}

#[test]
fn flushing_depends_on_the_value_rounded_with_unbounded_exponent() {
    let smallest = Real::one().scaled(-14);
    let below = &smallest - &Real::one().scaled(-30);
    assert_eq!(below.round(5, 10, false), 0x0400);
    assert_eq!((&smallest - &Real::one().scaled(-25)).round(5, 10, false), 0);
}

#[test]
fn tables_of_roots_have_the_bits_of_single_roots_and_their_symmetries() {
    for n in (1..40).chain([60, 61, 97, 100, 1024]) {
        let all = roots(n);
        for k in 0..n {
            assert_eq!(all[k], Root::new(k, n).value(), "{k}/{n}");
            assert_eq!(all[k].conj(), all[(n - k) % n], "{k}/{n}");
        }
    }
}

#[test]
fn products_of_roots_close_to_the_120th_bit() {
    let all = roots(1000);
    for k in 0..1000 {
        let product = &all[k] * &all[(k * 7 + 1) % 1000];
        let error = &product - &all[(k * 8 + 1) % 1000];
        assert!(error.re.abs().to_f64() + error.im.abs().to_f64() < 2f64.powi(-150));
    }
}
