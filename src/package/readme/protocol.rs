//! Protocols of the ports in words.

use crate::arch::ports::{Stall, TlastMark};
use crate::design::{Config, Interface};
use crate::parts::Reset;

const AXIS: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame after it
stops both. Frames are counted by beats: a wrong `s_axis_tlast` raises an event for one cycle and changes nothing else.";

const AXIS_BY_TLAST: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame after it
stops both. A frame that `s_axis_tlast` cuts short is dropped: nothing comes out for it, and the core takes as many cycles for the beats that it has not had.
Where the last beat of a frame comes without `s_axis_tlast`, the frame is complete, and beats after it are skipped
up to the next `s_axis_tlast`. Both raise an event for one cycle; `dropped_count` counts the frames that were cut short,
and the runs of beats that were skipped.";

const AXIS_OF_ROWS: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame after it
stops both. `tlast` is high at the last beat of each row, and `tuser[0]` at the first beat of each frame, on both sides. Frames are
counted by beats: a wrong `s_axis_tlast` or `s_axis_tuser` raises an event for one cycle and changes nothing else.";

const AXIS_BY_START: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame after it
stops both. `tlast` is high at the last beat of each row, and `tuser[0]` at the first beat of each frame, on both sides. A frame that the
`s_axis_tuser` of another one cuts short is dropped: nothing comes out for it, and the core takes as many cycles for the beats that it
has not had. Beats after a frame are skipped up to the next one with `s_axis_tuser`. Both raise an event for one cycle;
`dropped_count` counts the frames that were cut short, and the runs of beats that were skipped. A wrong `s_axis_tlast` raises an
event and changes nothing else.";

const NATIVE: &str = "\
`in_start` marks the first beat of a frame; its other beats follow in the next enabled cycles. `out_start`
does the same on the other side. `ce` holds the whole core.";

const AXIS_WITHOUT_STALLS: &str = "\
A beat passes in each cycle with valid and ready both high. The source may pause between frames, but not within a \
frame, and the
sink takes every beat. The core has no clock enable and waits for neither. A beat that is missing within a frame raises
`event_underrun`: the core computes with what is on the bus, and frames are out of step until a reset. For each cycle of a
frame in which the sink is not ready, a beat is lost and raises `event_overrun`. Frames are counted by beats: a wrong `s_axis_tlast` raises
an event for one cycle and changes nothing else.";

const NATIVE_WITHOUT_STALLS: &str = "\
`in_start` marks the first beat of a frame; its other beats follow in the next cycles. `out_start` does the same on \
the other side.
The core has no clock enable: beats come and go in every cycle of a frame.";

/// Describes how beats pass the ports.
pub(super) fn protocol(config: &Config) -> &'static str {
    match (config.interface, config.tlast) {
        (Interface::Axis, _) if config.stall == Stall::None => AXIS_WITHOUT_STALLS,
        (Interface::Native, _) if config.stall == Stall::None => NATIVE_WITHOUT_STALLS,
        (Interface::Axis, TlastMark::Frame) if config.resync => AXIS_BY_TLAST,
        (Interface::Axis, TlastMark::Frame) => AXIS,
        (Interface::Axis, TlastMark::Row) if config.resync => AXIS_BY_START,
        (Interface::Axis, TlastMark::Row) => AXIS_OF_ROWS,
        (Interface::Native, _) => NATIVE,
    }
}

/// Describes the state of a core after a reset, if it has one.
pub(super) fn after_reset(config: &Config) -> Option<&'static str> {
    (config.reset != Reset::None && !config.resync).then_some(match config.interface {
        Interface::Axis => "After a reset, at any cycle, the core expects the first beat of a frame.",
        Interface::Native => "After a reset, at any cycle, the core waits for `in_start`.",
    })
}
