//! Words of tables are the nearest ones to the numbers that are proved.

use crate::config::config;
use fftgen::exact::Real;
use fftgen::format::{number, Format};
use fftgen::pipeline::arithmetic::QuantizedCoefficients;
use fftgen::pipeline::{Stage, StageArithmetic};
use fftgen::{Config, Design};

/// Returns the coefficients of a stage with the words that they become, as numbers, and the unit of the last place of each.
fn words(stage: &Stage) -> Vec<(Real, Real, Real)> {
    let constants = stage.kernel.graph.constants.iter();
    // The sums of three products are those of rounded parts.
    let is_sum = |table: &usize| stage.kernel.triples.iter().any(|first| (first + 1..first + 3).contains(table));
    let tables: Vec<usize> = (0..stage.kernel.tables.len()).filter(|table| !is_sum(table)).collect();
    match stage.arithmetic {
        StageArithmetic::Float(float) => {
            let format = float.coefficient();
            let word = |value: &Real| {
                let bits = Format::Float(format).encode(value);
                let exponent = (format.fields(bits).1 as i32).max(1) - format.bias() - format.fraction as i32;
                (value.clone(), Real::from_f64(Format::Float(format).to_f64(bits)), Real::one().scaled(exponent))
            };
            let all = constants.chain(tables.iter().flat_map(|table| &stage.kernel.tables[*table]));
            all.map(word).collect()
        }
        StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
            let (bits, point) = (fixed.coefficient_bits, fixed.coefficient_fraction);
            let rounded = QuantizedCoefficients::new(stage, bits, point);
            let unit = Real::one().scaled(-(point as i32));
            let word = |(value, word): (&Real, &i64)| {
                assert_eq!(number(*word as u64, bits), *word, "{bits} bits");
                (value.clone(), Real::from(i128::from(*word)).scaled(-(point as i32)), unit.clone())
            };
            let tables =
                tables.iter().flat_map(|table| stage.kernel.tables[*table].iter().zip(&rounded.tables[*table]));
            constants.zip(&rounded.constants).chain(tables).map(word).collect()
        }
    }
}

/// Half a last place, but for the largest number of a word of fixed point, which stands for one.
#[test]
fn words_of_tables_are_within_half_a_last_place() {
    let folded = |size, precision| Config { cycles: Some(20 * size), ..config(size, 1, precision) };
    let cores = [
        config(64, 1, "fixed16"),
        config(1024, 2, "fixed18"),
        config(60, 4, "fp32"),
        config(67, 1, "fixed16"),
        Config { inverse: true, ..config(81, 1, "bf16") },
        config(256, 1, "fixed12").with_block_exponents(),
        folded(60, "fixed16"),
        folded(100, "fp32"),
    ];
    let mut count = 0;
    for config in cores {
        let architecture = Design::architecture(&config).unwrap();
        for (value, word, unit) in architecture.stages().into_iter().flat_map(|(stage, _)| words(stage)) {
            let off = (&word - &value).abs();
            let is_largest = (&value - &Real::one()).abs().is_zero();
            let bound = if is_largest { unit } else { unit.scaled(-1) };
            assert!(!(&bound - &off).is_negative(), "{}: {value:?} is {word:?}", config.top_name());
            count += 1;
        }
    }
    assert!(count > 3000, "{count} words");
}
