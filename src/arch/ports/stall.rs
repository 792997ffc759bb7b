//! Pauses of source and sink, and the events of those that a core does not bear.

use super::buffers::Buffers;
use super::flow::Flow;
use crate::choice::Choice;
use crate::rtl::Module;

/// Pauses that a core bears.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stall {
    /// Source and sink may pause at any beat. A clock enable holds the core.
    #[default]
    Any,
    /// The source may pause between frames only, and the sink never. The core has no clock enable.
    None,
}

impl Choice for Stall {
    const WORDS: &'static [(&'static str, Self)] = &[("any", Stall::Any), ("none", Stall::None)];
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
