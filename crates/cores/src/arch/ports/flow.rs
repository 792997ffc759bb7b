//! The clock enable of the core, and the start of its frames.
//!
//! The core stops in the gaps of an input frame, and while the sink is not ready for a beat. Between frames it runs on, so that
//! complete frames leave.

use super::axis_inputs::AxisInputs;
use super::buffers::Buffers;
use super::coefficient_channel::CoefficientChannel;
use super::frame_gate::{interval_gate, size_gate, FrameGate};
use super::pace::{beat_enable, rest};
use super::stall::Stall;
use super::wrapped_core::WrappedCore;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Control signals of the core.
pub struct Flow {
    /// The clock enable.
    pub enable: Net,
    /// Whether the core may have a beat in this clock cycle, where it has a beat in some cycles only.
    pub beat_enable: Option<Net>,
    /// Pulse with the first beat of a frame.
    pub start: Net,
    /// Whether a beat leaves the input buffer.
    pub take: Net,
}

impl Flow {
    /// Derives the signals from the buffers.
    pub fn new(
        m: &mut Module,
        wrapped: &WrappedCore,
        (inputs, buffers): (&AxisInputs, &Buffers),
        channel: Option<&CoefficientChannel>,
    ) -> Self {
        let &Buffers { valid, running, out_valid, out_ready, .. } = buffers;
        let between = m.not(running);
        if wrapped.format.stall == Stall::None {
            let enable = m.constant(1, 1);
            return Self::started(m, wrapped, (inputs, buffers, channel), [enable, between], None);
        }
        let is_fed = m.or(valid, between);
        let is_idle = m.not(out_valid);
        let is_free = m.or(is_idle, out_ready);
        let runs = m.and(is_fed, is_free);
        let pace = wrapped.format.pace;
        let beat_enable = (pace > 1).then(|| beat_enable(m));
        let enable = beat_enable.map_or(runs, |beat_enable| m.and(runs, beat_enable));
        m.name(enable, "ce");
        if let Some(beat_enable) = beat_enable {
            rest(m, beat_enable, enable, pace);
        }
        Self::started(m, wrapped, (inputs, buffers, channel), [enable, between], beat_enable)
    }

    /// Starts frames at a clock enable. `between`: no frame is coming in.
    fn started(
        m: &mut Module,
        wrapped: &WrappedCore,
        (inputs, buffers, channel): (&AxisInputs, &Buffers, Option<&CoefficientChannel>),
        [enable, between]: [Net; 2],
        beat_enable: Option<Net>,
    ) -> Self {
        let &Buffers { valid, running, .. } = buffers;
        let waits = m.and(valid, between);
        let may_start = channel.zip(buffers.set).map(|(channel, set)| channel.may_start(m, set));
        let waits = may_start.map_or(waits, |may_start| m.and(waits, may_start));
        let gate = FrameGate::new(wrapped.format);
        let start = match &gate {
            None => waits,
            Some(gate) => gated(m, wrapped, gate, [enable, inputs.reset, waits], buffers),
        };
        m.name(start, "in_start");
        let taken = match gate.is_none() && may_start.is_none() {
            true => valid,
            false => {
                let further = m.and(valid, running);
                m.or(start, further)
            }
        };
        Flow { enable, beat_enable, start, take: m.and(taken, enable) }
    }
}

/// Adds a gate; returns whether a frame starts. `inputs`: clock enable, reset, and whether a frame's first beat is there.
fn gated(m: &mut Module, wrapped: &WrappedCore, gate: &FrameGate, inputs: [Net; 3], buffers: &Buffers) -> Net {
    let (label, module, size) = match gate {
        FrameGate::Interval(interval) => ("spacing", interval_gate(&wrapped.part("spacing"), *interval), vec![]),
        FrameGate::Size(sizes) => {
            let config = buffers.config.as_ref();
            let (word, same) = config.and_then(|config| Some((config.word, config.same?))).unwrap_or_else(|| {
                unreachable!("frames of several sizes have configuration words");
            });
            let number = m.slice(word, 0, sizes.number_bits);
            // After a frame that takes longer than its beats, each frame is held back.
            let same = if wrapped.format.is_spaced() { m.constant(1, 0) } else { same };
            ("gate", size_gate(&wrapped.part("gate"), sizes), vec![same, number])
        }
    };
    let inputs = inputs.into_iter().chain(size).map(|net| vec![net]).collect();
    m.instance(label, &Arc::new(module), inputs)[0][0]
}
