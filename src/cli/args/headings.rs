//! Headings of the help.

/// What is transformed, and how fast.
pub const TRANSFORM: &str = "Transform";
/// Number format at the ports and within.
pub const NUMBERS: &str = "Number format";
/// Rules of fixed point.
pub const FIXED: &str = "Fixed point";
/// What has to be reached, from which settings follow.
pub const REQUIREMENTS: &str = "Requirements";
/// Ports of the core.
pub const PORTS: &str = "Ports";
/// What the plan is chosen for.
pub const OPTIMISATION: &str = "Optimisation";
/// Arrays of elements.
pub const ARRAYS: &str = "Arrays";
/// Products with a matrix.
pub const MATRIX: &str = "Matrix products";
/// Files that are read and written.
pub const FILES: &str = "Files";
