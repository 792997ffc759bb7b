//! Transforms by steps on a systolic array: netlists equal the model at the promised clock cycles, and the model double precision.

use super::products::{error_of_transform, noise};
use crate::support::cases::cases;
use fftgen::format::{Format, Overflow};
use fftgen::matrix::{radices, steps_design, Cells};
use fftgen::number::ProductRule::{self, Bf16, Bf16x3, Bf16x6, Whole};
use fftgen::number::{FixedOptions, Scale};
use fftgen::verify::{check, stimulus};
use fftgen::{Config, Design};

/// Array of rows and columns of cells for batches of frames, by the steps of the fewest clock cycles.
pub fn steps(
    [batch, size]: [usize; 2],
    precision: &str,
    products: ProductRule,
    cells: [usize; 2],
    inverse: bool,
) -> Design {
    let cells = Cells { rows: cells[0], columns: cells[1] };
    with_radices([batch, size], precision, products, cells, (inverse, &radices(size, cells)[0]))
}

fn with_radices(
    shape: [usize; 2],
    precision: &str,
    products: ProductRule,
    cells: Cells,
    (inverse, radices): (bool, &[usize]),
) -> Design {
    let format = Format::parse(precision, false).unwrap();
    steps_design(Config { products, ..Config::new(shape, 1, format) }, inverse, cells, radices).unwrap()
}

fn equals_model(shape: [usize; 2], precision: &str, cells: [usize; 2], inverse: bool) {
    let design = steps(shape, precision, Whole, cells, inverse);
    let measured = check(&design, 12, |_| {}).unwrap();
    assert_eq!(measured.interval, design.interval(), "{}", design.name);
}

cases! {
    steps_equal_the_model_at_full_rate(equals_model) {
        one_step: ([3, 4], "fixed12", [4, 2], false),
        one_step_of_odd_points: ([2, 5], "fixed12", [6, 2], true),
        two_steps: ([2, 16], "fixed12", [4, 2], false),
        one_frame: ([1, 16], "fixed12", [4, 4], false),
        more_columns_than_points: ([2, 12], "fixed16", [5, 6], false),
        three_steps: ([3, 64], "fixed16", [4, 4], false),
        three_steps_in_groups: ([2, 36], "fixed16", [4, 2], true),
        four_steps: ([1, 16], "fixed10", [2, 2], false),
        mixed: ([4, 30], "fixed16", [5, 3], false),
        odd: ([2, 45], "fixed14", [5, 2], false),
        one_column: ([2, 64], "fixed12", [8, 1], false),
        float: ([2, 16], "fp32", [4, 4], false),
        float_in_groups: ([3, 64], "fp32", [8, 4], false),
        float_inverse: ([2, 24], "fp16", [6, 2], true),
        float_three_steps: ([4, 60], "bf16", [5, 5], false),
    }
}

fn parts_equal_model(shape: [usize; 2], products: ProductRule, cells: [usize; 2]) {
    check(&steps(shape, "fp32", products, cells, false), 8, |_| {}).unwrap();
}

cases! {
    steps_of_parts_equal_the_model(parts_equal_model) {
        one: ([2, 16], Bf16, [4, 2]),
        three: ([2, 16], Bf16x3, [4, 4]),
        six: ([1, 12], Bf16x6, [4, 2]),
    }
}

/// Words of steps that are shifted by too few bits are too large.
fn overflows_equal_model(shifts: [u32; 2], overflow: Overflow) {
    let arithmetic =
        FixedOptions { scale: Some(Scale::Shifts(shifts.into())), overflow: Some(overflow), ..FixedOptions::default() };
    let format = Format::parse("fixed12", false).unwrap();
    let config = Config { arithmetic, ..Config::new([2, 12], 1, format) };
    let design = steps_design(config, false, Cells { rows: 4, columns: 2 }, &[3, 4]).unwrap();
    let samples = stimulus(&format, 24, 64, 1);
    assert!(design.model().transform(&samples).overflow.contains(&true));
    check(&design, 16, |_| {}).unwrap();
}

cases! {
    steps_that_overflow_equal_the_model(overflows_equal_model) {
        in_the_first_step: ([0, 3], Overflow::Saturate),
        in_the_last_step: ([2, 0], Overflow::Saturate),
        in_both: ([0, 0], Overflow::Wrap),
    }
}

/// Compares the error of a transform of noise, relative to the results in the mean of squares, with the measured one.
fn error_is(shape: [usize; 2], precision: &str, products: ProductRule, inverse: bool, measured: f64) {
    let design = steps(shape, precision, products, [16, 4], inverse);
    let error = error_of_transform(&design, shape, inverse, &noise(&design, shape));
    assert!(error < 1.25 * measured && error > 0.8 * measured, "{}: {error:e}", design.name);
}

cases! {
    steps_have_the_measured_errors(error_is) {
        fp32: ([4, 256], "fp32", Whole, false, 1.22e-7),
        fp32_inverse: ([4, 256], "fp32", Whole, true, 1.2e-7),
        odd: ([4, 135], "fp32", Whole, false, 1.19e-7),
        bf16: ([4, 256], "fp32", Bf16, false, 2.5e-3),
        bf16x3: ([4, 256], "fp32", Bf16x3, false, 4e-6),
        bf16x6: ([4, 256], "fp32", Bf16x6, false, 1.23e-7),
        fp16: ([4, 256], "fp16", Whole, false, 1.0e-3),
        fixed: ([4, 256], "fixed16", Whole, false, 3.9e-4),
        fixed_odd: ([4, 105], "fixed18", Whole, true, 7.5e-5),
    }
}
