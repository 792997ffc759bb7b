//! Samples on their way into the memory of two frames.

use super::super::core::PairedCore;
use fftgen_hdl::dsl::*;

record! {
    /// The samples of a frame, one in each clock cycle.
    pub struct Samples {
        /// High with each sample.
        active,
        /// Place of a sample in the memory.
        place,
        /// High with the last sample of a frame.
        loaded,
        /// The half of the memory that samples go to. The other one has the frame before.
        side,
    }
}

impl<'m> Samples<'m> {
    /// Counts the samples from a pulse with the first one of a frame on.
    #[hdl]
    pub fn new(m: &'m Builder, core: &PairedCore, start: Sig<'m>) -> Self {
        let loading = Run::from(m, "loading", start);
        let is_sample = loading.active;
        let (sample_term, is_last_term) = m.count("sample_term", is_sample, core.split.front);
        let (sample_group, is_last_group) = m.count("sample_group", is_sample, core.split.rear);
        let is_last_sample = is_last_term & is_last_group;
        loading.until(is_last_sample);
        let sample_side = is_last_sample.toggled();
        let sample_place = m.cat([Some(sample_side), sample_term, sample_group].into_iter().flatten());
        Samples { active: is_sample, place: sample_place, loaded: is_last_sample, side: sample_side }
    }
}
