//! What was proved of a core's plan, in words.

use crate::proof::Verdict;

/// Seed of the primes of a manifest, which is the same on every machine.
const SEED: u64 = 1;

/// Most samples of a frame that is proved while files are written.
const MAX_SAMPLES: usize = 1 << 16;

/// Returns what was proved of the plan of frames of some samples: `modulo` and the primes, or why nothing was.
pub fn proved(samples: usize, prove: impl FnOnce(u64) -> Verdict) -> String {
    if samples > MAX_SAMPLES {
        return format!("not tried, because a frame has more than {MAX_SAMPLES} samples: fftgen verify --exact");
    }
    prove(SEED).to_string()
}
