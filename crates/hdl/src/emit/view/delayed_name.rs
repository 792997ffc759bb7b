//! Names of values that are delayed.

/// A named value, delayed by some cycles.
#[derive(Clone)]
pub(super) struct DelayedName {
    stem: String,
    cycles: u32,
}

impl DelayedName {
    pub fn new(stem: impl Into<String>) -> Self {
        DelayedName { stem: stem.into(), cycles: 0 }
    }

    pub fn delayed(self, cycles: u32) -> Self {
        DelayedName { cycles: self.cycles + cycles, ..self }
    }

    /// Returns `x_q` for x delayed by one cycle, `x_q3` for x delayed by three cycles.
    pub fn name(&self) -> String {
        let DelayedName { stem, cycles } = self;
        match cycles {
            0 => stem.clone(),
            1 => format!("{stem}_q"),
            _ => format!("{stem}_q{cycles}"),
        }
    }
}
