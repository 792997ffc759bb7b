//! The coefficients of a stage of fixed point as integers.

use super::FixedStage;
use crate::exact::Real;
use crate::pipeline::Stage;

/// The coefficients of a stage as integers, in units of 2^-point.
pub struct Coefficients {
    pub point: u32,
    pub constants: Vec<i64>,
    pub tables: Vec<Vec<i64>>,
}

impl Coefficients {
    /// Returns the most bits behind the binary point with which every coefficient of a stage fits words of `width` bits.
    pub fn point(stage: &Stage, width: u32) -> u32 {
        let all = stage.kernel.graph.constants.iter().chain(stage.kernel.tables.iter().flatten());
        let (low, high) =
            all.map(Real::to_f64).fold((0.0, 0.0), |(low, high), c| (f64::min(low, c), f64::max(high, c)));
        let end = 2f64.powi(width as i32 - 1);
        let fits = |point: &u32| {
            let units = |end: f64| (end * 2f64.powi(*point as i32)).round_ties_even();
            units(low) >= -end && units(high) < end
        };
        // Smaller coefficients than an eighth are none the better for more places.
        (0..=width + 2).rev().find(fits).unwrap_or(0)
    }

    /// Those of a stage in words of `width` bits, `point` of them behind the binary point. For three products it is both
    /// parts of a factor that are rounded: sums of them are exact, and the products that cancel do.
    pub fn of(stage: &Stage, width: u32, point: u32) -> Coefficients {
        let units = |value: &Real| FixedStage::coefficient(value, point, width);
        let constants = stage.kernel.graph.constants.iter().map(units).collect();
        let rounded = |table: &Vec<Real>| table.iter().map(units).collect();
        let mut tables: Vec<Vec<i64>> = stage.kernel.tables.iter().map(rounded).collect();
        for &first in &stage.kernel.triples {
            let [re, sum] = [0, 1].map(|table| &stage.kernel.tables[first + table]);
            for (batch, (re, sum)) in re.iter().zip(sum).enumerate() {
                let [re, im] = [units(re), units(&(sum - re))];
                [tables[first][batch], tables[first + 1][batch], tables[first + 2][batch]] = [re, re + im, im - re];
            }
        }
        Coefficients { point, constants, tables }
    }
}
