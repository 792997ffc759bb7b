//! Proofs of the frames that an architecture was chosen for.

use super::Config;
use crate::arch::Architecture;
use crate::proof::{prove, Verdict};
use crate::runtime::Mode;

/// Most samples of a frame that debug builds prove whenever it is planned.
const MAX_CHECKED: usize = 1 << 13;

impl Config {
    /// All kinds of frames of an architecture, the first one that of a frame before there was a configuration word.
    /// Where frames choose their shifts these are as in that frame.
    pub(super) fn modes(&self, architecture: &dyn Architecture) -> Vec<Mode> {
        let below = self.runtime.bits();
        let standard = |size: usize| architecture.pipeline_of(size).standard_shifts() << below;
        let modes = self.runtime.modes(self.points(), self.inverse).into_iter();
        let points = |mode: &Mode| if self.runtime.sizes.is_empty() { architecture.points() } else { mode.points };
        modes.map(|mode| Mode { word: mode.word | standard(mode.size), points: points(&mode), ..mode }).collect()
    }

    /// Proves that an architecture of this configuration computes the transform of each kind of frames, without a
    /// tolerance. `seed`: of primes and data. See [`crate::proof`].
    pub fn prove(&self, architecture: &dyn Architecture, seed: u64) -> Verdict {
        let config = self.clone().chosen(architecture.pipeline());
        // A list of one size takes no bit of a word.
        let chooses =
            !config.runtime.sizes.is_empty() || config.runtime.bits() + architecture.shifts().shift_bits() > 0;
        let proof = |mode: &Mode| {
            let pipeline = architecture.pipeline_of(mode.size);
            let scale = architecture.scale().unwrap_or_else(|| config.number().scale(pipeline));
            prove(architecture, Some(mode).filter(|_| chooses), scale, seed)
        };
        config.modes(architecture).iter().map(proof).fold(Verdict::Exact(vec![]), Verdict::and)
    }

    /// Whether no proof fails, of a frame that is not so long that it takes more time than to plan.
    pub(super) fn is_proved(&self, architecture: &dyn Architecture) -> bool {
        self.size() > MAX_CHECKED || !matches!(self.prove(architecture, 1), Verdict::Wrong(_))
    }
}
