//! Words of tables are the nearest ones to the numbers that are proved.

use crate::support::config::config;
use fftgen::arch::Architecture;
use fftgen::exact::{Field, Real};
use fftgen::format::{number, Format};
use fftgen::pipeline::arithmetic::QuantizedCoefficients;
use fftgen::pipeline::{Stage, StageArithmetic};
use fftgen::{Config, Design};
use rayon::prelude::*;
use std::collections::HashMap;

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

/// Cores with tables of every kind.
fn cores() -> [Config; 8] {
    let folded = |size, precision| Config { cycles: Some(20 * size), ..config(size, 1, precision) };
    [
        config(64, 1, "fixed16"),
        config(1024, 2, "fixed18"),
        config(60, 4, "fp32"),
        config(67, 1, "fixed16"),
        Config { inverse: true, ..config(81, 1, "bf16") },
        config(256, 1, "fixed12").with_block_exponents(),
        folded(60, "fixed16"),
        folded(100, "fp32"),
    ]
}

/// Returns a field with the roots of unity that numbers are made of.
fn field_of(numbers: &[Real]) -> Field {
    let mut order = 8;
    loop {
        let field = Field::new(order, 1).unwrap();
        numbers.iter().for_each(|number| _ = field.residue(number));
        match field.sufficient_order() {
            Some(sufficient) if sufficient != order => order = sufficient,
            _ => return field,
        }
    }
}

/// Numbers are equal, zero or powers of two by their values if and only if they are by their origins.
fn values_agree_with_residues(name: &str, architecture: &dyn Architecture) {
    let tables = |stage: &Stage| stage.kernel.tables.concat();
    let stages = architecture.stages().into_iter().map(|(stage, _)| stage);
    let numbers = stages.flat_map(|stage| stage.kernel.graph.constants.iter().cloned().chain(tables(stage)));
    let numbers: Vec<Real> = numbers.collect();
    let field = field_of(&numbers);
    let mut by_residue: HashMap<u64, &Real> = HashMap::new();
    let mut by_value: HashMap<u64, Vec<(&Real, u64)>> = HashMap::new();
    for number in &numbers {
        let residue = field.residue(number);
        assert_eq!(number.is_zero(), residue == 0, "{name}: {number:?}");
        if let Some((is_negative, exponent)) = number.log2_if_power_of_two() {
            let power = field.power_of_two(exponent);
            assert_eq!(residue, if is_negative { field.neg(power) } else { power }, "{name}: {number:?}");
        }
        assert_eq!(*by_residue.entry(residue).or_insert(number), number, "{name}");
        let near = by_value.entry(number.to_f64().to_bits()).or_default();
        match near.iter().find(|(other, _)| *other == number) {
            Some((_, other)) => assert_eq!(residue, *other, "{name}: {number:?}"),
            None => near.push((number, residue)),
        }
    }
    assert_eq!(field.unknown(), None);
}

/// Words are within half a last place, but for the largest number of a word of fixed point, which stands for one. Returns their number.
fn words_are_nearest(name: &str, architecture: &dyn Architecture) -> usize {
    let words: Vec<_> = architecture.stages().into_iter().flat_map(|(stage, _)| words(stage)).collect();
    for (value, word, unit) in &words {
        let off = (word - value).abs();
        let is_largest = (value - &Real::one()).is_zero();
        let bound = if is_largest { unit.clone() } else { unit.scaled(-1) };
        assert!(!(&bound - &off).is_negative(), "{name}: {value:?} is {word:?}");
    }
    words.len()
}

#[test]
fn words_of_tables_are_nearest_to_what_is_proved() {
    let count = |config: Config| {
        let (name, architecture) = (config.top_name(), Design::architecture(&config).unwrap());
        values_agree_with_residues(&name, &*architecture);
        words_are_nearest(&name, &*architecture)
    };
    let words: usize = cores().into_par_iter().map(count).sum();
    assert!(words > 3000, "{words} words");
}
