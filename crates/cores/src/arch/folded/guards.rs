//! Guard bits of a folded core that fit the multipliers of a family.

use super::processor_arithmetic::{is_exact, ProcessorArithmetic};
use crate::error::Error;
use crate::number::fixed::Forecast;
use crate::number::{FixedOptions, Scale, GUARDS, MAX_LOSS};
use crate::pipeline::{Pipeline, StageArithmetic};

/// Most points of a frame whose noise is foretold for each of many cores. Longer frames keep their guard bits.
const MAX_POINTS: usize = 1 << 12;

/// Assigns the arithmetic of the steps of pipelines, with fewer guard bits where a product then takes fewer DSP blocks
/// of the target, as far as that costs at most [`MAX_LOSS`]. `assign(pipelines, most)` assigns with at most some guard
/// bits; `bits`: length of a component of the input.
pub(super) fn fitted(
    pipelines: &mut [Pipeline],
    (bits, options): (u32, &FixedOptions),
    assign: impl Fn(&mut [Pipeline], u32) -> Result<ProcessorArithmetic, Error>,
) -> Result<ProcessorArithmetic, Error> {
    let mut own = assign(pipelines, *GUARDS.end())?;
    // Frames that choose their shifts may choose those to which roundings within a step count most.
    let is_short = pipelines.iter().all(|pipeline| pipeline.size <= MAX_POINTS);
    let is_free = options.guard_bits.is_none() && options.scale() != Scale::Chosen && is_short;
    let most = pipelines.iter().flat_map(Pipeline::stages).filter_map(|stage| stage.arithmetic.fixed());
    let most = most.map(|fixed| fixed.guard_bits).max().unwrap_or(0);
    let mut fewest = blocks(&own, pipelines, options, 0);
    if !is_free || blocks(&own, pipelines, options, most) == fewest {
        return Ok(own);
    }
    let Some(wanted) = snr(pipelines, bits) else { return Ok(own) };
    for guard in (0..most).rev() {
        let mut fewer = pipelines.to_vec();
        let found = assign(&mut fewer, guard)?;
        let costs_little = |snr: Vec<f64>| snr.iter().zip(&wanted).all(|(snr, wanted)| *snr >= wanted - MAX_LOSS);
        if !snr(&fewer, bits).is_some_and(costs_little) {
            break;
        }
        let needed = blocks(&found, &fewer, options, 0);
        if needed < fewest {
            (fewest, own) = (needed, found);
            pipelines.clone_from_slice(&fewer);
        }
    }
    Ok(own)
}

/// Returns the signal-to-noise ratio of the frames of each pipeline, in dB.
fn snr(pipelines: &[Pipeline], bits: u32) -> Option<Vec<f64>> {
    pipelines.iter().map(|pipeline| Some(Forecast::new(pipeline, bits)?.snr)).collect()
}

/// Counts the DSP blocks of a product after the kernels, of one in each kernel that has products, and of one of the
/// step of real data, in words that are some bits shorter.
fn blocks(processor: &ProcessorArithmetic, pipelines: &[Pipeline], options: &FixedOptions, shorter: u32) -> u32 {
    let multiplies = |radix: &usize| {
        pipelines.iter().flat_map(Pipeline::stages).any(|stage| stage.transform.radix() == *radix && !is_exact(stage))
    };
    let kernels = processor.kernels.iter().filter(|(radix, _)| multiplies(radix)).map(|(_, kernel)| kernel);
    let all = kernels.chain([&processor.rotator]).chain(&processor.split).filter_map(StageArithmetic::fixed);
    let technology = options.stage.technology;
    all.map(|fixed| technology.blocks(fixed.internal_bits.saturating_sub(shorter), fixed.coefficient_bits)).sum()
}
