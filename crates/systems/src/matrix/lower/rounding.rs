//! Sums become results at the output of a core.

use super::cycle_counter::CycleCounter;
use super::operators::PARTS;
use crate::lower::control::pulse_fifo;
use crate::lower::Ports;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Sums that leave a core.
pub struct Leaving {
    /// Pulse with the first sum of a frame.
    pub start: Net,
    /// Real and imaginary part.
    pub sums: Vec<Net>,
    /// Results of a frame.
    pub beats: usize,
    /// Words before the sums that were too large.
    pub earlier: Option<Earlier>,
}

/// Whether words before sums were too large.
pub enum Earlier {
    /// Words of a frame.
    Frame {
        /// Pulse for each frame, and whether it had such a word.
        frame: [Net; 2],
        /// Maximum number of pulses from that of a frame to its last result.
        pulses: usize,
    },
    /// Whether the sum that leaves had such a word.
    Sum(Net),
}

/// Rounds sums of fixed point, [`ProductPlan::round_cycles`] later, and adds the outputs.
pub fn outputs(m: &mut Module, prefix: &str, plan: &ProductPlan, leaving: Leaving) {
    let Leaving { start, sums, beats, earlier } = leaving;
    let Sums::Fixed(fixed) = plan.sums else {
        Ports::outputs(m, start, &sums);
        return;
    };
    let rounding = fixed.rounding();
    let module = Arc::new(rounding.module(&format!("{prefix}_{}", rounding.name())));
    let rounded: Vec<Vec<Net>> = PARTS
        .iter()
        .zip(&sums)
        .map(|(part, sum)| m.instance(format!("round_{part}"), &module, vec![vec![*sum]]).concat())
        .collect();
    let parts: Vec<Net> = rounded.iter().map(|outputs| m.register(outputs[0], None)).collect();
    let counter = CycleCounter::new(m, "leaving", start, &[("row", beats)]);
    let mut overflows = m.or(rounded[0][1], rounded[1][1]);
    if let Some(Earlier::Sum(earlier)) = earlier {
        overflows = m.or(overflows, earlier);
    }
    let overflow = m.and(overflows, counter.is_active);
    let overflow = match earlier {
        None | Some(Earlier::Sum(_)) => overflow,
        Some(Earlier::Frame { frame, pulses }) => {
            let earlier = pulse_fifo(m, frame, counter.ends[0], pulses);
            let earlier = m.and(earlier, counter.ends[0]);
            m.or(overflow, earlier)
        }
    };
    let overflow = m.register(overflow, Some(0));
    let start = m.register(start, Some(0));
    Ports::outputs(m, start, &parts);
    m.output("overflow", overflow);
}
