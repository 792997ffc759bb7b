//! Netlists equal the model.

use super::cases::cases;
use super::support::{core, line, random, ring};
use fftgen::matrix::{Elements, Matrix};
use fftgen::verify::check;

/// Passes frames at full rate and with stalls. A frame takes the clock cycles of its products, divided by the multiply-adds.
fn equals_model(matrix: Matrix, precision: &str, elements: Elements) {
    let design = core(&matrix, precision, elements);
    let measured = check(&design, 24, |_| {}).unwrap();
    let all = matrix.rows() * matrix.columns();
    assert_eq!(measured.interval, all / (elements.count() * elements.macs), "{}", design.name);
}

cases! {
    lines_equal_the_model_at_full_rate(equals_model) {
        one_element: (random(6, 5, false), "fixed12", line(1, 1, 1)),
        one_row: (random(1, 5, false), "fixed12", line(1, 1, 1)),
        one_column: (random(1, 1, false), "fixed12", line(1, 1, 1)),
        several_macs: (random(12, 9, false), "fixed16", line(1, 4, 1)),
        a_row_to_a_mac: (random(6, 7, false), "fixed16", line(1, 6, 1)),
        as_many_macs_as_points: (random(8, 8, false), "fixed16", line(4, 2, 1)),
        more_rows_than_points: (random(24, 5, false), "fixed16", line(2, 2, 1)),
        real: (random(10, 7, true), "fixed16", line(5, 1, 2)),
        longer_hops: (random(12, 8, false), "fixed10", line(3, 1, 3)),
        many_elements: (random(32, 33, false), "fixed8", line(16, 1, 1)),
        cosines: (Matrix::Dct2(8), "fixed16", line(2, 1, 1)),
        long_words: (random(4, 6, false), "fixed40", line(2, 1, 1)),
        float: (random(12, 10, false), "fp32", line(2, 1, 1)),
        float_two_sums: (random(8, 10, false), "fp32", line(2, 2, 1)),
        float_four_sums: (random(4, 17, false), "fp32", line(2, 2, 1)),
        float_one_row: (random(1, 9, false), "fp16", line(1, 1, 1)),
        float_three_columns: (random(6, 2, false), "fp16", line(1, 1, 1)),
        float_real: (random(16, 9, true), "bf16", line(4, 1, 2)),
        float_tree_of_many: (random(24, 30, false), "fp16", line(3, 4, 1)),
        doubles: (random(8, 9, false), "fp64", line(2, 2, 1)),
    }
}

cases! {
    rings_equal_the_model_at_full_rate(equals_model) {
        two_elements: (random(6, 8, false), "fixed12", ring(2, 1, 1)),
        a_row_to_a_mac: (random(6, 12, false), "fixed16", ring(3, 2, 1)),
        more_rows_than_points: (random(24, 6, false), "fixed16", ring(3, 2, 1)),
        as_many_macs_as_points: (random(8, 8, false), "fixed16", ring(4, 2, 1)),
        more_elements: (random(16, 32, false), "fixed16", ring(8, 1, 1)),
        longer_hops: (random(20, 20, false), "fixed10", ring(5, 2, 3)),
        real: (random(12, 9, true), "fixed16", ring(3, 1, 2)),
        cosines: (Matrix::Dct4(12), "fixed16", ring(4, 1, 1)),
        float: (random(16, 12, false), "fp32", ring(4, 1, 1)),
        float_two_sums: (random(16, 16, false), "fp16", ring(4, 2, 1)),
        float_four_sums: (random(8, 32, false), "fp16", ring(4, 2, 2)),
    }
}
