//! Difference between a core and what is in its folder.

use fftgen::package::File;
use std::fmt::{Display, Formatter, Result};

/// Names of files that differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// Files of the core that are not in the folder, or are other ones there.
    pub written: Vec<String>,
    /// Files of the core before, which the core has not.
    pub removed: Vec<String>,
}

impl Difference {
    /// Returns the difference from a folder that does not exist.
    pub fn all(files: &[File]) -> Self {
        Difference { written: files.iter().map(|file| file.name.clone()).collect(), removed: vec![] }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let list = |what: &str, names: &[String]| match names.len() {
            0 => None,
            count => Some(format!("{count} to {what} ({})", names.join(", "))),
        };
        let parts = [list("write", &self.written), list("remove", &self.removed)];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
