//! Clock cycles at which steps begin.

/// When steps begin, and when results leave.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StepTimes {
    /// First slot of each step.
    pub starts: Vec<usize>,
    /// Read of the first result.
    pub first_result: usize,
    /// Clock cycles from a batch to the next.
    pub interval: usize,
}
