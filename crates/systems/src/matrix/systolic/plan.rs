//! What a systolic array is made of, and its clock cycles.

use crate::arch::{FrameTiming, ProductFacts};
use crate::design::Config;
use crate::error::Error;
use crate::matrix::check::{check_coefficients, check_config, check_ports, check_stored};
use crate::matrix::coefficients::Coefficients;
use crate::matrix::elements::Elements;
use crate::matrix::longer::format_of;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES, SELECT_CYCLES};
use crate::matrix::rules::Matrix;
use crate::matrix::sums::Sums;
use crate::pipeline::Units;

/// Maximum number of cells.
const MAX_CELLS: usize = 1 << 14;

/// Maximum number of points of a batch, which is on the chip as a whole.
const MAX_BATCH_POINTS: usize = 1 << 20;

/// Rows and columns of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Rows, along each of which points of one place in a tile pass.
    pub rows: usize,
    /// Columns, down each of which the sums of one row of a tile pass.
    pub columns: usize,
}

impl Cells {
    /// Refuses arrays of no cells, or of too many.
    pub(super) fn check(self) -> Result<(), Error> {
        let Cells { rows, columns } = self;
        match (1..=MAX_CELLS).contains(&rows.saturating_mul(columns)) {
            true => Ok(()),
            false => Err(Error::Unsupported(format!(
                "array systolic:{rows}x{columns}: there are 1 to {MAX_CELLS} cells, as many as {side}x{side}",
                side = MAX_CELLS.isqrt()
            ))),
        }
    }
}

/// Returns the largest number up to `most` that divides another one.
fn dividing(number: usize, most: usize) -> usize {
    (1..=most.min(number)).rev().find(|divisor| number % divisor == 0).unwrap_or(1)
}

/// Returns the frames of a batch, and the points of a frame.
pub(super) fn batches(config: &Config) -> Result<[usize; 2], Error> {
    match config.shape.dimensions()[..] {
        [batch, size] if batch.saturating_mul(size) > MAX_BATCH_POINTS => Err(Error::Unsupported(format!(
            "size {} and a systolic array: a batch has at most {MAX_BATCH_POINTS} points, because all of them are on \
             the chip",
            config.shape
        ))),
        [batch, size] => Ok([batch, size]),
        _ => Err(Error::Usage(format!(
            "size {} and a systolic array: frames come in batches; give frames x points, as in --size 16x{}",
            config.shape,
            config.size()
        ))),
    }
}

/// What a systolic array is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct SystolicPlan {
    /// Coefficients and arithmetic.
    pub product: ProductPlan,
    /// Rows and columns of cells.
    pub cells: Cells,
    /// Frames of a batch.
    pub batch: usize,
    /// Points that come in a clock cycle, and results that leave.
    pub width: usize,
}

impl SystolicPlan {
    /// Plans an array for batches of as many frames as the configuration has rows, or says what does not work.
    pub fn new(config: &Config, matrix: &Matrix, cells: Cells) -> Result<Self, Error> {
        // Any width serves that rows and columns of cells divide, but for none.
        check_config(&Config { width: config.width.min(1), ..config.clone() })?;
        let [batch, size] = batches(config)?;
        check_coefficients(matrix, size)?;
        // Cells have the coefficients of all tiles.
        check_stored(matrix, matrix.rows().saturating_mul(size))?;
        check_ports(config, matrix)?;
        let coefficients = Coefficients::new(matrix, &format_of(config), &config.arithmetic)?;
        let product = ProductPlan::without_partial_sums(
            config,
            coefficients,
            (matrix.word(), matrix.label()),
            Elements::default(),
        )?;
        let plan = SystolicPlan { product, cells, batch, width: config.width };
        plan.check()?;
        Ok(plan)
    }

    /// Refuses cells that the matrix cannot be spread over.
    fn check(&self) -> Result<(), Error> {
        let Cells { rows, columns } = self.cells;
        let (results, points) = (self.product.rows(), self.product.columns());
        let array = format!("array systolic:{rows}x{columns}");
        self.cells.check()?;
        if points % rows != 0 || results % columns != 0 {
            return Err(Error::Usage(format!(
                "{array}, {points} points and {results} rows of the matrix: rows of cells divide the points, and \
                 columns of cells the rows of the matrix; try --array systolic:{}x{}",
                dividing(points, rows),
                dividing(results, columns)
            )));
        }
        let width = self.width;
        if rows % width != 0 || columns % width != 0 {
            return Err(Error::Usage(format!(
                "{array} and width {width}: points of a beat are for as many rows of cells, and results come from as \
                 many columns; try a --width that divides {rows} and {columns}"
            )));
        }
        let most = width * points.min(results);
        if rows * columns > most {
            return Err(Error::Usage(format!(
                "{array}: {} cells wait for points and results, of which {width} a clock cycle pass; at most {most} \
                 cells are busy{}",
                rows * columns,
                self.wider()
            )));
        }
        let adder = self.adder_cycles();
        if self.has_accumulators() && self.batch < adder {
            return Err(Error::Usage(format!(
                "size {}x{points}: an adder takes {adder} clock cycles, so that a batch has at least {adder} frames; \
                 try --size {adder}x{points}",
                self.batch
            )));
        }
        Ok(())
    }

    /// Suggests the least width at which all cells are busy, or fewer cells where there is none.
    fn wider(&self) -> String {
        let Cells { rows, columns } = self.cells;
        let least = (rows * columns).div_ceil(self.product.columns().min(self.product.rows()));
        let serves = |width: &usize| rows % width == 0 && columns % width == 0;
        let suggestion = match (least..=rows.min(columns)).find(serves) {
            Some(width) => format!("--width {width}"),
            None => "fewer cells".into(),
        };
        format!("; try {suggestion}")
    }

    /// Returns the tiles of the columns of the matrix, and of its rows.
    pub fn tiles(&self) -> [usize; 2] {
        [self.product.columns() / self.cells.rows, self.product.rows() / self.cells.columns]
    }

    /// Returns the clock cycles of a batch at all cells.
    pub fn slots(&self) -> usize {
        self.batch * self.tiles().iter().product::<usize>()
    }

    /// Whether sums of several tiles are added.
    pub fn has_accumulators(&self) -> bool {
        self.tiles()[0] > 1
    }

    /// Returns the clock cycles of an addition.
    pub fn adder_cycles(&self) -> usize {
        self.product.depths.adder as usize
    }

    /// Returns the clock cycles from the first point of a batch to its first slot: the whole batch has come.
    pub fn first_slot(&self) -> usize {
        self.batch * self.product.columns() / self.width
    }

    /// Returns the clock cycles by which the last cell works after the first one.
    pub fn skew_cycles(&self) -> usize {
        (self.cells.rows - 1) * self.adder_cycles() + self.product.factor_cycles() + self.cells.columns
    }

    /// Returns the clock cycles from a slot at the first cell to the sum of its tile at the end of the first column.
    pub fn column_cycles(&self) -> usize {
        let product = self.product.factor_cycles() + COEFFICIENT_CYCLES + self.product.product_cycles();
        product + self.cells.rows * self.adder_cycles()
    }

    /// Returns the clock cycles from a slot at the first cell to the sum of the first column.
    pub fn sum_cycles(&self) -> usize {
        self.column_cycles() + if self.has_accumulators() { self.adder_cycles() } else { 0 }
    }

    /// Returns the clock cycles from the first point of a batch to the read of its first result. Results of the last
    /// tiles come last. Columns end one after the other, and the results of several leave at once.
    pub fn first_result(&self) -> usize {
        let last = self.first_slot() + self.slots() - self.batch + self.sum_cycles() + 1;
        last + self.cells.columns - self.product.rows() / self.width
    }

    /// Returns the clock cycles from batch to batch. A bank of results is written again two batches later, when the
    /// last of them has left, which few frames on many columns wait for.
    pub fn interval(&self) -> usize {
        let beats = self.product.rows() / self.width;
        let last_read = self.slots() + self.cells.columns + (self.batch - 1) * beats - beats;
        let its_write = self.tiles()[0] * self.batch + self.batch - 1;
        self.slots().max((last_read + 2).saturating_sub(its_write).div_ceil(2))
    }

    /// Returns beats, initiation interval and latency of the core.
    pub fn timing(&self) -> FrameTiming {
        let beats = [self.product.columns(), self.product.rows()].map(|points| self.batch * points / self.width);
        let latency = self.first_result() + SELECT_CYCLES + self.product.round_cycles();
        FrameTiming { beats, interval: self.interval(), latency }
    }

    /// Returns the operators of all cells.
    pub fn units(&self) -> Units {
        let Units { adders, multipliers, constants } = self.product.units();
        let (cells, columns) = (self.cells.rows * self.cells.columns, self.cells.columns);
        // The first cell of a column adds nothing, and its end adds the sums of tiles.
        let sums = 2 * (cells - columns) + if self.has_accumulators() { 2 * columns } else { 0 };
        Units { adders: cells * (adders - 2) + sums, multipliers: cells * multipliers, constants }
    }

    /// Complex words of memory for points and sums.
    pub fn memory_words(&self) -> usize {
        let [points, results] = self.timing().beats.map(|beats| beats * self.width);
        let sums = if self.has_accumulators() { self.batch * self.cells.columns } else { 0 };
        2 * points + 2 * results + sums
    }

    /// States the order in which products are added.
    pub fn order(&self) -> String {
        let sums = match self.product.sums {
            Sums::Fixed(_) => "exact".into(),
            Sums::Float(_) => {
                format!("{} products one after the other, and such sums one after the other", self.cells.rows)
            }
        };
        sums + &self.product.product_order()
    }

    /// Returns the name of the top module.
    pub fn top_name(&self, config: &Config) -> String {
        let Cells { rows, columns } = self.cells;
        let name = self.product.top_name(config);
        let width = Some(format!("_w{}", self.width)).filter(|_| self.width > 1).unwrap_or_default();
        config.name.clone().unwrap_or_else(|| format!("{name}_systolic{rows}x{columns}{width}_b{}", self.batch))
    }

    /// Describes cells and sums in a line.
    pub fn description(&self) -> String {
        let Cells { rows, columns } = self.cells;
        format!("systolic array of {rows} x {columns} cells, batches of {} frames; sums {}", self.batch, self.order())
    }

    /// Returns the facts for the documents of a core.
    pub fn facts(&self) -> ProductFacts {
        let Cells { rows, columns } = self.cells;
        ProductFacts {
            array: Some(format!("systolic:{rows}x{columns}")),
            batch: Some(self.batch),
            frame_cycles: self.slots(),
            utilisation: self.slots() as f64 / self.interval() as f64,
            order: self.order(),
            roots: None,
            ..self.product.facts()
        }
    }
}
