//! Summary of a core in a few lines, and for programs.

use super::make::{Deed, Made};
use serde_json::{json, Map, Value};
use std::fmt::{Display, Formatter, Result};

pub struct Summary<'a> {
    pub made: &'a Made,
}

impl Summary<'_> {
    /// Returns the summary for programs.
    pub fn facts(&self) -> Value {
        let Made { name, title, rows, folder, files, checked, difference, .. } = self.made;
        let rows = rows.iter().map(|(label, value)| (label.to_string(), value.clone().into()));
        json!({
            "schema": "fftgen-summary/1",
            "name": name,
            "title": title,
            "folder": folder,
            "files": files,
            "written": difference.written,
            "removed": difference.removed,
            "self_check": checked,
            "properties": rows.collect::<Map<String, Value>>(),
        })
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
        let Made { name, title, rows, folder, files, checked, deed, difference } = self.made;
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
