//! What a systolic array for steps of a transform is made of.

use super::check::{check_chirp_radices, check_radices, check_shift};
use super::convolution::Convolution;
use super::scales::{chirp_scales, scales};
use super::step::{with_equal_sums, Step};
use super::times::StepTimes;
use super::turn::Turn;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::matrix::check::check_config;
use crate::matrix::coefficients::Coefficients;
use crate::matrix::longer::format_of;
use crate::matrix::plan::ProductPlan;
use crate::matrix::rows::Rows;
use crate::matrix::rules::{Matrix, Ratio};
use crate::matrix::sums::Sums;
use crate::matrix::systolic::plan::{batches, Cells};
use crate::number::FixedOptions;
use crate::pipeline::Units;
use std::ops::Range;
use std::sync::Arc;

/// What a systolic array for steps of a transform is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct StepsPlan {
    /// Rows and columns of cells.
    pub cells: Cells,
    /// Frames of a batch.
    pub batch: usize,
    /// Points of a frame.
    pub size: usize,
    /// Points of a frame between steps: those of a convolution are more than those that come.
    pub length: usize,
    /// Whether the transform is the inverse one.
    pub inverse: bool,
    /// Steps in order.
    pub steps: Vec<Step>,
    /// Steps whose radices are the digits of the points that come, and those whose radices are the digits of the
    /// results.
    pub ends: [Range<usize>; 2],
    /// Binary logarithm of the factor of the results beside the shifts of the steps.
    pub gain: u32,
    /// Multiplication by twiddle factors. `None` where there are none, or where they are in the matrices.
    pub turn: Option<Turn>,
    /// When steps begin.
    pub timing: StepTimes,
}

impl StepsPlan {
    /// Plans an array for the uniform transform of batches of as many frames as the configuration has rows, by steps of
    /// ascending radices.
    pub fn new(config: &Config, inverse: bool, cells: Cells, radices: &[usize]) -> Result<Self, Error> {
        let [batch, size] = checked(config, cells)?;
        check_radices(size, cells, radices)?;
        let scales = scales(&config.arithmetic.scale(), radices)?;
        let is_float = matches!(config.format, Format::Float(_));
        let mut rest = size;
        let mut steps = Vec::new();
        for (number, (radix, scale)) in radices.iter().zip(scales).enumerate() {
            let before = rest;
            rest /= radix;
            let is_last = number + 1 == radices.len();
            // Sums of no step are larger than its points, and few coefficients are below the smallest normal number.
            let by = if inverse && is_float { *radix } else { 1 };
            let arithmetic = FixedOptions { scale: Some(scale), ..config.arithmetic.clone() };
            let coefficients = |matrix: &Matrix| Coefficients::new(matrix, &format_of(config), &arithmetic);
            let transform = coefficients(&Matrix::Uniform { size: *radix, inverse, by })?;
            let factors = (!is_last).then(|| coefficients(&twiddles(*radix, before, inverse))).transpose()?;
            steps.push(Step {
                factors: factors.map(Arc::new),
                ..Step::new(config, &arithmetic, transform, *radix, rest)?
            });
        }
        let turn = steps[0].factors.clone().map(|factors| Turn::new(config, steps[0].product(), factors));
        Ok(StepsPlan { turn, ..Self::of_steps(cells, [batch, size], inverse, steps) }.scheduled())
    }

    /// Plans an array for the uniform transform of batches by a convolution with a chirp, of as many points as the
    /// product of ascending radices. Steps go there and back: of two radices there are three steps.
    pub fn convolved(config: &Config, inverse: bool, cells: Cells, radices: &[usize]) -> Result<Self, Error> {
        let [batch, size] = checked(config, cells)?;
        check_chirp_radices(size, cells, radices)?;
        let is_float = matches!(config.format, Format::Float(_));
        let by = if inverse && is_float { size } else { 1 };
        let convolution = Arc::new(Convolution::new(size, radices, [inverse, !is_float], by));
        let scales = chirp_scales(&config.arithmetic.scale(), &convolution)?;
        let mut steps = Vec::new();
        for (number, (shape, scale)) in convolution.shapes.iter().zip(scales).enumerate() {
            let arithmetic = FixedOptions { scale: Some(scale), ..config.arithmetic.clone() };
            let (own, results) = (convolution.clone(), shape.results);
            let rows = Rows::new(move |row| own.row(number, row / results, row % results));
            let all = [shape.count * shape.results, shape.points];
            let rounded = Coefficients::of_rows(all, rows, &format_of(config), &arithmetic)?;
            steps.push(Step::new(config, &arithmetic, rounded, shape.results, shape.rest)?);
        }
        let plan = StepsPlan {
            length: radices.iter().product(),
            ends: [0..radices.len(), radices.len() - 1..steps.len()],
            gain: convolution.gain,
            ..Self::of_steps(cells, [batch, size], inverse, steps)
        };
        check_shift(plan.shifts(), plan.gain)?;
        Ok(plan.scheduled())
    }

    /// Collects steps of a transform of as many points as come, whose times are not known yet.
    fn of_steps(cells: Cells, [batch, size]: [usize; 2], inverse: bool, mut steps: Vec<Step>) -> Self {
        with_equal_sums(&mut steps);
        let all = 0..steps.len();
        StepsPlan {
            cells,
            batch,
            size,
            length: size,
            inverse,
            steps,
            ends: [all.clone(), all],
            gain: 0,
            turn: None,
            timing: StepTimes::default(),
        }
    }

    /// Returns the plan with the times of its steps.
    fn scheduled(self) -> Self {
        StepsPlan { timing: self.schedule(), ..self }
    }

    /// Returns the arithmetic of the cells, which is that of the last step but for what is dropped.
    pub fn widest(&self) -> &ProductPlan {
        self.steps[self.steps.len() - 1].product()
    }

    /// Returns the divisor of the results in floating point.
    pub fn divisor(&self) -> usize {
        if self.inverse {
            self.size
        } else {
            1
        }
    }

    /// Returns the scale of the results as a right shift in bits, in fixed point.
    pub fn shift(&self) -> u32 {
        self.shifts() - self.gain
    }

    /// Returns the right shifts of all steps in bits, in fixed point.
    fn shifts(&self) -> u32 {
        let shift = |step: &Step| match step.product().sums {
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
        // A cell adds two products of a complex one, and the first cell of a column adds nothing; a factor adds nothing
        // to its product.
        Units {
            adders: rows * columns * adders - 2 * columns + columns * turns.adders.saturating_sub(2),
            multipliers: rows * columns * multipliers + columns * turns.multipliers,
            constants: 0,
        }
    }

    /// Returns the number of coefficients of all steps, but for twiddle factors.
    pub fn coefficients(&self) -> usize {
        self.steps.iter().map(|step| step.matrices() * step.results() * step.radix()).sum()
    }

    /// Complex words of memory for points and results.
    pub fn memory_words(&self) -> usize {
        // Two batches come and two go, and one or two wait between steps.
        self.batch * (4 * self.size + (self.steps.len() - 1).min(2) * self.length)
    }
}

/// Refuses what an array for steps does not have. Returns the frames of a batch, and the points of a frame.
fn checked(config: &Config, cells: Cells) -> Result<[usize; 2], Error> {
    check_config(config)?;
    cells.check()?;
    batches(config)
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
