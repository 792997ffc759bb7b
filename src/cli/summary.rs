//! Summary of a core in a few lines, and for programs.

use super::figures::Figures;
use super::make::{Deed, Made};
use super::requirements::Findings;
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
    /// What requirements led to, if there were some.
    #[serde(skip_serializing_if = "Option::is_none")]
    requirements: Option<&'a Findings>,
    /// Lines of the summary for people.
    properties: BTreeMap<&'static str, &'a str>,
}

pub struct Summary<'a> {
    pub made: &'a Made,
    pub findings: Option<&'a Findings>,
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
            requirements: self.findings,
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
        if let Some(findings) = self.findings {
            writeln!(f, "{findings}")?;
        }
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
