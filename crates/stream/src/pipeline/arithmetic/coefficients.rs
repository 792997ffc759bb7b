//! The coefficients of a stage of fixed point as integers.

use super::FixedStage;
use crate::exact::Real;
use crate::formula::Algorithm;
use crate::pipeline::Stage;

/// The coefficients of a stage as integers, in units of 2^-point.
pub struct QuantizedCoefficients {
    /// Bits after the binary point.
    pub point: u32,
    /// `constants[index]`: value of `Coefficient::Constant(index)`.
    pub constants: Vec<i64>,
    /// `tables[index][batch]`: value of `Coefficient::Table(index)`.
    pub tables: Vec<Vec<i64>>,
}

impl QuantizedCoefficients {
    /// Returns the most bits after the binary point with which every coefficient of a stage fits words of `width` bits.
    pub fn point(stage: &Stage, width: u32) -> u32 {
        let all = stage.kernel.graph.constants.iter().chain(stage.kernel.tables.iter().flatten());
        // Multiplier-accumulators multiply by one too.
        let least_high = match stage.transform.kernel().algorithm {
            Algorithm::Accumulated => 1.0,
            _ => 0.0,
        };
        let (low, high) =
            all.map(Real::to_f64).fold((0.0, least_high), |(low, high), c| (f64::min(low, c), f64::max(high, c)));
        let end = 2f64.powi(width as i32 - 1);
        let fits = |point: &u32| {
            let units = |end: f64| (end * 2f64.powi(*point as i32)).round_ties_even();
            units(low) >= -end && units(high) < end
        };
        // More bits than these would serve only coefficients smaller than an eighth.
        (0..=width + 2).rev().find(fits).unwrap_or(0)
    }

    /// Rounds the coefficients of a stage to words of `width` bits, `point` of them after the binary point. For three
    /// products, the parts of a factor are rounded and their sums are exact, so that products cancel exactly.
    pub fn new(stage: &Stage, width: u32, point: u32) -> QuantizedCoefficients {
        QuantizedCoefficients::of_every(1, stage, [width, point])
    }

    /// Rounds the coefficients of every `nth` batch of a stage, from the first one on; the others are zeros.
    pub fn of_every(nth: usize, stage: &Stage, [width, point]: [u32; 2]) -> QuantizedCoefficients {
        let units = |value: &Real| FixedStage::coefficient(value, point, width);
        let constants = stage.kernel.graph.constants.iter().map(units).collect();
        let rounded = |table: &Vec<Real>| {
            let mut rounded = vec![0; table.len()];
            let some = rounded.iter_mut().zip(table).step_by(nth);
            some.for_each(|(rounded, value)| *rounded = units(value));
            rounded
        };
        let mut tables: Vec<Vec<i64>> = stage.kernel.tables.iter().map(rounded).collect();
        for &first in &stage.kernel.triples {
            let [re, sum] = [0, 1].map(|table| &stage.kernel.tables[first + table]);
            for (batch, (re, sum)) in re.iter().zip(sum).enumerate().step_by(nth) {
                let im = FixedStage::fitted(sum.units_above(re, point as i32), width);
                let re = units(re);
                [tables[first][batch], tables[first + 1][batch], tables[first + 2][batch]] = [re, re + im, im - re];
            }
        }
        QuantizedCoefficients { point, constants, tables }
    }
}
