//! The choice among cores whose frames choose their size, where frames have more clock cycles than points.

use super::mac::MAX_CYCLES;
use super::{Config, Design, MacChoice};
use crate::arch::folded::{SizedCore, MIN_POINTS};
use crate::arch::mac::MacCore;
use crate::arch::multi_size;
use crate::arch::Estimated;
use crate::arch::{Architecture, FoldedSizes, Mac};
use crate::error::Error;
use crate::formula::{is_smooth, LARGEST_PRIME};

/// A core whose frames choose their size and come every so many clock cycles.
#[derive(Clone)]
pub enum SizesCore {
    /// A processor with kernels or programs for the radices of all steps.
    Folded(Box<SizedCore>),
    /// A multiplier-accumulator, which serves all radices.
    Sums(MacCore),
}

impl SizesCore {
    /// Returns the core as the architecture of a configuration.
    pub fn architecture(self, config: &Config) -> Box<dyn Architecture> {
        let runtime = config.runtime.clone();
        match self {
            SizesCore::Folded(core) => Box::new(FoldedSizes::new(*core, runtime)),
            SizesCore::Sums(core) => Box::new(Mac::new(core, config.multiplier, runtime)),
        }
    }
}

impl Design {
    /// Plans the smallest core whose frames choose their size and take at most the cycles of a configuration. Returns
    /// `None` if none is asked for or fast enough and a chain of stages serves the sizes.
    pub fn of_sizes(config: &Config) -> Result<Option<Estimated<SizesCore>>, Error> {
        let sizes = &config.runtime.sizes;
        let Some(cycles) = config.cycles.filter(|_| !sizes.is_empty()) else { return Ok(None) };
        config.check()?;
        if config.streams_because().is_some() {
            return Ok(None);
        }
        let is_within = |sums: &MacChoice| config.max_dsp.is_none_or(|max| sums.blocks <= max);
        let serves = |sums: &MacChoice| sums.core.interval() <= cycles && is_within(sums);
        let sums = Self::macs_of_sizes(config).into_iter().filter(serves).min_by_key(|sums| sums.area);
        let sums = sums.map(|sums| sums.map(SizesCore::Sums));
        let folded = Self::folded_sizes(config);
        let folded = folded.map(|folded| folded.map(|folded| folded.map(|core| SizesCore::Folded(Box::new(core)))));
        match (folded, sums) {
            (Ok(Some(folded)), Some(sums)) => Ok(Some(if sums.area < folded.area { sums } else { folded })),
            (Ok(Some(core)), None) | (Err(_) | Ok(None), Some(core)) => Ok(Some(core)),
            (Err(error), None) => Err(error),
            (Ok(None), None) => refusal(config, cycles).map_or(Ok(None), Err),
        }
    }
}

/// Returns why no core serves the sizes of a configuration. `None` if sizes are those of other cores.
fn refusal(config: &Config, cycles: usize) -> Option<Error> {
    let sizes = &config.runtime.sizes;
    let reason = match sizes.iter().find(|size| !is_smooth(**size)) {
        Some(size) => format!("{size} has a prime factor above {LARGEST_PRIME}, which no step of a folded core serves"),
        None if sizes[0] < MIN_POINTS && !config.has_chain() => {
            format!("a frame of {} points is shorter than those of a folded core, which these sizes need", sizes[0])
        }
        None => return None,
    };
    let all = Design::macs_in_any_time(config, sizes);
    let [Some(least), Some(fewest)] =
        [all.iter().map(|choice| choice.core.interval()).min(), all.iter().map(|choice| choice.blocks).min()]
    else {
        return Some(Error::Unsupported(format!(
            "sizes: {reason}, and sums of products are of fixed point, by the scales stage, none, 1/n and 1/sqrt(n); \
             leave it out"
        )));
    };
    Some(match config.max_dsp {
        _ if least > MAX_CYCLES => Error::Unsupported(format!(
            "sizes: {reason}, and sums of products take {least} clock cycles or more, where {MAX_CYCLES} are the most; \
             leave large prime factors out"
        )),
        Some(max_dsp) if fewest > max_dsp => {
            multi_size::too_few_blocks([sizes.len(), config.width], &config.format, [max_dsp, fewest])
        }
        _ => Error::Unsupported(format!(
            "cycles {cycles}: {reason}, and sums of products take {least} clock cycles or more; ask for more --cycles"
        )),
    })
}
