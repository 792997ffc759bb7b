//! Event outputs of the top module.

use super::buffers::Buffers;
use super::event_counter::saturating_count;
use super::flow::Flow;
use super::frame_format::FrameFormat;
use super::input_path::InputPath;
use fftgen_hdl::dsl::*;

/// Adds the events of the marks of frames. A frame's or a row's last beat came without `tlast`, and another beat came
/// with it. Where rows end by `tlast`, a frame's first beat came without `tuser[0]`, and another beat came with it.
pub fn mark_events<'m>(
    m: &'m Builder,
    format: &FrameFormat,
    input: &InputPath<'m>,
    buffers: &Buffers<'m>,
    flow: &Flow<'m>,
) {
    let (last, start) = match &input.resync {
        Some(resync) => {
            m.output("dropped_count", resync.out("dropped"));
            let start_missing = resync.find("start_missing");
            let start = start_missing.map(|missing| [missing, resync.out("start_unexpected")]);
            (["missing", "unexpected"].map(|port| resync.out(port)), start)
        }
        None => {
            let row_last = format.tlast_row_beats.map(|beats| m.count("row_beat", flow.take, beats).1);
            let last = counted_events(buffers, row_last.unwrap_or(buffers.in_last), flow.take);
            (last, buffers.start.map(|start| start_events(buffers, start, flow.take)))
        }
    };
    let events = [("tlast", Some(last)), ("tuser", start)];
    for (signal, [missing, unexpected]) in events.into_iter().filter_map(|(signal, events)| Some((signal, events?))) {
        m.output(format!("event_{signal}_missing"), missing);
        m.output(format!("event_{signal}_unexpected"), unexpected);
    }
}

/// Returns the events of `tlast` where frames are counted by their beats. `in_last`: the beat is to have it.
fn counted_events<'m>(buffers: &Buffers<'m>, in_last: Sig<'m>, take: Sig<'m>) -> [Sig<'m>; 2] {
    let last = buffers.mark;
    let missing = in_last & !last & take;
    let unexpected = last & !in_last & take;
    let unexpected = buffers.early.map_or(unexpected, |early| of_halves(early & take, unexpected));
    [missing, unexpected].map(|wrong| wrong.later_with_reset(1))
}

/// Joins the events of the halves of a point. That of the first half comes a cycle before that of the second half.
/// Beats are two cycles apart, so that no two events meet.
fn of_halves<'m>(first: Sig<'m>, second: Sig<'m>) -> Sig<'m> {
    first | second.later_with_reset(1)
}

/// Returns the events of `tuser[0]` where frames are counted by their beats. `start`: the beat, or the first half of a
/// point, came with it.
fn start_events<'m>(buffers: &Buffers<'m>, start: Sig<'m>, take: Sig<'m>) -> [Sig<'m>; 2] {
    let missing = !buffers.running & !start & take;
    let unexpected = buffers.running & start & take;
    let unexpected = buffers.late_start.map_or(unexpected, |late| of_halves(unexpected, late & take));
    [missing, unexpected].map(|wrong| wrong.later_with_reset(1))
}

/// Adds the event of results that do not fit, and its count. `overflow`: an output of the core.
pub fn overflow_event<'m>(m: &'m Builder, overflow: Sig<'m>, enable: Sig<'m>) {
    // An output of the core stands still while its clock does.
    let pulse = (overflow & enable).later_with_reset(1);
    m.output("event_overflow", pulse);
    m.output("overflow_count", saturating_count(m, "overflows", pulse));
}

/// Adds the events of pauses: a beat of a frame is missing, and a beat of the output is lost.
pub(super) fn stall_events(m: &Builder, buffers: &Buffers, flow: &Flow) {
    let missing = buffers.running & !buffers.valid;
    let lost = buffers.out_valid & !buffers.out_ready;
    m.output("event_underrun", (missing & flow.enable).later_with_reset(1));
    m.output("event_overrun", (lost & flow.enable).later_with_reset(1));
}
