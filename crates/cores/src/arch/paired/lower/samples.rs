//! Samples on their way into the memory of two frames.

use super::super::core::PairedCore;
use crate::arch::folded::lower::gates::toggled;
use crate::lower::count::count;
use crate::lower::run::Run;
use crate::rtl::{Module, Net};

/// The samples of a frame, one in each clock cycle.
pub struct Samples {
    /// High with each sample.
    pub active: Net,
    /// Place of a sample in the memory.
    pub place: Net,
    /// High with the last sample of a frame.
    pub loaded: Net,
    /// The half of the memory that samples go to. The other one has the frame before.
    pub side: Net,
}

impl Samples {
    /// Counts the samples from a pulse with the first one of a frame on.
    pub fn new(m: &mut Module, core: &PairedCore, start: Net) -> Self {
        let loading = Run::from(m, "loading", start);
        let active = loading.active;
        m.name(active, "is_sample");
        let (term, is_last_term) = count(m, "sample_term".into(), active, core.split.front);
        let (group, is_last_group) = count(m, "sample_group".into(), active, core.split.rear);
        let loaded = m.and(is_last_term, is_last_group);
        m.name(loaded, "is_last_sample");
        loading.until(m, loaded);
        let side = toggled(m, "sample_side", loaded);
        let fields: Vec<Net> = [Some(side), term, group].into_iter().flatten().collect();
        let place = m.concat(&fields);
        m.name(place, "sample_place");
        Samples { active, place, loaded, side }
    }
}
