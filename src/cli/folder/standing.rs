//! What of fftgen's a folder holds.

use super::core::Core;
use crate::cli::temporary::Remains;
use std::path::Path;

/// Cores of a folder.
pub struct Standing {
    /// The core of the name in question.
    pub core: Option<Core>,
    /// Cores of other names, which stay as they are.
    pub others: Vec<Core>,
    /// Cores that a process was writing or replacing when it was killed: what there is of them ends with the next
    /// change.
    pub unfinished: Vec<Core>,
}

impl Standing {
    /// Reads a folder. `remains` are what processes that were killed have left in it.
    pub fn read(folder: &Path, manifest: &str, remains: &[Remains]) -> anyhow::Result<Self> {
        let (mut same, others): (Vec<Core>, Vec<Core>) =
            Core::all(folder)?.into_iter().partition(|core| core.manifest == manifest);
        let unfinished = remains.iter().filter_map(|remains| Core::all(remains.path()).ok()).flatten().collect();
        Ok(Standing { core: same.pop(), others, unfinished })
    }
}
