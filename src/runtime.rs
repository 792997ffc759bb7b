//! What is chosen frame by frame.

/// What a core leaves open until a frame begins.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Runtime {
    /// Forward or inverse.
    pub direction: bool,
}

/// A kind of frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// The configuration word that asks for it.
    pub word: u64,
    pub size: usize,
    pub inverse: bool,
}

impl Runtime {
    /// Bits of a configuration word; none where nothing is left open.
    pub fn bits(&self) -> u32 {
        u32::from(self.direction)
    }

    /// All kinds of frames of this size, the first one that of a frame before there was a configuration word.
    pub fn modes(&self, size: usize, inverse: bool) -> Vec<Mode> {
        match self.direction {
            true => [false, true].map(|inverse| Mode { word: inverse.into(), size, inverse }).to_vec(),
            false => vec![Mode { word: 0, size, inverse }],
        }
    }
}
