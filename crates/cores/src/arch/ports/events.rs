//! Event outputs of the top module.

use super::buffers::Buffers;
use super::event_counter::saturating_count;
use super::flow::Flow;
use super::frame_format::FrameFormat;
use super::input_path::InputPath;
use crate::lower::count::count;
use crate::rtl::{Module, Net};

/// Adds the events of the marks of frames. A frame's or a row's last beat came without `tlast`, and another beat came with it.
/// Where rows end by `tlast`, a frame's first beat came without `tuser[0]`, and another beat came with it.
pub fn mark_events(m: &mut Module, format: &FrameFormat, input: &InputPath, buffers: &Buffers, flow: &Flow) {
    let (last, start) = match &input.resynced {
        Some(resynced) => {
            m.output("dropped_count", resynced.dropped);
            (resynced.events, resynced.start_events)
        }
        None => {
            let row_last = format.tlast_row_beats.map(|beats| count(m, "row_beat".into(), flow.take, beats).1);
            let last = counted_events(m, buffers, row_last.unwrap_or(buffers.in_last), flow.take, input.early);
            (last, buffers.start.map(|start| start_events(m, buffers, start, flow.take)))
        }
    };
    let events = [("tlast", Some(last)), ("tuser", start)];
    for (signal, [missing, unexpected]) in events.into_iter().filter_map(|(signal, events)| Some((signal, events?))) {
        m.output(format!("event_{signal}_missing"), missing);
        m.output(format!("event_{signal}_unexpected"), unexpected);
    }
}

/// Returns the events of `tlast` where frames are counted by their beats. `in_last`: the beat is to have it; `early`: the first half
/// of a point came with it.
fn counted_events(m: &mut Module, buffers: &Buffers, in_last: Net, take: Net, early: Option<Net>) -> [Net; 2] {
    let last = buffers.mark;
    let (no_last, not_end) = (m.not(last), m.not(in_last));
    [(in_last, no_last, None), (last, not_end, early)].map(|(a, b, early)| {
        let wrong = m.and(a, b);
        let wrong = m.and(wrong, take);
        let wrong = match early {
            None => wrong,
            Some(early) => {
                let first = m.and(early, take);
                of_halves(m, first, wrong)
            }
        };
        m.register(wrong, Some(0))
    })
}

/// Joins the events of the halves of a point. That of the first half comes a cycle before that of the second half. Beats are two
/// cycles apart, so that no two events meet.
fn of_halves(m: &mut Module, first: Net, second: Net) -> Net {
    let second = m.register(second, Some(0));
    m.or(first, second)
}

/// Returns the events of `tuser[0]` where frames are counted by their beats. `start`: the beat, or the first half of a point, came
/// with it.
fn start_events(m: &mut Module, buffers: &Buffers, start: Net, take: Net) -> [Net; 2] {
    let &Buffers { running, late_start, .. } = buffers;
    let (between, no_start) = (m.not(running), m.not(start));
    let [missing, unexpected] = [[between, no_start], [running, start]].map(|[a, b]| {
        let wrong = m.and(a, b);
        m.and(wrong, take)
    });
    let unexpected = match late_start {
        None => unexpected,
        Some(late) => {
            let second = m.and(late, take);
            of_halves(m, unexpected, second)
        }
    };
    [missing, unexpected].map(|wrong| m.register(wrong, Some(0)))
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

/// Adds the events of pauses: a beat of a frame is missing, and a beat of the output is lost.
pub(super) fn stall_events(m: &mut Module, buffers: &Buffers, flow: &Flow) {
    let (empty, full) = (m.not(buffers.valid), m.not(buffers.out_ready));
    let missing = m.and(buffers.running, empty);
    let lost = m.and(buffers.out_valid, full);
    for (name, wrong) in [("underrun", missing), ("overrun", lost)] {
        let wrong = m.and(wrong, flow.enable);
        let pulse = m.register(wrong, Some(0));
        m.output(format!("event_{name}"), pulse);
    }
}
