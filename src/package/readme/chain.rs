//! The operations of a chain, and the beats of its two sides.

use crate::arch::{OperationFacts, StreamFacts};
use crate::design::Design;
use crate::package::side::Side;
use serde::Serialize;

/// Operations of a chain.
#[derive(Serialize)]
pub(super) struct ChainTable {
    text: String,
    entering: String,
    operations: Vec<Row>,
    /// Beats of the input and of the output.
    sides: [Beats; 2],
}

/// Operation, and the frames that leave it.
#[derive(Serialize)]
struct Row {
    operation: String,
    leaving: String,
    latency: usize,
}

/// Beats of a side.
#[derive(Serialize)]
struct Beats {
    name: &'static str,
    beats: usize,
    lanes: usize,
    format: String,
    is_complex: bool,
    /// Bits of a component with its padding, and of an element.
    slot: u32,
    element_bits: u32,
}

impl ChainTable {
    /// Describes the operations of a core that is a chain.
    pub(super) fn new(design: &Design) -> Option<Self> {
        let chain = design.architecture.chain()?;
        let row = |operation: &OperationFacts| Row {
            operation: operation.to_string(),
            leaving: operation.leaving.to_string(),
            latency: operation.latency_cycles,
        };
        let beats = |side: Side, name: &'static str, stream: &StreamFacts| Beats {
            name,
            beats: side.stream(design).beats,
            lanes: stream.lanes,
            format: stream.format.clone(),
            is_complex: stream.is_complex,
            slot: side.slot(design),
            element_bits: side.slot(design) * (1 + u32::from(stream.is_complex)),
        };
        Some(ChainTable {
            text: chain.text.clone(),
            entering: chain.entering.to_string(),
            operations: chain.operations.iter().map(row).collect(),
            sides: [beats(Side::In, "input", &chain.entering), beats(Side::Out, "output", chain.leaving())],
        })
    }
}
