//! Error for combinational loops.

/// Error: a net depends on itself within one cycle. The code that built the netlist has a mistake.
#[derive(Debug, thiserror::Error)]
#[error("combinational loop through {path}")]
pub struct CombinationalLoop {
    /// Paths of the nets in the loop.
    pub path: String,
}

impl CombinationalLoop {
    /// Maximum number of nets in a message.
    const MAX_SHOWN: usize = 8;

    /// Builds the error of a loop through nets, which are given by their descriptions.
    pub(super) fn new(nets: impl Iterator<Item = String>) -> Self {
        let path: Vec<String> = nets.take(Self::MAX_SHOWN).collect();
        CombinationalLoop { path: path.join(" -> ") }
    }
}
