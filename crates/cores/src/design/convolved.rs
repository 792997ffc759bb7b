//! Convolutions over a folded core: which one is the smallest, for sizes with large prime factors.

use super::{Config, Design};
use crate::arch::convolved;
use crate::arch::convolved::{Convolution, ConvolvedCore};
use crate::arch::folded::{foldings, radix_orders, step_kernel, Folding};
use crate::arch::Estimated;
use crate::formula::{is_smooth, Kernel};
use crate::schedule::ScheduleCache;

/// Odd factors of the points of both transforms, beside a power of two.
const ODD_FACTORS: [usize; 4] = [1, 3, 5, 9];

/// Points of both transforms from which on only a power of two is tried, because each try takes seconds.
const LONG: usize = 16_384;

/// A convolution with its estimate.
pub type ConvolvedChoice = Estimated<ConvolvedCore>;

impl Design {
    /// Plans convolutions over folded cores of several lengths and foldings that may take a frame in some clock cycles;
    /// where none does, the quickest ones.
    pub fn convolutions(config: &Config, cycles: usize) -> Vec<ConvolvedChoice> {
        if config.streams_because().is_some() || !config.is_convolved_when_folded() {
            return vec![];
        }
        let config = &config.shared_for_convolution().unwrap_or_else(|| config.clone());
        let (number, schedules) = (config.number(), ScheduleCache::new(config.schedule_model().for_folding()));
        let build = |(kernels, folding): (Vec<Kernel>, Folding)| {
            let convolution =
                Convolution { points: config.points(), kernels: &kernels, folding, direction: config.direction() };
            // Kernels that do not serve are passed over.
            let core =
                ConvolvedCore::new(&convolution, &*number, (config.format, &config.fitted()), &schedules).ok()?;
            Some(convolved::estimated(core, &schedules.model))
        };
        let mut all = candidates(config.points(), schedules.model.multiplies_all, cycles / config.clocks_per_beat());
        all.find_map(|shapes| {
            let cores: Vec<ConvolvedChoice> = shapes.into_iter().filter_map(build).collect();
            (!cores.is_empty()).then_some(cores)
        })
        .unwrap_or_default()
    }
}

impl Config {
    /// Whether the size has a prime factor that no kernel has.
    pub(super) fn is_convolved_when_folded(&self) -> bool {
        self.runtime.sizes.is_empty() && !is_smooth(self.points())
    }
}

/// Steps of both transforms of a convolution, with what a folded core takes of them in a clock cycle.
type Shape = (Vec<Kernel>, Folding);

/// Returns the steps of both transforms of a convolution of `points` points, with what a folded core takes of them in a
/// clock cycle. `multiplies_all`: whether all results pass a multiplication. A frame passes the folded core twice and
/// its samples the multiplier, which bounds its `cycles` without any arithmetic: the first list has those within it,
/// and each of the others those within twice the bound of the list before it.
fn candidates(points: usize, multiplies_all: bool, cycles: usize) -> impl Iterator<Item = Vec<Shape>> {
    let least = 2 * points - 1;
    let lengths = ODD_FACTORS.iter().map(|odd| odd * least.div_ceil(*odd).next_power_of_two());
    let longest = lengths.filter(|length| *length < LONG || length.is_power_of_two());
    let orders = longest.flat_map(radix_orders).filter(|radices| radices.iter().eq(radices.iter().rev()));
    let lists: Vec<Vec<Kernel>> = orders.map(|radices| radices.into_iter().map(step_kernel).collect()).collect();
    let within = move |pass: usize| -> Vec<Shape> {
        let shapes = |kernels: &Vec<Kernel>| foldings(std::slice::from_ref(kernels), multiplies_all, 1, pass);
        let shapes = lists.iter().flat_map(|kernels| shapes(kernels).into_iter().map(move |shape| (kernels, shape)));
        let one = shapes.filter(|(_, shape)| shape.memories == 1);
        one.map(|(kernels, shape)| (kernels.clone(), shape.folding)).collect()
    };
    let first = cycles.saturating_sub(points).max(least) / 2;
    let mut known: Vec<Shape> = vec![];
    std::iter::successors(Some(first), |pass| pass.checked_mul(2)).map(move |pass| {
        let new: Vec<Shape> = within(pass).into_iter().filter(|shape| !known.contains(shape)).collect();
        known.extend(new.iter().cloned());
        new
    })
}
