//! What is known of an operation in a chain.

use schemars::JsonSchema;
use serde::Serialize;

/// Operation in a chain.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema, Debug)]
pub struct OperationFacts {
    /// Operation with its settings, as in `window hann`.
    pub operation: String,
    /// Stream that leaves it, as in `1024 complex fixed16, 4 a beat`.
    pub leaving: String,
    /// Clock cycles from the first beat of a frame to the first beat of its result.
    pub latency_cycles: usize,
    /// Bits of memory, tables apart.
    pub memory_bits: usize,
    /// Multiplications of real numbers that can start in a clock cycle.
    pub multipliers: usize,
}
