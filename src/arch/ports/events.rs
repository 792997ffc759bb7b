//! Event outputs of the top module.

use super::buffers::Buffers;
use super::event_counter::saturating_count;
use super::flow::Flow;
use super::input_path::InputPath;
use crate::rtl::{Module, Net};

/// Adds the events of `tlast`: a frame's last beat came without it, and another beat came with it.
pub fn tlast_events(m: &mut Module, input: &InputPath, buffers: &Buffers, flow: &Flow) {
    let [missing, unexpected] = match &input.resynced {
        Some(resynced) => {
            m.output("dropped_count", resynced.dropped);
            resynced.events
        }
        None => counted_events(m, buffers, flow.take, input.early),
    };
    m.output("event_tlast_missing", missing);
    m.output("event_tlast_unexpected", unexpected);
}

/// Returns the events of `tlast` where frames are counted by their beats. `early`: the first half of a point came with it.
fn counted_events(m: &mut Module, buffers: &Buffers, take: Net, early: Option<Net>) -> [Net; 2] {
    let &Buffers { mark: last, in_last, .. } = buffers;
    let (no_last, not_end) = (m.not(last), m.not(in_last));
    [(in_last, no_last, None), (last, not_end, early)].map(|(a, b, early)| {
        let wrong = m.and(a, b);
        let wrong = m.and(wrong, take);
        let wrong = match early {
            None => wrong,
            // The event of the first half comes a cycle ahead of that of the second half. Beats are two cycles apart, so
            // that no two events meet.
            Some(early) => {
                let (first, second) = (m.and(early, take), m.register(wrong, Some(0)));
                m.or(first, second)
            }
        };
        m.register(wrong, Some(0))
    })
}

/// Adds the event of results that do not fit, and its count. `overflow`: an output of the core.
pub fn overflow_event(m: &mut Module, overflow: Net, enable: Net) {
    // An output of the core stands still while its clock does.
    let overflow = m.and(overflow, enable);
    let pulse = m.register(overflow, Some(0));
    m.output("event_overflow", pulse);
    let count = saturating_count(m, "overflow_count", pulse);
    m.output("overflow_count", count);
}
