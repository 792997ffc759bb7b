//! nextpnr as a program.

use super::yosys::NETLIST;
use crate::cli::failure::ToolError;
use crate::cli::programs::{is_in_path, output, tail, text_of};
use crate::cli::progress::Progress;
use crate::cli::verbosity::detail;
use anyhow::Context;
use fftgen::synth::{overfull_sites, Part, Routed};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Name of the file of pin constraints.
const CONSTRAINTS: &str = "pins.cst";
/// Name of the report.
const REPORT: &str = "report.json";

/// Program that places and routes for a part.
pub struct Nextpnr {
    program: &'static str,
    part: Part,
    /// Maximum time of a run.
    timeout: Option<Duration>,
}

impl Nextpnr {
    /// Finds the program. The error says how to install it.
    pub fn find(part: Part, timeout: Option<Duration>) -> Result<Self, ToolError> {
        let programs = part.router.programs;
        let found = programs.iter().copied().find(|program| is_in_path(program));
        let program = found.ok_or_else(|| {
            let install = part.router.install;
            ToolError(format!("{} is not in the PATH, and --route needs it; install with: {install}", programs[0]))
        })?;
        Ok(Nextpnr { program, part, timeout })
    }

    /// Places and routes the netlist in a folder with a seed.
    pub fn route(&self, folder: &Path, seed: usize) -> anyhow::Result<Routed> {
        let program = self.program;
        if let Some(text) = self.part.device.constraints() {
            std::fs::write(folder.join(CONSTRAINTS), text).context("cannot write the pin constraints")?;
        }
        let output = {
            let _progress = Progress::spinner(program);
            let mut command = Command::new(program);
            command.args(self.part.arguments(seed, [NETLIST, CONSTRAINTS, REPORT])).current_dir(folder);
            output(program, &mut command, self.timeout)?
        };
        let text = text_of(&output);
        detail(&text);
        if !output.status.success() {
            return Err(self.failure(&text, &output.status.to_string()).into());
        }
        let report = std::fs::read(folder.join(REPORT));
        let report = report.map_err(|error| ToolError(format!("{program} wrote no report: {error}")))?;
        Ok(Routed::parse(&report, seed).map_err(|what| ToolError(format!("{program}: {what}")))?)
    }

    /// Returns the error of a run that failed: what the device lacks, or the tool's own words.
    fn failure(&self, text: &str, status: &str) -> ToolError {
        let lacking = overfull_sites(text);
        if !lacking.is_empty() {
            let each = lacking.iter().map(|(kind, sites)| format!("{} of {} {kind}", sites.used, sites.available));
            let device = self.part.device.name;
            return ToolError(format!("the core does not fit into {device}: {}", each.collect::<Vec<_>>().join(", ")));
        }
        let own = text.lines().find(|line| line.starts_with("ERROR"));
        ToolError(format!("{} failed ({status}): {}", self.program, own.map_or_else(|| tail(text), String::from)))
    }
}
