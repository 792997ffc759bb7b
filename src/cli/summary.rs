//! Summary of a core in a few lines.

use super::kinds::Core;
use fftgen::package::File;
use std::fmt::{Display, Formatter, Result};
use std::path::Path;

pub struct Summary<'a> {
    pub core: &'a dyn Core,
    pub folder: &'a Path,
    pub files: &'a [File],
    /// Verdict of the self-check, if there was one.
    pub checked: Option<String>,
}

impl Display for Summary<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{}: {}\n", self.core.name(), self.core.title())?;
        let files = ("files", format!("{} in {}", self.files.len(), self.folder.display()));
        let checked = self.checked.clone().unwrap_or_else(|| "skipped (--no-verify)".into());
        for (label, value) in self.core.rows().into_iter().chain([files, ("self-check", checked)]) {
            writeln!(f, "  {label:<12}{value}")?;
        }
        Ok(())
    }
}
