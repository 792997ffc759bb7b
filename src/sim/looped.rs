//! Combinational loops.

/// A net that depends on itself within one cycle: a mistake in whatever built the netlist.
#[derive(Debug, thiserror::Error)]
#[error("combinational loop through {path}")]
pub struct CombinationalLoop {
    pub path: String,
}

impl CombinationalLoop {
    /// Nets that a message names at most.
    const SHOWN: usize = 8;

    /// A loop through nets, each as a message describes it.
    pub(super) fn new(nets: impl Iterator<Item = String>) -> Self {
        let path: Vec<String> = nets.take(Self::SHOWN).collect();
        CombinationalLoop { path: path.join(" -> ") }
    }
}
