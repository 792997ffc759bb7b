//! Convolutions over a folded core: which one is the smallest, for sizes with large prime factors.

use super::folded::luts_beside_operators;
use super::{Config, Design, Estimated};
use crate::arch::convolved::{Convolution, ConvolvedCore};
use crate::arch::folded::{foldings, radix_orders, step_kernel, Folding};
use crate::error::Error;
use crate::formula::{is_smooth, Kernel, LARGEST_CONVOLVED};
use crate::planner::Cost;
use crate::schedule::ScheduleCache;

/// Odd factors of the points of both transforms, beside a power of two.
const ODD_FACTORS: [usize; 4] = [1, 3, 5, 9];

/// Points of both transforms from which on only a power of two is tried, because each try takes seconds.
const LONG: usize = 16_384;

/// LUTs of the counters and the lookup of the factors around the folded core.
const LOOP_LUTS: usize = 400;

/// A convolution with its estimate.
pub type ConvolvedChoice = Estimated<ConvolvedCore>;

impl Design {
    /// Plans the cheapest convolution over a folded core that takes a frame in the cycles of a configuration. A streaming core is larger, because
    /// it has the operators of all steps of both transforms. Returns `None` if none is asked for, if the size has no large prime factor, or if
    /// none is fast enough where a streaming core is.
    pub fn convolved(config: &Config) -> Result<Option<ConvolvedChoice>, Error> {
        let Some(cycles) = config.max_cycles().filter(|_| config.is_convolved_when_folded()) else { return Ok(None) };
        config.check()?;
        if config.streams_because().is_some() {
            return Ok(None);
        }
        let points = config.points();
        let all = Self::convolutions(config);
        let least = all.iter().map(|choice| choice.core.interval()).min();
        let serves = |choice: &ConvolvedChoice| {
            choice.core.interval() <= cycles && config.max_dsp.is_none_or(|max| choice.blocks <= max)
        };
        match all.into_iter().filter(serves).min_by_key(|choice| choice.area) {
            // No streaming core has so many points.
            None if points > LARGEST_CONVOLVED => Err(Error::Unsupported(match least {
                Some(least) => format!(
                    "cycles {cycles}: a frame of {points} points takes {least} clock cycles or more; ask for more --cycles, or DSP blocks"
                ),
                None => format!("cycles and size {points}: words grow too long; ask for --scale stage, or shorter words"),
            })),
            choice => Ok(choice),
        }
    }

    /// Plans the convolutions that are the smallest for their clock cycles, the slowest first.
    pub fn convolved_front(config: &Config) -> Result<Vec<ConvolvedChoice>, Error> {
        config.check()?;
        if config.streams_because().is_some() || !config.is_convolved_when_folded() {
            return Ok(vec![]);
        }
        let mut front: Vec<ConvolvedChoice> = vec![];
        let mut all = Self::convolutions(config);
        all.sort_by_key(|choice| (choice.area, choice.core.interval()));
        for choice in all {
            if front.last().is_none_or(|last| choice.core.interval() < last.core.interval()) {
                front.push(choice);
            }
        }
        Ok(front)
    }

    /// Plans convolutions over folded cores of several lengths and foldings.
    fn convolutions(config: &Config) -> Vec<ConvolvedChoice> {
        let config = &config.shared_for_convolution().unwrap_or_else(|| config.clone());
        let (number, schedules) = (config.number(), ScheduleCache::new(config.schedule_model().for_folding()));
        let build = |(kernels, folding): (Vec<Kernel>, Folding)| {
            let convolution =
                Convolution { points: config.points(), kernels: &kernels, folding, direction: config.direction() };
            // Kernels that do not serve are passed over.
            let core =
                ConvolvedCore::new(&convolution, &*number, (config.format, &config.fitted()), &schedules).ok()?;
            let operators = Cost::new(&core.operator_pipeline(), &schedules.model);
            let others = luts_beside_operators(&core.transform, core.words.bits as usize) + LOOP_LUTS;
            Some(Estimated::new(core, &operators, others, &schedules.model))
        };
        candidates(config.points(), schedules.model.multiplies_all).into_iter().filter_map(build).collect()
    }
}

impl Config {
    /// Whether the size has a prime factor that no kernel has.
    pub(super) fn is_convolved_when_folded(&self) -> bool {
        self.runtime.sizes.is_empty() && !is_smooth(self.points())
    }
}

/// Returns the steps of both transforms of a convolution of `points` points, with what a folded core takes of them in a clock cycle.
/// `multiplies_all`: whether all results pass a multiplication.
fn candidates(points: usize, multiplies_all: bool) -> Vec<(Vec<Kernel>, Folding)> {
    let least = 2 * points - 1;
    let lengths = ODD_FACTORS.iter().map(|odd| odd * least.div_ceil(*odd).next_power_of_two());
    let longest = lengths.filter(|length| *length < LONG || length.is_power_of_two());
    let orders = longest.flat_map(radix_orders).filter(|radices| radices.iter().eq(radices.iter().rev()));
    let kernels = orders.map(|radices| radices.into_iter().map(step_kernel).collect::<Vec<Kernel>>());
    kernels
        .flat_map(|kernels| {
            foldings(std::slice::from_ref(&kernels), multiplies_all, 1, usize::MAX)
                .into_iter()
                .map(move |shape| (kernels.clone(), shape.folding))
        })
        .collect()
}
