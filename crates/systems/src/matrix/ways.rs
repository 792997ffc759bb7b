//! Ways to transform frames on a systolic array.

use super::planned::Planned;
use super::rules::Matrix;
use super::systolic::{chirp_radices, radices, Cells, StepsPlan, SystolicPlan};
use crate::arch::FrameTiming;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;

/// Maximum number of ways by steps that are planned.
const MAX_WAYS: usize = 6;

/// Plans the ways to compute the uniform transform of batches: by the whole matrix, by steps, and by a convolution
/// where steps do not make the size. The one with the fewest clock cycles a batch is the first, and of such the one
/// with the least latency.
///
/// ```
/// use fftgen_systems::matrix::{transform_plans, Cells, Planned};
/// use fftgen_maths::format::Format;
/// use fftgen_cores::Config;
/// let config = Config::new([8, 64], 1, Format::parse("fixed16", false)?);
/// let plans = transform_plans(&config, false, Cells { rows: 8, columns: 2 })?;
/// assert!(matches!(&plans[0], Planned::Steps(plan) if plan.radices() == [8, 8]));
/// assert!(plans.iter().any(|plan| matches!(plan, Planned::Cells(_))));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn transform_plans(config: &Config, inverse: bool, cells: Cells) -> Result<Vec<Planned>, Error> {
    let size = config.shape.row();
    let by = match config.format {
        Format::Float(_) if inverse => size,
        _ => 1,
    };
    let dense = SystolicPlan::new(config, &Matrix::Uniform { size, inverse, by }, cells);
    let lists = radices(size, cells);
    let steps = lists.iter().take(MAX_WAYS).map(|radices| StepsPlan::new(config, inverse, cells, radices));
    // A convolution takes more points than the steps of a size whose factors fit.
    let chirps = if lists.is_empty() { chirp_radices(size, cells) } else { vec![] };
    let convolved = chirps.iter().take(1).map(|radices| StepsPlan::convolved(config, inverse, cells, radices));
    let (mut plans, mut errors): (Vec<(FrameTiming, Planned)>, Vec<Error>) = (vec![], vec![]);
    for plan in steps.chain(convolved) {
        match plan {
            Ok(plan) => plans.push((plan.timing(), Planned::Steps(plan))),
            Err(error) => errors.push(error),
        }
    }
    match dense {
        // Steps take a point a clock cycle, and the whole matrix of more points than rows takes longer than they do.
        Ok(plan) if plan.width > 1 && plan.tiles() != [1; 2] => {}
        Ok(plan) => plans.push((plan.timing(), Planned::Cells(plan))),
        // What the matrix does not suit is of interest where there is nothing else.
        Err(_) if lists.is_empty() && chirps.is_empty() => {
            errors.extend(StepsPlan::new(config, inverse, cells, &[]).err())
        }
        Err(error) => errors.push(error),
    }
    plans.sort_by_key(|(timing, _)| (timing.interval, timing.latency));
    match errors.into_iter().next() {
        Some(error) if plans.is_empty() => Err(error),
        _ => Ok(plans.into_iter().map(|(_, plan)| plan).collect()),
    }
}
