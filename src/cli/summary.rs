//! Summary of a core in a few lines, and for programs.

use super::job::Job;
use super::kinds::Core;
use super::make::{Deed, Made};
use fftgen::synth::{Estimate, TARGETS};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};
use std::path::Path;

/// Summary for programs.
#[derive(Serialize, JsonSchema)]
pub struct SummaryFacts<'a> {
    /// Name and version of the fields.
    schema: &'static str,
    /// Name of the top module.
    name: &'a str,
    title: &'a str,
    folder: &'a Path,
    /// Number of files of the core.
    files: usize,
    /// Files that were written or removed, or would be.
    written: &'a [String],
    removed: &'a [String],
    /// Verdict of the self-check, if there was one.
    self_check: Option<&'a str>,
    #[serde(flatten)]
    figures: &'a Figures,
    /// Lines of the summary for people.
    properties: BTreeMap<&'static str, &'a str>,
}

/// Figures of a core. Those that a kind of core has not are missing.
#[derive(Serialize, JsonSchema, Clone, Default)]
pub struct Figures {
    /// Points of a frame, or real samples.
    pub size: usize,
    /// Clock cycles from frame to frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_cycles: Option<usize>,
    /// Clock cycles from the first input beat to the first output beat at the ports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_cycles: Option<usize>,
    /// Frequency of the clock in MHz, as it was given, or 100.
    pub clock_mhz: f64,
    /// Throughput at this frequency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples_per_second: Option<f64>,
    /// Estimate for UltraScale+ before synthesis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated: Option<Estimate>,
}

/// Frequency in MHz for which the throughput is told unless another one is given.
const USUAL_MHZ: f64 = 100.0;

impl Figures {
    /// Collects the figures of a core.
    pub fn new(job: &Job, core: &dyn Core) -> Self {
        let promises = core.promises();
        let promised = |what: &str| promises.iter().find(|(name, _)| *name == what).map(|(_, cycles)| *cycles);
        let (size, clock_mhz) = (job.config.size(), job.clock_mhz.unwrap_or(USUAL_MHZ));
        let interval_cycles = promised("interval");
        let frames_per_second = interval_cycles.map(|cycles| clock_mhz * 1e6 / cycles as f64);
        Figures {
            size,
            interval_cycles,
            latency_cycles: promised("latency"),
            clock_mhz,
            frames_per_second,
            samples_per_second: frames_per_second.map(|frames| frames * size as f64),
            estimated: core.estimate(&TARGETS[0]),
        }
    }

    /// Returns the row of the throughput, if there is one.
    pub fn throughput(&self) -> Option<(&'static str, String)> {
        let (frames, samples) = self.frames_per_second.zip(self.samples_per_second)?;
        let samples = format!("{:.4}", samples / 1e6);
        let samples = samples.trim_end_matches('0').trim_end_matches('.');
        Some(("throughput", format!("{samples} Msamples/s, {frames:.0} frames/s at {} MHz", self.clock_mhz)))
    }
}

pub struct Summary<'a> {
    pub made: &'a Made,
}

impl Summary<'_> {
    /// Returns the summary for programs.
    pub fn facts(&self) -> SummaryFacts<'_> {
        let Made { name, title, rows, figures, folder, files, checked, difference, .. } = self.made;
        SummaryFacts {
            schema: "fftgen-summary/1",
            name,
            title,
            folder,
            files: *files,
            written: &difference.written,
            removed: &difference.removed,
            self_check: checked.as_deref(),
            figures,
            properties: rows.iter().map(|(label, value)| (*label, value.as_str())).collect(),
        }
    }

    /// Returns what became of the files.
    pub fn files(&self) -> String {
        let Made { files, deed, difference, .. } = self.made;
        match (deed, difference.is_empty()) {
            (Deed::Write, true) => format!("{files}, all as they were: nothing is written"),
            (Deed::Write, false) => format!("{files}"),
            (Deed::DryRun, true) => format!("{files}, all as they are: nothing would be written"),
            (Deed::DryRun, false) => format!("{files}, and nothing is written; {difference}"),
            (Deed::Check, _) => format!("{files}, as the command writes them"),
        }
    }
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Made { name, title, rows, folder, files, checked, deed, difference, .. } = self.made;
        writeln!(f, "{name}: {title}\n")?;
        let place = match (deed, difference.is_empty()) {
            (Deed::Write, false) => format!("{files} in {}", folder.display()),
            _ => self.files().replacen(',', &format!(" in {},", folder.display()), 1),
        };
        let skipped = if *deed == Deed::Check { "skipped (--check)" } else { "skipped (--no-verify)" };
        let checked = checked.clone().unwrap_or_else(|| skipped.into());
        for (label, value) in rows.iter().chain(&[("files", place), ("self-check", checked)]) {
            writeln!(f, "  {label:<12}{value}")?;
        }
        Ok(())
    }
}
