//! Products of frames with a matrix: any matrix of K rows and N columns, on one element, a line of elements, a ring or a systolic array.
//!
//! [`Matrix`] says which matrix. [`ProductPlan`] says what a core is made of, and how many clock cycles a frame takes. [`design`] builds the
//! core, with AXI4-Stream ports and the bit-accurate model, as any other [`Design`].

mod architecture;
mod check;
mod coefficients;
mod elements;
mod lower;
mod model;
mod name;
mod plan;
mod rules;
mod sums;
mod systolic;
mod timing;
mod words;

pub use architecture::MatrixProduct;
pub use coefficients::Coefficients;
pub use elements::Elements;
pub use plan::ProductPlan;
pub use rules::{Matrix, Ratio};
pub use sums::{FixedSums, Sums};
pub use systolic::{Cells, SystolicPlan, SystolicProduct};

use crate::design::{Config, Design};
use crate::error::Error;

/// Plans and builds a core that multiplies frames by a matrix.
///
/// ```
/// use fftgen::matrix::{design, Elements, Matrix};
/// use fftgen::{format::Format, Config};
/// let config = Config::new(8, 1, Format::parse("fixed16", false)?);
/// let core = design(config, &Matrix::Dct2(8), Elements { macs: 2, ..Elements::default() })?;
/// assert_eq!(core.interval(), 8 * 8 / 2);
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn design(config: Config, matrix: &Matrix, elements: Elements) -> Result<Design, Error> {
    let plan = ProductPlan::new(&config, matrix, elements)?;
    Ok(planned_design(config, plan))
}

/// Builds the core of a plan for the same configuration.
pub fn planned_design(config: Config, plan: ProductPlan) -> Design {
    let name = plan.top_name(&config);
    Design::of(Config { name: Some(name), ..config }, Box::new(MatrixProduct::new(plan)))
}

/// Plans and builds a systolic array that multiplies batches of frames by a matrix. The configuration has frames x points.
///
/// ```
/// use fftgen::matrix::{systolic_design, Cells, Matrix};
/// use fftgen::{format::Format, Config};
/// let config = Config::new([4, 16], 1, Format::parse("fixed16", false)?);
/// let core = systolic_design(config, &Matrix::Dct2(16), Cells { rows: 4, columns: 2 })?;
/// assert_eq!(core.interval(), 4 * 16 * 16 / (4 * 2));
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn systolic_design(config: Config, matrix: &Matrix, cells: Cells) -> Result<Design, Error> {
    let plan = SystolicPlan::new(&config, matrix, cells)?;
    Ok(planned_array(config, plan))
}

/// Builds the systolic array of a plan for the same configuration.
pub fn planned_array(config: Config, plan: SystolicPlan) -> Design {
    let name = plan.top_name(&config);
    Design::of(Config { name: Some(name), ..config }, Box::new(SystolicProduct::new(plan)))
}
