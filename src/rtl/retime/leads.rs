//! When the inputs of a module are there.

/// When inputs are there, in ns.
#[derive(Clone, Copy, Default, Debug)]
pub struct InputArrival {
    /// In the first cycle.
    pub first: f64,
    /// In cycles to which registers pass them: synthesis makes shift registers of those with what stands ahead of the
    /// module, which are slow to read.
    pub later: f64,
}
