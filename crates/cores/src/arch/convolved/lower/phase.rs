//! Times in which a frame passes the multiplier.

use fftgen_hdl::dsl::*;

/// Beats from a pulse on.
pub struct Phase<'m> {
    /// High in the beats.
    pub active: Sig<'m>,
    /// High in the last beat.
    pub last: Sig<'m>,
    /// Number of the beat.
    pub beat: Option<Sig<'m>>,
}

impl<'m> Phase<'m> {
    /// Counts `beats` beats from a pulse on.
    pub fn new(name: &str, start: Sig<'m>, beats: usize) -> Self {
        let m = start.builder();
        let run = Run::from(m, &format!("{name}_running"), start);
        let active = run.active;
        let (beat, last) = m.count(&format!("{name}_beat"), active, beats);
        run.until(last);
        Phase { active, last, beat }
    }
}
