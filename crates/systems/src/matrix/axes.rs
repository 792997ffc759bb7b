//! Products with a matrix along each dimension of frames, on an array whose elements have a core for such products
//! each.

use super::check::check_config;
use super::elements::Elements;
use super::plan::ProductPlan;
use super::planned::Planned;
use super::rules::Matrix;
use crate::array::{dimension, Array, Engine, Links, Plan, Round, Separable, Topology};
use crate::design::{digest, Config, Interface};
use crate::error::Error;
use crate::parts::Reset;

/// Products with a matrix along each dimension of frames.
struct AxisProducts<'a> {
    config: &'a Config,
    /// Matrices of the dimensions, the first dimension first.
    matrices: &'a [Matrix],
    /// Multiply-adds of an element.
    macs: usize,
}

impl AxisProducts<'_> {
    /// Returns the words of the matrices, each once.
    fn words(&self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = Vec::new();
        for word in self.matrices.iter().map(Matrix::word) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    /// Returns what the name of a core says of the matrices.
    fn label(&self) -> String {
        let labels: String = self.matrices.iter().map(Matrix::label).collect();
        let has_digest = self.matrices.iter().any(|matrix| matrix.digest().is_some());
        let digest = has_digest.then(|| format!("_{}", digest(&labels)));
        self.words().join("_") + &digest.unwrap_or_default()
    }

    /// Plans the core for products with the matrix of a dimension, counted from 0, of some points.
    fn engine(&self, dimension: usize, length: usize) -> Result<Engine, Error> {
        let (config, matrix) = (self.config, &self.matrices[dimension]);
        check_matrix(matrix, dimension, length)?;
        let config = Config {
            shape: length.into(),
            interface: Interface::Native,
            reset: Reset::Rst,
            name: None,
            ..config.clone()
        };
        let elements = Elements { macs: self.macs, ..Elements::default() };
        let plan = ProductPlan::new(&config, matrix, elements)?;
        let architecture = Planned::Elements(plan).architecture(&config);
        Ok(Engine::new(config, architecture))
    }
}

impl Separable for AxisProducts<'_> {
    fn title(&self) -> String {
        format!("product with matrices ({}) along each dimension", self.words().join(", "))
    }

    fn name(&self) -> String {
        let Config { shape, .. } = self.config;
        let macs = Some(format!("_m{}", self.macs)).filter(|_| self.macs > 1).unwrap_or_default();
        let format = ProductPlan::format_name(self.config);
        let choices = Config { interface: Interface::Axis, ..self.config.clone() }.choices();
        format!("{}_along_{shape}_{format}{macs}{choices}", self.label())
    }

    fn splits(&self) -> bool {
        false
    }

    /// Plans an engine for each matrix.
    fn engines(&self, rounds: &mut [Round]) -> Result<Vec<Engine>, Error> {
        check_config(self.config)?;
        let (count, matrices) = (rounds.len(), self.matrices.len());
        if matrices != count {
            return Err(Error::Usage(format!(
                "{matrices} matrices and a frame of {count} dimensions: pencils along each dimension are multiplied by \
                 a matrix; give {count}"
            )));
        }
        let mut dimensions: Vec<usize> = Vec::new();
        let mut engines = Vec::new();
        for round in 0..count {
            let own = dimension(rounds, round);
            let is_own = |other: &usize| self.matrices[*other] == self.matrices[own];
            rounds[round].engine = dimensions.iter().position(is_own).unwrap_or(engines.len());
            if rounds[round].engine == engines.len() {
                dimensions.push(own);
                engines.push(self.engine(own, rounds[round].length)?);
            }
        }
        Ok(engines)
    }
}

/// Refuses a matrix whose results are not as many as the points of a pencil.
fn check_matrix(matrix: &Matrix, dimension: usize, length: usize) -> Result<(), Error> {
    if matrix.is_loaded() {
        return Err(Error::Unsupported(
            "matrix load and an array along each dimension: no stream of coefficients passes the elements; give files"
                .into(),
        ));
    }
    let (rows, columns) = (matrix.rows(), matrix.columns());
    match [rows, columns] == [length; 2] {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "matrix of {rows} rows and {columns} columns along dimension {} of {length} points: results take the \
             places of points; \
             give {length} rows and {length} columns",
            dimension + 1
        ))),
    }
}

/// Plans an array for products with a matrix along each dimension of frames, whose elements have `macs` multiply-adds.
/// The matrices are square, that of the first dimension first.
pub fn axes_plan(
    config: &Config,
    matrices: &[Matrix],
    macs: usize,
    topology: Topology,
    links: Links,
) -> Result<Plan, Error> {
    Plan::of(config, topology, links, &AxisProducts { config, matrices, macs })
}

/// Plans and builds an array for products with a matrix along each dimension of frames, as [`axes_plan`] does.
///
/// ```
/// use fftgen_systems::array::{Links, Topology};
/// use fftgen_systems::matrix::{axes_design, Matrix};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let config = Config::new([4, 6], 1, Format::parse("fixed16", false)?);
/// let array = axes_design(config, &[Matrix::Dct2(4), Matrix::Dct4(6)], 2, Topology::Ring(2), Links::default())?;
/// assert_eq!((array.engines[0].interval(), array.engines[1].interval()), (6 * 6 / 2, 4 * 4 / 2));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn axes_design(
    config: Config,
    matrices: &[Matrix],
    macs: usize,
    topology: Topology,
    links: Links,
) -> Result<Array, Error> {
    let plan = axes_plan(&config, matrices, macs, topology, links)?;
    Ok(Array::of(config, plan))
}
