//! Arrival times of a module's inputs.

/// Arrival times of inputs within a stage, in ns.
#[derive(Clone, Copy, Default, Debug)]
pub struct InputArrival {
    /// Arrival in the first stage.
    pub first: f64,
    /// Arrival in later stages, which registers delay the inputs to. Synthesis may merge these registers with delay
    /// lines before the module into shift registers, whose outputs are slow.
    pub later: f64,
}

impl InputArrival {
    /// Returns the arrival where delays are longer by a factor.
    pub fn scaled(self, factor: f64) -> Self {
        InputArrival { first: self.first * factor, later: self.later * factor }
    }
}
