//! Names and descriptions of arrays for steps of a transform.

use super::plan::StepsPlan;
use crate::arch::ProductFacts;
use crate::design::Config;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;
use crate::matrix::systolic::plan::Cells;

impl StepsPlan {
    /// States the order in which products are added.
    pub fn order(&self) -> String {
        let sums = match self.widest().sums {
            Sums::Fixed(_) => "exact in a step".into(),
            Sums::Float(_) => format!("{} products one after the other in a step", self.cells.rows),
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
        let by = match self.convolution() {
            Some(length) => format!(" by a convolution of {length} points"),
            None => String::new(),
        };
        format!(
            "{what} Fourier transform of {} points{by} in steps of {} points",
            self.size,
            self.word().replace('x', ", ")
        )
    }

    /// Returns the points of the convolution by which frames are transformed, if they are.
    pub fn convolution(&self) -> Option<usize> {
        (self.length > self.size).then_some(self.length)
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
        let format = ProductPlan::format_name(config);
        let name = format!("{what}{}_{format}_systolic{rows}x{columns}_b{}", self.size, self.batch);
        config.name.clone().unwrap_or(name + &config.choices())
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
            convolution: self.convolution(),
            coefficients: self.coefficients(),
            frame_cycles: self.slots(),
            utilisation: self.utilisation(),
            order: self.order(),
            sum_bits,
            roots: None,
            ..self.widest().facts()
        }
    }
}
