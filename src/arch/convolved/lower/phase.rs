//! Times in which a frame passes the multiplier.

use crate::lower::count::count;
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
        let running = m.state(1, Some(0));
        m.name(running, format!("{name}_running"));
        let active = m.or(start, running);
        let (beat, last) = count(m, format!("{name}_beat"), active, beats);
        let more = m.not(last);
        let next = m.and(active, more);
        m.drive(running, next);
        Phase { active, last, beat }
    }
}
