//! Measurements in target/bench, each under a digest of the Verilog and the version of the tool.
//!
//! What counts and times netlists is not in the digest: remove the folder when that has changed.

use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn new(root: &Path) -> Result<Self> {
        let folder = root.join("target/bench");
        std::fs::create_dir_all(&folder)?;
        Ok(Cache { folder })
    }

    /// What is known under a name and what it depends on; else, if that is wanted, what `measure` finds.
    pub fn get<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        depends_on: &[&str],
        wanted: bool,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        let mut digest = Sha256::new();
        depends_on.iter().for_each(|text| digest.update(text.as_bytes()));
        let key: String = digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = self.folder.join(format!("{name}-{key}.json"));
        // An entry that cannot be read is measured again.
        let kept = std::fs::read(&path).ok().and_then(|json| serde_json::from_slice(&json).ok());
        if kept.is_some() || !wanted {
            return Ok(kept);
        }
        let found = measure()?;
        std::fs::write(&path, serde_json::to_vec_pretty(&found)?)?;
        Ok(Some(found))
    }
}
