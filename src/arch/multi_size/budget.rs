//! Stages of several sizes within a number of DSP blocks.

use super::chain::Row;
use crate::blocks::constant_multipliers;
use crate::error::Error;
use crate::format::Format;
use crate::planner::budget::{too_few, DEARER};
use crate::schedule::Prices;

/// Kernels of a row work in each beat, so that no multiplier has more than one constant: what sums take of the 36 blocks of 53
/// sizes was measured (91 lookup tables and 30 registers each, Yosys 0.70), and is less than these are worth.
const ROW_SHARE: f64 = 1.0;

/// Makes sums of the multipliers of a row that several sizes share, where these are cheaper or there have to be no more than
/// `most` DSP blocks.
pub fn keep_to(row: &mut Row, format: &Format, prices: &Prices, most: Option<usize>) -> Result<(), Error> {
    let mut blocks = 0;
    for block in [prices.block].into_iter().chain(DEARER) {
        row.stages_mut().for_each(|stage| constant_multipliers::assign(stage, &Prices { block, ..*prices }, ROW_SHARE));
        blocks = row.instances().map(|(stage, count)| count * constant_multipliers::stage_dsp(stage, prices)).sum();
        if most.is_none_or(|most| blocks <= most) {
            return Ok(());
        }
    }
    let what = format!("{} sizes, {}", row.paths.len(), row.width);
    Err(too_few(most.unwrap_or(0), &what, format, blocks, ""))
}
