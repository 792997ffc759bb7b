//! What a systolic array for steps of a transform is made of.

use super::radices::radices;
use super::times::StepTimes;
use super::turn::Turn;
use crate::arch::ProductFacts;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::matrix::check::{check_config, MAX_COEFFICIENTS};
use crate::matrix::coefficients::Coefficients;
use crate::matrix::elements::Elements;
use crate::matrix::plan::ProductPlan;
use crate::matrix::rules::{Matrix, Ratio};
use crate::matrix::sums::Sums;
use crate::matrix::systolic::plan::{batches, Cells};
use crate::number::{FixedOptions, Scale};
use crate::pipeline::Units;
use std::sync::Arc;

/// A step: vectors are multiplied by the transform of its radix.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Coefficients and sums.
    pub product: ProductPlan,
    /// Points of the transforms that are left behind the step.
    pub rest: usize,
    /// Twiddle factors by which results are multiplied: a row for each result, a column for each point of the rest. `None` behind the last step.
    pub factors: Option<Arc<Coefficients>>,
}

/// What a systolic array for steps of a transform is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct StepsPlan {
    /// Rows and columns of cells.
    pub cells: Cells,
    /// Frames of a batch.
    pub batch: usize,
    /// Points of a frame.
    pub size: usize,
    /// Whether the transform is the inverse one.
    pub inverse: bool,
    /// Steps in order.
    pub steps: Vec<Step>,
    /// Multiplication by twiddle factors. `None` for one step.
    pub turn: Option<Turn>,
    /// When steps begin.
    pub timing: StepTimes,
}

impl Step {
    /// Returns the points of a vector.
    pub fn radix(&self) -> usize {
        self.product.rows()
    }
}

impl StepsPlan {
    /// Plans an array for the uniform transform of batches of as many frames as the configuration has rows, by steps of ascending radices.
    pub fn new(config: &Config, inverse: bool, cells: Cells, radices: &[usize]) -> Result<Self, Error> {
        check_config(config)?;
        cells.check()?;
        let [batch, size] = batches(config)?;
        check_radices(size, cells, radices)?;
        let scales = scales(&config.arithmetic.scale(), radices)?;
        let is_float = matches!(config.format, Format::Float(_));
        let mut rest = size;
        let mut steps = Vec::new();
        for (number, (radix, scale)) in radices.iter().zip(scales).enumerate() {
            let before = rest;
            rest /= radix;
            let is_last = number + 1 == radices.len();
            let by = if inverse && is_last && is_float { size } else { 1 };
            let arithmetic = FixedOptions { scale: Some(scale), ..config.arithmetic.clone() };
            let coefficients = |matrix: &Matrix| Coefficients::new(matrix, &config.format, &arithmetic);
            let transform = coefficients(&Matrix::Uniform { size: *radix, inverse, by })?;
            let config = Config { arithmetic: arithmetic.clone(), ..config.clone() };
            let product = ProductPlan::without_partial_sums(&config, transform, "dft", Elements::default())?;
            let factors = (!is_last).then(|| coefficients(&twiddles(*radix, before, inverse))).transpose()?;
            steps.push(Step { product, rest, factors: factors.map(Arc::new) });
        }
        with_equal_sums(&mut steps);
        let turn = steps[0].factors.clone().map(|factors| Turn::new(config, &steps[0].product, factors));
        let plan = StepsPlan { cells, batch, size, inverse, steps, turn, timing: StepTimes::default() };
        Ok(StepsPlan { timing: plan.schedule(), ..plan })
    }

    /// Returns the arithmetic of the cells, which is that of the last step but for what is dropped.
    pub fn widest(&self) -> &ProductPlan {
        &self.steps[self.steps.len() - 1].product
    }

    /// Returns the scale of the results as a right shift in bits, in fixed point.
    pub fn shift(&self) -> u32 {
        let shift = |step: &Step| match step.product.sums {
            Sums::Fixed(sums) => sums.shift,
            Sums::Float(_) => 0,
        };
        self.steps.iter().map(shift).sum()
    }

    /// Returns the operators of all cells and of the twiddle factors.
    pub fn units(&self) -> Units {
        let Units { adders, multipliers, .. } = self.widest().units();
        let Cells { rows, columns } = self.cells;
        let turns = self.turn.as_ref().map_or(Units::default(), |turn| turn.product.units());
        // A cell adds two products of a complex one, and the first cell of a column adds nothing; a factor adds nothing to its product.
        Units {
            adders: rows * columns * adders - 2 * columns + columns * turns.adders.saturating_sub(2),
            multipliers: rows * columns * multipliers + columns * turns.multipliers,
            constants: 0,
        }
    }

    /// Complex words of memory for points and results.
    pub fn memory_words(&self) -> usize {
        let points = self.batch * self.size;
        // Two batches come and two go, and one or two wait between steps.
        points * (4 + (self.steps.len() - 1).min(2))
    }

    /// States the order in which products are added.
    pub fn order(&self) -> String {
        let sums = match self.widest().sums {
            Sums::Fixed(_) => "exact in a step".into(),
            Sums::Float(_) => format!("{} products one behind the other in a step", self.cells.rows),
        };
        sums + &self.widest().product_order()
    }

    /// Returns the radices as a word, as in `8x8`.
    pub fn word(&self) -> String {
        self.radices().iter().map(usize::to_string).collect::<Vec<_>>().join("x")
    }

    /// Describes the transform in a line.
    pub fn title(&self) -> String {
        let what = if self.inverse { "Inverse discrete" } else { "Discrete" };
        format!(
            "{what} Fourier transform of {} points in steps of {} points",
            self.size,
            self.word().replace('x', ", ")
        )
    }

    /// Describes cells and sums in a line.
    pub fn description(&self) -> String {
        let Cells { rows, columns } = self.cells;
        format!("systolic array of {rows} x {columns} cells, batches of {} frames; sums {}", self.batch, self.order())
    }

    /// Returns the name of the top module.
    pub fn top_name(&self, config: &Config) -> String {
        let Cells { rows, columns } = self.cells;
        let what = if self.inverse { "idft" } else { "dft" };
        let format = self.widest().format_name(config);
        let name = format!("{what}{}_{format}_systolic{rows}x{columns}_b{}", self.size, self.batch);
        config.name.clone().unwrap_or(name + &ProductPlan::ports_name(config))
    }

    /// Returns the facts for the documents of a core.
    pub fn facts(&self) -> ProductFacts {
        let Cells { rows, columns } = self.cells;
        let sum_bits = match self.widest().sums {
            Sums::Fixed(sums) => Some(sums.sum_bits),
            Sums::Float(_) => None,
        };
        ProductFacts {
            matrix: if self.inverse { "idft" } else { "dft" }.into(),
            rows: self.size,
            columns: self.size,
            array: Some(format!("systolic:{rows}x{columns}")),
            batch: Some(self.batch),
            radices: self.radices(),
            frame_cycles: self.slots(),
            utilisation: self.utilisation(),
            order: self.order(),
            sum_bits,
            roots: None,
            ..self.widest().facts()
        }
    }
}

/// Refuses radices that the array cannot multiply by.
fn check_radices(size: usize, cells: Cells, given: &[usize]) -> Result<(), Error> {
    let Cells { rows, columns } = cells;
    if given.is_empty() || given.iter().product::<usize>() != size || given.iter().any(|radix| *radix > rows) {
        let most = (1..=rows).rev().find(|most| size % most == 0).unwrap_or(1);
        let fix = match radices(size, cells).is_empty() {
            true => format!("a factor of {size} is larger; an array of more rows, or one whose rows and columns divide {size}, serves it"),
            false => format!("steps of at most {most} points make {size}"),
        };
        return Err(Error::Usage(format!(
            "size {size} and array systolic:{rows}x{columns}: a step has at most {rows} points; {fix}"
        )));
    }
    if size > MAX_COEFFICIENTS {
        return Err(Error::Unsupported(format!("size {size}: at most {MAX_COEFFICIENTS} twiddle factors work")));
    }
    match given.windows(2).all(|pair| pair[0] <= pair[1]) {
        true => Ok(()),
        false => Err(Error::Usage(format!("steps of {given:?} points: steps have ascending points"))),
    }
}

/// Returns the twiddle factors of a step of a transform of `size` points, for the points of the rest.
fn twiddles(radix: usize, size: usize, inverse: bool) -> Matrix {
    let sign = if inverse { -1 } else { 1 };
    let none = Ratio { numerator: 0, denominator: 1 };
    Matrix::Chirp {
        size: size / radix,
        start: none,
        step: Ratio { numerator: sign, denominator: size as i64 },
        count: radix,
    }
}

/// Returns the scales of steps. The first step has the further bit of [`Scale::Spare`], so that no sum of any step is too large.
fn scales(scale: &Scale, radices: &[usize]) -> Result<Vec<Scale>, Error> {
    let count = radices.len();
    match scale {
        Scale::Spare => Ok((0..count).map(|step| if step == 0 { Scale::Spare } else { Scale::Stage }).collect()),
        Scale::Shifts(shifts) if shifts.len() == count => {
            Ok(shifts.iter().map(|bits| Scale::Shifts(vec![*bits])).collect())
        }
        Scale::Shifts(shifts) => Err(Error::Usage(format!(
            "scale: {} shifts for {count} steps of {radices:?} points; give one for each step",
            shifts.len()
        ))),
        other => Ok(vec![other.clone(); count]),
    }
}

/// Gives the sums of all steps the bits of the longest ones.
fn with_equal_sums(steps: &mut [Step]) {
    let bits = |step: &Step| match step.product.sums {
        Sums::Fixed(sums) => sums.sum_bits,
        Sums::Float(_) => 0,
    };
    let most = steps.iter().map(bits).max().unwrap_or(0);
    for step in steps {
        if let Sums::Fixed(sums) = &mut step.product.sums {
            sums.sum_bits = most;
        }
    }
}
