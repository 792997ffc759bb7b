//! What is known of a chain of operations.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter, Result};

/// Chain of operations, as its documents describe it.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema, Debug)]
pub struct ChainFacts {
    /// The chain as it is written.
    pub text: String,
    /// Stream that enters.
    pub entering: StreamFacts,
    /// Operations, each with the stream that leaves it.
    pub operations: Vec<OperationFacts>,
}

/// Stream between two operations.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema, Debug)]
pub struct StreamFacts {
    /// Elements of a frame.
    pub elements: usize,
    /// Rows of a frame.
    #[serde(skip_serializing_if = "is_one")]
    pub rows: usize,
    /// Whether elements are complex numbers: their real part is the low component.
    pub is_complex: bool,
    /// Format of a component, as in `fixed16` or `q9.7`.
    pub format: String,
    /// Bits of a component.
    pub component_bits: u32,
    /// Elements of a beat.
    pub lanes: usize,
    /// Order of the elements, or of the rows where there are several: `natural`, `bit-reversed` or `digit-reversed`
    /// with the radices.
    pub order: String,
    /// Bin of real samples that is the imaginary part of the first element, whose real part is bin 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed_bin: Option<usize>,
}

/// Operation in a chain.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema, Debug)]
pub struct OperationFacts {
    /// Operation with its settings, as in `window hann`.
    pub operation: String,
    /// How it computes, where the operation does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Stream that leaves it.
    pub leaving: StreamFacts,
    /// Frames that enter for each one that leaves.
    pub frames: usize,
    /// Clock cycles from the first beat of a frame to the first beat of its result.
    pub latency_cycles: usize,
    /// Bits of memory, tables apart.
    pub memory_bits: usize,
    /// Multiplications of real numbers that can start in a clock cycle.
    pub multipliers: usize,
}

/// Whether frames have one row, which is not worth a word.
fn is_one(rows: &usize) -> bool {
    *rows == 1
}

impl ChainFacts {
    /// Stream that leaves the chain.
    pub fn leaving(&self) -> &StreamFacts {
        self.operations.last().map_or(&self.entering, |last| &last.leaving)
    }
}

impl Display for StreamFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let kind = if self.is_complex { "complex" } else { "real" };
        match self.rows {
            1 => write!(f, "{}", self.elements)?,
            rows => write!(f, "{rows} rows of {}", self.elements / rows)?,
        }
        write!(f, " {kind} {}, {} a beat", self.format, self.lanes)?;
        if let Some(bin) = self.packed_bin {
            write!(f, ", bin {bin} in the first one")?;
        }
        match self.order.as_str() {
            "natural" => Ok(()),
            order if self.rows > 1 => write!(f, ", rows in {order} order"),
            order => write!(f, ", {order} order"),
        }
    }
}

impl Display for OperationFacts {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let how = self.how.as_ref().map_or(String::new(), |how| format!(": {how}"));
        write!(f, "{}{how}", self.operation)
    }
}
