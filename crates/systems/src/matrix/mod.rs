//! Products of frames with a matrix: any matrix of K rows and N columns, on one element, a line of elements, a ring or
//! a systolic array.
//!
//! [`Matrix`] says which matrix. [`ProductPlan`] says what a core is made of, and how many clock cycles a frame takes.
//! [`design`] builds the core, with AXI4-Stream ports and the bit-accurate model, as any other [`Design`].

mod architecture;
mod axes;
mod batches;
mod check;
mod coefficients;
mod core_plan;
mod definition;
mod elements;
mod horner;
mod longer;
mod lower;
mod model;
mod name;
mod plan;
mod planned;
mod powers;
mod rows;
mod rules;
mod stored;
mod sums;
mod systolic;
mod timing;
mod ways;
mod words;

pub use architecture::Product;
pub use axes::{axes_design, axes_plan};
pub use coefficients::Coefficients;
pub use elements::Elements;
pub use horner::{FixedStep, HornerPlan, LoadedNodes};
pub use plan::ProductPlan;
pub use planned::Planned;
pub use powers::Powers;
pub use rules::{Matrix, Ratio};
pub use stored::Stored;
pub use sums::{FixedSums, Sums};
pub use systolic::{chirp_radices, radices, Cells, Step, StepsPlan, SystolicPlan};

pub use ways::transform_plans;
pub use words::CoefficientFormat;

use crate::design::{Config, Design};
use crate::error::Error;

/// Plans and builds a core that multiplies frames by a matrix.
///
/// ```
/// use fftgen_systems::matrix::{design, Elements, Matrix};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let config = Config::new(8, 1, Format::parse("fixed16", false)?);
/// let core = design(config, &Matrix::Dct2(8), Elements { macs: 2, ..Elements::default() })?;
/// assert_eq!(core.interval(), 8 * 8 / 2);
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn design(config: Config, matrix: &Matrix, elements: Elements) -> Result<Design, Error> {
    Ok(Planned::Elements(ProductPlan::new(&config, matrix, elements)?).design(config))
}

/// Plans and builds a core for the values of the z-transform at nodes that come while it runs.
///
/// ```
/// use fftgen_systems::matrix::{horner_design, Elements, LoadedNodes};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let config = Config::new(8, 1, Format::parse("fixed16", false)?);
/// let core = horner_design(config, &LoadedNodes::Any(16), Elements::default())?;
/// assert_eq!((core.interval(), core.scale()), (8 * 16, "1/8".into()));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn horner_design(config: Config, nodes: &LoadedNodes, elements: Elements) -> Result<Design, Error> {
    Ok(Planned::Horner(HornerPlan::new(&config, nodes, elements)?).design(config))
}

/// Plans and builds a systolic array that multiplies batches of frames by a matrix. The configuration has frames x
/// points.
///
/// ```
/// use fftgen_systems::matrix::{systolic_design, Cells, Matrix};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let config = Config::new([4, 16], 1, Format::parse("fixed16", false)?);
/// let core = systolic_design(config, &Matrix::Dct2(16), Cells { rows: 4, columns: 2 })?;
/// assert_eq!(core.interval(), 4 * 16 * 16 / (4 * 2));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn systolic_design(config: Config, matrix: &Matrix, cells: Cells) -> Result<Design, Error> {
    Ok(Planned::Cells(SystolicPlan::new(&config, matrix, cells)?).design(config))
}

/// Plans and builds a systolic array that transforms batches of frames by steps of the given points, which ascend.
///
/// ```
/// use fftgen_systems::matrix::{radices, steps_design, Cells};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let (config, cells) = (Config::new([8, 16], 1, Format::parse("fixed16", false)?), Cells { rows: 4, columns: 2 });
/// let core = steps_design(config, false, cells, &radices(16, cells)[0])?;
/// assert_eq!((core.interval(), core.scale()), (8 * 16, "1/16".into()));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn steps_design(config: Config, inverse: bool, cells: Cells, radices: &[usize]) -> Result<Design, Error> {
    Ok(Planned::Steps(StepsPlan::new(&config, inverse, cells, radices)?).design(config))
}

/// Plans and builds a systolic array that transforms batches of frames of any size by a convolution with a chirp, in
/// steps of the given points there and back.
///
/// ```
/// use fftgen_systems::matrix::{chirp_radices, chirp_design, Cells};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let (config, cells) = (Config::new([2, 7], 1, Format::parse("fixed16", false)?), Cells { rows: 4, columns: 2 });
/// let core = chirp_design(config, false, cells, &chirp_radices(7, cells)[0])?;
/// assert_eq!((core.interval(), core.scale()), (48, "1/8".into()));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn chirp_design(config: Config, inverse: bool, cells: Cells, radices: &[usize]) -> Result<Design, Error> {
    Ok(Planned::Steps(StepsPlan::convolved(&config, inverse, cells, radices)?).design(config))
}
