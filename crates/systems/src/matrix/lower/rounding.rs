//! Sums become results at the output of a core.

use super::cycle_counter::CycleCounter;
use super::operators::PARTS;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Sums that leave a core.
pub struct Leaving<'m> {
    /// Pulse with the first sum of a frame.
    pub start: Sig<'m>,
    /// Real and imaginary part of each sum of a beat.
    pub sums: Vec<[Sig<'m>; 2]>,
    /// Beats of the results of a frame.
    pub beats: usize,
    /// Words before the sums that were too large.
    pub earlier: Option<Earlier<'m>>,
}

/// Whether words before sums were too large.
pub enum Earlier<'m> {
    /// Words of a frame.
    Frame {
        /// Pulse for each frame, and whether it had such a word.
        frame: [Sig<'m>; 2],
        /// Maximum number of pulses from that of a frame to its last result.
        pulses: usize,
    },
    /// Whether the sum that leaves had such a word.
    Sum(Sig<'m>),
}

/// Rounds sums of fixed point, [`ProductPlan::round_cycles`] later, and adds the outputs.
#[hdl]
pub fn outputs<'m>(prefix: &str, plan: &ProductPlan, leaving: Leaving<'m>) {
    let Leaving { start, sums, beats, earlier } = leaving;
    let m = start.builder();
    let Sums::Fixed(fixed) = plan.sums else {
        m.output("out_start", start);
        m.output_bus("out_data", sums.concat());
        return;
    };
    let rounding = fixed.rounding();
    let module = Arc::new(rounding.module(&format!("{prefix}_{}", rounding.name())));
    let name = |lane: usize, part: usize| match sums.len() {
        1 => PARTS[part].to_string(),
        _ => format!("{}{lane}", PARTS[part]),
    };
    let parts = sums.iter().enumerate().flat_map(|(lane, sum)| [0, 1].map(|part| (name(lane, part), sum[part])));
    let (results, overflows): (Vec<Sig>, Vec<Sig>) = parts
        .map(|(name, part)| {
            let rounded = m.operate(format!("round_{name}"), &module, [part]);
            (rounded[0].register().named(&name), rounded[1].named(&format!("{name}_overflows")))
        })
        .unzip();
    let counter = CycleCounter::new("leaving", start, &[("row", beats)]);
    let last = counter.ends[0];
    let rounding_overflows = m.any_of(overflows);
    let overflow = match earlier {
        None => rounding_overflows & counter.is_active,
        Some(Earlier::Sum(earlier)) => (rounding_overflows | earlier) & counter.is_active,
        Some(Earlier::Frame { frame: [pulse, had_overflow], pulses }) => {
            rounding_overflows & counter.is_active | had_overflow.queued(pulse, last, pulses) & last
        }
    };
    m.output("out_start", start.later_with_reset(1));
    m.output_bus("out_data", results);
    m.output("overflow", overflow.later_with_reset(1));
}
