//! Programs of other people that the stages of a sweep need.

use super::super::failure::ToolError;
use super::super::simulators::{installed, Simulator};
use super::super::synth::Yosys;
use super::stage::Stage;

/// Programs, each looked for once, before the first design.
pub struct Programs {
    yosys: Option<Yosys>,
    simulator: Option<&'static Simulator>,
}

impl Programs {
    /// Finds what the stages need.
    pub fn find(stages: &[Stage]) -> Result<Self, ToolError> {
        let has = |wanted: &[Stage]| stages.iter().any(|stage| wanted.contains(stage));
        Ok(Programs {
            yosys: has(&[Stage::Synth, Stage::Route]).then(|| Yosys::find(None)).transpose()?,
            simulator: has(&[Stage::Simulate]).then(installed).transpose()?,
        })
    }

    pub fn yosys(&self) -> Result<&Yosys, ToolError> {
        self.yosys.as_ref().ok_or_else(|| ToolError("no stage asks for Yosys".into()))
    }

    pub fn simulator(&self) -> Result<&'static Simulator, ToolError> {
        self.simulator.ok_or_else(|| ToolError("no stage asks for a simulator".into()))
    }
}
