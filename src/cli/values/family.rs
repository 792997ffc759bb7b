//! `--target`: a family of FPGAs.

use super::value::Canonical;
use fftgen::synth::{Target, TARGETS};

/// Family that a core is built for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Family(pub &'static Target);

impl Family {
    /// Reads the name of a family. The error lists the names.
    pub fn parse(name: &str) -> Result<Self, String> {
        Target::parse(name).map(Family)
    }
}

impl Canonical for Family {
    fn canonical(&self) -> Option<String> {
        (*self != Family(&TARGETS[0])).then(|| self.0.name.to_string())
    }
}
