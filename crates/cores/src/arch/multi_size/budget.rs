//! Keeps the stages that several sizes share within a number of DSP blocks.

use super::chain::SharedChain;
use crate::blocks::constant_multipliers;
use crate::error::Error;
use crate::format::Format;
use crate::planner::budget::RAISED_LUTS_PER_DSP;
use crate::schedule::OperatorCosts;

/// Share of the price of DSP blocks that a sum in place of a multiplier by a constant may take. Kernels work in each
/// beat, so that a multiplier has one constant. For 53 sizes such sums replace 36 blocks with 91 LUTs and 30 registers
/// each (Yosys 0.70), which is less than the blocks are worth.
const SUM_SHARE: f64 = 1.0;

/// Replaces multipliers by constants with sums where these are cheaper, and more of them until there are at most
/// `max_dsp` DSP blocks.
pub fn limit_dsp(
    chain: &mut SharedChain,
    format: &Format,
    costs: &OperatorCosts,
    max_dsp: Option<usize>,
) -> Result<(), Error> {
    let mut blocks = 0;
    for luts_per_dsp in [costs.luts_per_dsp].into_iter().chain(RAISED_LUTS_PER_DSP) {
        chain
            .parts_mut()
            .for_each(|part| constant_multipliers::assign(part, &OperatorCosts { luts_per_dsp, ..*costs }, SUM_SHARE));
        blocks = chain.parts().map(|(part, copies)| copies * constant_multipliers::stage_dsp(part, costs)).sum();
        if max_dsp.is_none_or(|max| blocks <= max) {
            return Ok(());
        }
    }
    Err(too_few_blocks([chain.routes.len(), chain.width], format, [max_dsp.unwrap_or(0), blocks]))
}

/// Returns the error of a core of a number of sizes, of which so many points pass in a cycle, that takes more DSP
/// blocks than there may be.
pub fn too_few_blocks([sizes, width]: [usize; 2], format: &Format, [max_dsp, fewest]: [usize; 2]) -> Error {
    let what = format!("{sizes} sizes, {width}");
    Error::TooFewBlocks { max_dsp, what, format: format.name(), fewest, less: String::new() }
}
