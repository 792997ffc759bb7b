//! Netlists equal the model.

use super::products::{array, array_of_parts, core, core_of_parts, line, random, ring, wide_array};
use crate::support::cases::cases;
use fftgen::format::Format;
use fftgen::matrix::{systolic_design, Cells, Elements, Matrix, ProductPlan, Ratio};
use fftgen::number::ProductRule::{self, Bf16, Bf16x3, Bf16x6};
use fftgen::rng::Rng;
use fftgen::verify::check;
use fftgen::Config;

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
        rows_of_one_column: (random(4, 1, false), "fixed12", line(1, 1, 1)),
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

/// Passes frames through a core in which a table of the powers of a root of unity has all coefficients of a multiply-add.
fn powers_equal_model(matrix: Matrix, precision: &str, elements: Elements) {
    let config = Config::new(matrix.columns(), 1, Format::parse(precision, false).unwrap());
    let powers = ProductPlan::new(&config, &matrix, elements).unwrap().powers();
    assert_eq!(powers, matrix.powers());
    assert!(powers.is_some());
    equals_model(matrix, precision, elements);
}

fn uniform(size: usize, inverse: bool) -> Matrix {
    Matrix::Uniform { size, inverse, by: 1 }
}

/// Frequencies of tenths and fifteenths, so that the order of the root does not divide the points.
fn chirp() -> Matrix {
    let ratio = |numerator, denominator| Ratio { numerator, denominator };
    Matrix::Chirp { size: 40, start: ratio(-3, 10), step: ratio(1, 15), count: 24 }
}

cases! {
    tables_of_powers_equal_the_model(powers_equal_model) {
        power_of_two: (uniform(64, false), "fp32", line(4, 1, 1)),
        several_macs: (uniform(64, false), "fp32", line(2, 2, 1)),
        no_power_of_two: (uniform(60, false), "fixed16", line(2, 1, 2)),
        on_a_ring: (uniform(60, false), "fixed16", ring(2, 1, 1)),
        inverse: (uniform(48, true), "fixed18", ring(2, 1, 1)),
        frequencies: (chirp(), "fp64", line(2, 1, 3)),
        frequencies_on_a_ring: (chirp(), "fp64", ring(2, 1, 2)),
        bins_downwards: (Matrix::Bins { size: 64, bins: (0..20).map(|row| 60 - 3 * row).collect() }, "fixed16", line(1, 1, 1)),
        float: (uniform(48, false), "fp16", line(1, 1, 1)),
    }
}

/// Passes batches at full rate and with stalls. A batch takes the clock cycles of its products, divided by the cells.
fn array_equals_model(matrix: Matrix, batch: usize, precision: &str, cells: [usize; 2]) {
    let design = array(&matrix, batch, precision, cells);
    let measured = check(&design, 24, |_| {}).unwrap();
    let all = batch * matrix.rows() * matrix.columns();
    assert_eq!(measured.interval, all / (cells[0] * cells[1]), "{}", design.name);
}

cases! {
    systolic_arrays_equal_the_model_at_full_rate(array_equals_model) {
        one_cell: (random(2, 3, false), 2, "fixed12", [1, 1]),
        a_row: (random(6, 6, false), 3, "fixed16", [1, 3]),
        a_column: (random(6, 6, false), 3, "fixed16", [3, 1]),
        one_tile_of_columns: (random(8, 4, false), 3, "fixed16", [4, 1]),
        as_many_cells_as_points: (random(8, 8, false), 4, "fixed16", [4, 2]),
        more_rows_than_points: (random(24, 6, false), 2, "fixed10", [3, 2]),
        one_frame: (random(6, 8, false), 1, "fixed16", [2, 2]),
        real: (random(8, 16, true), 5, "fixed16", [4, 2]),
        float: (random(16, 16, false), 4, "fp32", [4, 4]),
        float_of_long_batches: (random(4, 8, false), 9, "fp16", [2, 2]),
        as_long_as_it_comes: (random(8, 8, false), 4, "fp16", [4, 2]),
        float_of_one_tile: (random(8, 8, false), 2, "fp16", [8, 1]),
        cosines: (Matrix::Dct4(8), 6, "bf16", [2, 4]),
    }
}

/// Passes batches by several points a clock cycle. All cells are busy, but for batches of few frames on many columns.
fn wide_array_equals_model(
    matrix: Matrix,
    frames: (usize, usize),
    precision: &str,
    cells: [usize; 2],
    interval: usize,
) {
    let design = wide_array(&matrix, frames, precision, cells);
    let measured = check(&design, 24, |_| {}).unwrap();
    assert_eq!(measured.interval, interval, "{}", design.name);
}

cases! {
    wide_systolic_arrays_equal_the_model_at_full_rate(wide_array_equals_model) {
        a_frame_a_cycle: (random(4, 4, false), (6, 4), "fixed12", [4, 4], 6),
        a_transform_a_cycle: (uniform(8, false), (8, 8), "fixed16", [8, 8], 8),
        four_tiles_a_side: (random(16, 16, false), (5, 4), "fixed10", [4, 4], 80),
        half_as_wide_as_high: (random(8, 8, false), (3, 2), "fixed16", [4, 4], 12),
        more_rows_than_columns: (random(6, 12, false), (4, 2), "fixed16", [4, 2], 36),
        more_columns_than_rows: (random(12, 6, false), (4, 3), "fixed12", [3, 6], 16),
        loaded: (Matrix::Loaded { rows: 4, columns: 8 }, (3, 2), "fixed12", [4, 2], 12),
        float: (random(8, 8, false), (6, 4), "fp16", [4, 4], 24),
        float_of_one_tile: (random(4, 4, false), (3, 4), "fp16", [4, 4], 3),
        one_frame_waits: (random(8, 8, false), (1, 8), "fixed12", [8, 8], 5),
        few_frames_wait: (random(12, 6, false), (1, 6), "fixed8", [6, 12 / 2], 4),
    }
}

/// Draws matrices, cells, widths, batches and formats. What is planned equals the model.
#[test]
fn drawn_systolic_arrays_equal_the_model() {
    let mut rng = Rng::new(5);
    let mut below = |count: usize| rng.below(count as u64) as usize;
    for _ in 0..16 {
        let width = [1, 2, 3, 4][below(4)];
        let [rows, columns] = [0, 1].map(|_| width * (1 + below(2)));
        let [points, results] = [rows * (1 + below(3)), columns * (1 + below(3))];
        let matrix = match below(3) {
            0 => Matrix::Loaded { rows: results, columns: points },
            1 => random(results, points, true),
            _ => random(results, points, false),
        };
        let precision = ["fixed8", "fixed16", "q2.14", "fp16", "e5m6"][below(5)];
        let config = Config::new([4 + below(4), points], width, Format::parse(precision, false).unwrap());
        match systolic_design(config, &matrix, Cells { rows, columns }) {
            Ok(design) => drop(check(&design, 24, |_| {}).unwrap_or_else(|error| panic!("{}: {error}", design.name))),
            Err(error) => assert!(error.to_string().contains("cells wait"), "{error}"),
        }
    }
}

fn parts_equal_model(matrix: Matrix, products: ProductRule, elements: Elements) {
    let design = core_of_parts(&matrix, products, elements);
    let measured = check(&design, 16, |_| {}).unwrap();
    let all = matrix.rows() * matrix.columns();
    assert_eq!(measured.interval, all / (elements.count() * elements.macs), "{}", design.name);
}

cases! {
    products_of_parts_equal_the_model(parts_equal_model) {
        one: (random(6, 5, false), Bf16, line(2, 1, 1)),
        three: (random(8, 10, false), Bf16x3, line(2, 2, 1)),
        six: (random(8, 8, false), Bf16x6, ring(4, 1, 1)),
        real: (random(8, 9, true), Bf16x3, line(2, 1, 2)),
        loaded: (Matrix::Loaded { rows: 6, columns: 6 }, Bf16x3, line(3, 1, 1)),
        loaded_ring: (Matrix::Loaded { rows: 8, columns: 8 }, Bf16x6, ring(4, 1, 2)),
    }
}

fn array_of_parts_equals_model(matrix: Matrix, products: ProductRule, cells: [usize; 2]) {
    check(&array_of_parts(&matrix, 4, products, cells), 16, |_| {}).unwrap();
}

cases! {
    arrays_of_parts_equal_the_model(array_of_parts_equals_model) {
        one: (random(8, 8, false), Bf16, [2, 2]),
        three: (random(8, 8, false), Bf16x3, [4, 2]),
        six: (random(6, 8, false), Bf16x6, [2, 2]),
    }
}
