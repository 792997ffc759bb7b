//! Products of frames with a matrix: any matrix of K rows and N columns, on one element, a line of elements or a ring.
//!
//! [`Matrix`] says which matrix. [`ProductPlan`] says what a core is made of, and how many clock cycles a frame takes. [`design`] builds the
//! core, with AXI4-Stream ports and the bit-accurate model, as any other [`Design`].

mod architecture;
mod check;
mod coefficients;
mod lower;
mod matrix;
mod model;
mod name;
mod plan;
mod sums;
mod timing;
mod words;

pub use architecture::MatrixProduct;
pub use coefficients::Coefficients;
pub use matrix::{Matrix, Ratio};
pub use plan::{Elements, ProductPlan};
pub use sums::{FixedSums, Sums};

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
    let name = plan.top_name(&config);
    Ok(Design::of(Config { name: Some(name), ..config }, Box::new(MatrixProduct::new(plan))))
}
