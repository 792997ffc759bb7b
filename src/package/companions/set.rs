//! Sets of companions.

use super::kind::Companion::{self, Makefile, Quartus, Vivado, Yosys};
use crate::target::Target;
use std::collections::BTreeSet;

/// Companions of a core. Every set has the manifest, by which a folder is recognised as that of a core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Companions(BTreeSet<Companion>);

impl Default for Companions {
    fn default() -> Self {
        Companions::new(Companion::all().filter(|companion| companion.is_default()))
    }
}

impl Companions {
    /// Creates a set of companions and of those that they need.
    ///
    /// ```
    /// use fftgen::package::{Companion, Companions};
    /// let set = Companions::new([Companion::Makefile]);
    /// assert!(set.has(Companion::Testbench) && set.has(Companion::Manifest) && !set.has(Companion::Readme));
    /// ```
    pub fn new(companions: impl IntoIterator<Item = Companion>) -> Self {
        let mut set = BTreeSet::new();
        let mut pending: Vec<Companion> = companions.into_iter().chain([Companion::Manifest]).collect();
        while let Some(companion) = pending.pop() {
            if set.insert(companion) {
                pending.extend(companion.needs());
            }
        }
        Companions(set)
    }

    /// Creates the set of all kinds, which no core has: of them there are those that [`Companions::fitting`] keeps.
    pub fn all() -> Self {
        Companions::new(Companion::all())
    }

    /// Whether a kind is in the set.
    pub fn has(&self, companion: Companion) -> bool {
        self.0.contains(&companion)
    }

    /// The kinds in the order of their words.
    pub fn iter(&self) -> impl Iterator<Item = Companion> + '_ {
        self.0.iter().copied()
    }

    /// Whether a file of the set has the clock of a core for a target: of standard cells the scripts of Yosys have it
    /// too.
    pub fn have_clock(&self, target: &Target) -> bool {
        let scripts: &[Companion] = if target.technology.has_luts { &[] } else { &[Makefile, Yosys] };
        [Vivado, Quartus].iter().chain(scripts).any(|companion| self.has(*companion))
    }
}
