//! Times in which a frame passes the multiplier.

use crate::lower::count::count;
use crate::lower::run::Run;
use crate::rtl::{Module, Net};

/// Beats from a pulse on.
pub struct Phase {
    /// High in the beats.
    pub active: Net,
    /// High in the last beat.
    pub last: Net,
    /// Number of the beat.
    pub beat: Option<Net>,
}

impl Phase {
    /// Counts `beats` beats from a pulse on.
    pub fn new(m: &mut Module, name: &str, start: Net, beats: usize) -> Self {
        let run = Run::from(m, format!("{name}_running"), start);
        let active = run.active;
        let (beat, last) = count(m, format!("{name}_beat"), active, beats);
        run.until(m, last);
        Phase { active, last, beat }
    }
}
