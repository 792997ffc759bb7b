//! nextpnr and the programs that make bitstreams of its results.

use super::yosys::NETLIST;
use crate::cli::failure::ToolError;
use crate::cli::output::Output;
use crate::cli::programs::{is_in_path, output, tail, text_of};
use crate::cli::progress::Progress;
use crate::cli::verbosity::detail;
use anyhow::Context;
use fftgen::synth::{overfull_sites, Part, Routed};
use std::path::Path;
use std::process::{Command, Output as Ended};
use std::time::Duration;

/// Names of files in the temporary folder.
const CONSTRAINTS: &str = "pins";
const REPORT: &str = "report.json";
const BITSTREAM: &str = "bitstream";

/// Program that places and routes for a part, with the one that makes its bitstream.
pub struct Nextpnr<'a> {
    program: &'static str,
    pub part: Part,
    /// Program and destination of the bitstream, if one is asked for.
    bitstream: Option<(&'static str, &'a Path)>,
    /// Maximum time of a run.
    timeout: Option<Duration>,
}

/// Finds one of several names of a program. The error says how to install it.
fn found(programs: &[&'static str], flag: &str, install: &str) -> Result<&'static str, ToolError> {
    programs.iter().copied().find(|program| is_in_path(program)).ok_or_else(|| {
        ToolError(format!("{} is not in the PATH, and {flag} needs it; install with: {install}", programs[0]))
    })
}

impl<'a> Nextpnr<'a> {
    /// Finds the programs for a part, and whether the bitstream can be written, if it is asked for.
    pub fn find(part: Part, bitstream: Option<&'a Path>, timeout: Option<Duration>) -> anyhow::Result<Self> {
        let program = found(part.router.programs, "--route", part.router.install)?;
        let packer = &part.router.packer;
        let bitstream = bitstream.map(|path| -> anyhow::Result<_> {
            let program = found(packer.programs, "--bitstream", packer.install)?;
            Output::create(path)?;
            Ok((program, path))
        });
        Ok(Nextpnr { program, part, bitstream: bitstream.transpose()?, timeout })
    }

    /// Places and routes the netlist in a folder with a seed.
    pub fn route(&self, folder: &Path, seed: usize) -> anyhow::Result<Routed> {
        let program = self.program;
        if let Some(text) = self.part.constraints() {
            std::fs::write(folder.join(CONSTRAINTS), text).context("cannot write the pin constraints")?;
        }
        let routed = routed(seed);
        let kept = self.bitstream.map(|_| routed.as_str());
        let ended = self.run(program, &self.part.arguments(seed, [NETLIST, CONSTRAINTS, REPORT], kept), folder)?;
        if !ended.status.success() {
            return Err(self.failure(&text_of(&ended), &ended.status.to_string()).into());
        }
        let report = std::fs::read(folder.join(REPORT));
        let report = report.map_err(|error| ToolError(format!("{program} wrote no report: {error}")))?;
        Ok(Routed::parse(&report, seed).map_err(|what| ToolError(format!("{program}: {what}")))?)
    }

    /// Writes the bitstream of what a seed has routed in a folder, if one is asked for.
    pub fn pack(&self, folder: &Path, seed: usize) -> anyhow::Result<()> {
        let Some((program, path)) = self.bitstream else { return Ok(()) };
        let routed = routed(seed);
        let words = self.part.router.packer.words(&routed, BITSTREAM).into_iter().map(String::from);
        let ended = self.run(program, &words.collect::<Vec<_>>(), folder)?;
        let bits = std::fs::read(folder.join(BITSTREAM)).ok().filter(|bits| !bits.is_empty());
        let bits = bits.filter(|_| ended.status.success()).ok_or_else(|| {
            ToolError(format!("{program} has made no bitstream ({}): {}", ended.status, tail(&text_of(&ended))))
        })?;
        let mut output = Output::create(path)?;
        output.write(&bits)?;
        output.finish()
    }

    /// Runs a program in a folder.
    fn run(&self, program: &str, arguments: &[String], folder: &Path) -> Result<Ended, ToolError> {
        let _progress = Progress::spinner(program);
        let ended = output(program, Command::new(program).args(arguments).current_dir(folder), self.timeout)?;
        detail(&text_of(&ended));
        Ok(ended)
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

/// Returns the name of the file of what a seed has routed.
fn routed(seed: usize) -> String {
    format!("routed_{seed}")
}
