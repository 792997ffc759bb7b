//! Figures that only some cores have: of sides that differ, of steps in some clock cycles, of exponents and of words
//! that grow.

use crate::arch::every;
use crate::arch::ports::HalfRate;
use crate::design::Design;
use crate::package::side::{exponent_port, Side};
use crate::pipeline::Block;
use serde::Serialize;

/// Figures of a core through one side of which points pass by halves.
#[derive(Serialize)]
pub(super) struct Halves {
    in_beats: usize,
    out_beats: usize,
    /// Side on which real samples pass one by one.
    side: &'static str,
    sample_bits: u32,
}

/// Steps of a core that steps in some clock cycles only.
#[derive(Serialize)]
pub(super) struct Pace {
    /// Which clock cycles may have a step.
    every: &'static str,
    /// Steps from the first input beat to the first output beat.
    core_latency: usize,
}

/// Figures of a core whose frames have fewer beats on one side.
#[derive(Serialize)]
pub(super) struct Sides {
    in_beats: usize,
    out_beats: usize,
    in_spare: usize,
    out_spare: usize,
}

/// Port and range of a frame's exponent.
#[derive(Serialize)]
pub(super) struct Exponent {
    port: String,
    least: i32,
    greatest: i32,
    /// Whether the largest component of a frame fills its word.
    fills: bool,
}

/// Component of the output.
#[derive(Serialize)]
pub(super) struct Grown {
    slot: u32,
    component_bits: u32,
    sample_bits: u32,
}

impl Halves {
    pub(super) fn new(design: &Design, side: HalfRate) -> Self {
        let [entering, leaving] = design.streams();
        let (name, bus) = match side {
            HalfRate::In => ("input", Side::In),
            HalfRate::Out => ("output", Side::Out),
        };
        Halves { in_beats: entering.beats, out_beats: leaving.beats, side: name, sample_bits: bus.slot(design) }
    }
}

impl Pace {
    /// Returns the steps of a core, if it does not step in every clock cycle.
    pub(super) fn new(design: &Design) -> Option<Self> {
        let clocks = design.config.clocks_per_beat();
        (clocks > 1).then(|| Pace { every: every(clocks), core_latency: design.core_latency() })
    }
}

impl Sides {
    /// Returns the beats of both sides, if they may differ.
    pub(super) fn new(design: &Design) -> Option<Self> {
        let [entering, leaving] = design.streams();
        let [in_spare, out_spare] = design.config.spare_lanes();
        (design.config.support.is_some() || design.architecture.product().is_some()).then_some(Sides {
            in_beats: entering.beats,
            out_beats: leaving.beats,
            in_spare,
            out_spare,
        })
    }
}

impl Exponent {
    /// Returns the port of the exponent, if frames have one.
    pub(super) fn new(design: &Design) -> Option<Self> {
        let pipeline = design.pipeline();
        pipeline.exponents().map(|range| Exponent {
            port: exponent_port(design),
            least: *range.start(),
            greatest: *range.end(),
            fills: matches!(pipeline.blocks.last(), Some(Block::Normalizer(_))),
        })
    }
}

impl Grown {
    /// Returns the component of the output, if words have grown.
    pub(super) fn new(design: &Design) -> Option<Self> {
        let (slot, component_bits) = (Side::Out.slot(design), Side::Out.component(design));
        (component_bits != design.config.format.bits()).then_some(Grown { slot, component_bits, sample_bits: 2 * slot })
    }
}
