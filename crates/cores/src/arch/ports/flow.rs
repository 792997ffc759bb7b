//! The clock enable of the core, and the start of its frames.
//!
//! The core stops in the gaps of an input frame, and while the sink is not ready for a beat. Between frames it runs on,
//! so that complete frames leave.

use super::buffers::Buffers;
use super::coefficient_channel::CoefficientChannel;
use super::frame_gate::{interval_gate, size_gate, FrameGate};
use super::pace::{beat_enable, rest};
use super::stall::Stall;
use super::wrapped_core::WrappedCore;
use fftgen_hdl::dsl::*;

/// Control signals of the core.
pub struct Flow<'m> {
    /// The clock enable.
    pub enable: Sig<'m>,
    /// Whether the core may have a beat in this clock cycle, where it has a beat in some cycles only.
    pub beat_enable: Option<Sig<'m>>,
    /// Pulse with the first beat of a frame.
    pub start: Sig<'m>,
    /// Whether a beat leaves the input buffer.
    pub take: Sig<'m>,
}

impl<'m> Flow<'m> {
    /// Derives the signals from the buffers.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        wrapped: &WrappedCore,
        buffers: &Buffers<'m>,
        channel: Option<&CoefficientChannel<'m>>,
    ) -> Self {
        let is_between = !buffers.running;
        if wrapped.format.stall == Stall::None {
            return Self::started(wrapped, (buffers, channel), [m.constant(1, 1), is_between], None);
        }
        let is_fed = buffers.valid | is_between;
        let is_free = !buffers.out_valid | buffers.out_ready;
        let pace = wrapped.format.pace;
        let turn = (pace > 1).then(|| beat_enable(m));
        let ce = match turn {
            None => is_fed & is_free,
            Some(turn) => is_fed & is_free & turn,
        };
        if let Some(turn) = turn {
            rest(turn, ce, pace);
        }
        Self::started(wrapped, (buffers, channel), [ce, is_between], turn.map(Sig::from))
    }

    /// Starts frames at a clock enable. `is_between`: no frame is coming in.
    fn started(
        wrapped: &WrappedCore,
        (buffers, channel): (&Buffers<'m>, Option<&CoefficientChannel<'m>>),
        [enable, is_between]: [Sig<'m>; 2],
        beat_enable: Option<Sig<'m>>,
    ) -> Self {
        let &Buffers { valid, running, .. } = buffers;
        let waits = valid & is_between;
        let may_start = channel.zip(buffers.set).map(|(channel, set)| channel.may_start(set));
        let waits = may_start.map_or(waits, |may_start| waits & may_start);
        let gate = FrameGate::new(wrapped.format);
        let start = gate.as_ref().map_or(waits, |gate| gated(wrapped, gate, [enable, waits], buffers));
        let start = start.named("in_start");
        let is_held = gate.is_some() || may_start.is_some();
        let taken = if is_held { start | valid & running } else { valid };
        Flow { enable, beat_enable, start, take: taken & enable }
    }
}

/// Adds a gate; returns whether a frame starts. `waits`: whether a frame's first beat is there.
fn gated<'m>(wrapped: &WrappedCore, gate: &FrameGate, [enable, waits]: [Sig<'m>; 2], buffers: &Buffers<'m>) -> Sig<'m> {
    let m = enable.builder();
    let placed = match gate {
        FrameGate::Interval(interval) => m.place("spacing", interval_gate(&wrapped.part("spacing"), *interval)),
        FrameGate::Size(sizes) => {
            let (Some(word), Some(same)) = (buffers.config, buffers.same) else {
                unreachable!("frames of several sizes have configuration words")
            };
            // After a frame that takes longer than its beats, each frame is held back.
            let same = if wrapped.format.is_spaced() { m.constant(1, 0) } else { same };
            let placed = m.place("gate", size_gate(&wrapped.part("gate"), sizes));
            placed.set("same", same).set("size", word.bits(0, sizes.number_bits));
            placed
        }
    };
    placed.set("ce", enable).set("frame_waits", waits).out("start")
}
