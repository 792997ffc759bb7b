//! Transforms by a convolution with a chirp on a systolic array: netlists equal the model at the promised clock cycles, and the model double
//! precision.

use super::products::{error_of_transform, noise};
use crate::support::cases::cases;
use fftgen::format::{Format, Overflow};
use fftgen::matrix::{chirp_design, chirp_radices, Cells};
use fftgen::number::ProductRule::{self, Bf16, Bf16x3, Bf16x6, Whole};
use fftgen::number::{FixedOptions, Scale};
use fftgen::verify::{check, stimulus};
use fftgen::{Config, Design};

/// Array of rows and columns of cells for batches of frames, by the radices of the fewest clock cycles unless some are given.
pub fn chirps(
    [batch, size]: [usize; 2],
    precision: &str,
    products: ProductRule,
    cells: [usize; 2],
    (inverse, radices): (bool, Option<&[usize]>),
) -> Design {
    let cells = Cells { rows: cells[0], columns: cells[1] };
    let first = || chirp_radices(size, cells).swap_remove(0);
    let radices = radices.map_or_else(first, <[usize]>::to_vec);
    let format = Format::parse(precision, false).unwrap();
    chirp_design(Config { products, ..Config::new([batch, size], 1, format) }, inverse, cells, &radices).unwrap()
}

fn equals_model(shape: [usize; 2], precision: &str, cells: [usize; 2], inverse: bool) {
    let design = chirps(shape, precision, Whole, cells, (inverse, None));
    let measured = check(&design, 12, |_| {}).unwrap();
    assert_eq!(measured.interval, design.interval(), "{}", design.name);
}

cases! {
    convolutions_equal_the_model_at_full_rate(equals_model) {
        prime: ([2, 7], "fixed12", [4, 4], false),
        prime_in_groups: ([3, 7], "fixed16", [4, 2], true),
        one_frame: ([1, 11], "fixed12", [5, 5], false),
        one_column: ([2, 13], "fixed12", [6, 1], false),
        more_columns_than_points: ([2, 7], "fixed14", [5, 6], false),
        composite: ([2, 14], "fixed14", [6, 3], true),
        five_steps: ([2, 23], "fixed14", [4, 4], false),
        five_steps_in_groups: ([1, 19], "fixed12", [4, 2], true),
        seven_steps: ([1, 7], "fixed10", [2, 2], false),
        float: ([2, 7], "fp16", [4, 4], false),
        float_inverse: ([3, 11], "fp16", [6, 2], true),
        float_five_steps: ([2, 13], "bf16", [3, 3], false),
        fp32: ([2, 7], "fp32", [4, 2], true),
    }
}

fn radices_equal_the_model(shape: [usize; 2], cells: [usize; 2], radices: &[usize]) {
    check(&chirps(shape, "fixed10", Whole, cells, (false, Some(radices))), 8, |_| {}).unwrap();
}

cases! {
    radices_that_fit_equal_the_model(radices_equal_the_model) {
        unequal: ([2, 7], [6, 2], &[3, 5]),
        unequal_there_and_back: ([2, 12], [5, 2], &[2, 3, 5]),
        // All vectors of the first step have the same points.
        whole_vectors: ([2, 12], [6, 2], &[4, 6]),
        longer_than_needed: ([1, 5], [6, 4], &[4, 6]),
    }
}

fn parts_equal_model(shape: [usize; 2], products: ProductRule, cells: [usize; 2]) {
    check(&chirps(shape, "fp32", products, cells, (false, None)), 8, |_| {}).unwrap();
}

cases! {
    convolutions_of_parts_equal_the_model(parts_equal_model) {
        one: ([2, 7], Bf16, [4, 2]),
        three: ([2, 7], Bf16x3, [4, 4]),
        six: ([1, 5], Bf16x6, [3, 1]),
    }
}

/// Words of steps that are shifted by too few bits are too large.
fn overflows_equal_model(shifts: [u32; 3], overflow: Overflow) {
    let arithmetic =
        FixedOptions { scale: Some(Scale::Shifts(shifts.into())), overflow: Some(overflow), ..FixedOptions::default() };
    let format = Format::parse("fixed12", false).unwrap();
    let config = Config { arithmetic, ..Config::new([2, 7], 1, format) };
    let design = chirp_design(config, false, Cells { rows: 4, columns: 2 }, &[4, 4]).unwrap();
    let samples = stimulus(&format, 14, 64, 1);
    assert!(design.model().transform(&samples).overflow.contains(&true));
    check(&design, 16, |_| {}).unwrap();
}

cases! {
    convolutions_that_overflow_equal_the_model(overflows_equal_model) {
        in_the_first_step: ([0, 1, 3], Overflow::Saturate),
        in_the_last_step: ([2, 1, 0], Overflow::Saturate),
        in_all: ([1, 0, 0], Overflow::Wrap),
    }
}

/// Compares the error of a transform of noise, relative to the results in the mean of squares, with the measured one.
fn error_is(shape: [usize; 2], precision: &str, products: ProductRule, inverse: bool, measured: f64) {
    let design = chirps(shape, precision, products, [16, 4], (inverse, None));
    let error = error_of_transform(&design, shape, inverse, &noise(&design, shape));
    assert!(error < 1.25 * measured && error > 0.8 * measured, "{}: {error:e}", design.name);
}

cases! {
    convolutions_have_the_measured_errors(error_is) {
        fp32: ([4, 127], "fp32", Whole, false, 1.2e-7),
        fp32_inverse: ([4, 127], "fp32", Whole, true, 1.2e-7),
        five_steps: ([1, 509], "fp32", Whole, false, 1.54e-7),
        bf16: ([4, 127], "fp32", Bf16, false, 3.9e-3),
        bf16x3: ([4, 127], "fp32", Bf16x3, false, 6.7e-6),
        bf16x6: ([4, 127], "fp32", Bf16x6, false, 1.23e-7),
        fp16: ([4, 127], "fp16", Whole, false, 1.0e-3),
        fixed: ([4, 127], "fixed16", Whole, false, 3.9e-4),
        fixed_five_steps: ([1, 509], "fixed18", Whole, true, 2.6e-4),
    }
}

/// Primes and other sizes have their transforms, whatever the radices.
#[test]
fn convolutions_transform_any_size() {
    for size in [3, 5, 7, 12, 17, 26, 41] {
        for cells in [[3, 3], [4, 2], [7, 5], [16, 16]] {
            let all = chirp_radices(size, Cells { rows: cells[0], columns: cells[1] });
            for radices in [all.first(), all.last()].into_iter().flatten() {
                for inverse in [false, true] {
                    let design = chirps([1, size], "fp32", Whole, cells, (inverse, Some(radices)));
                    let error = error_of_transform(&design, [1, size], inverse, &noise(&design, [1, size]));
                    assert!(error < 1e-6, "{}, {radices:?}: {error:e}", design.name);
                }
            }
        }
    }
}

/// Radices that do not work are refused, with others that do.
#[test]
fn radices_of_no_convolution_are_refused() {
    let config = Config::new([2, 7], 1, Format::parse("fixed12", false).unwrap());
    let cells = Cells { rows: 5, columns: 4 };
    for radices in [&[] as &[usize], &[16], &[3, 4], &[4, 3], &[3, 5], &[2, 8], &[0, 5], &[5; 30]] {
        let error = chirp_design(config.clone(), false, cells, radices).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.ends_with("try [4, 4]")), "{radices:?}: {error:?}");
    }
}
