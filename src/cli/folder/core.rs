//! A core that is in a folder, as its manifest says.

use anyhow::Context;
use fftgen::package::SCHEMA;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// No manifest has more bytes than these; other files may.
const LONGEST: u64 = 1 << 26;

pub struct Core {
    /// The name of the manifest.
    pub manifest: String,
    /// The command that made it.
    pub command: String,
    /// The SHA-256 of every other file, by name.
    files: BTreeMap<String, String>,
}

/// What is read of a manifest.
#[derive(Deserialize)]
struct Manifest {
    schema: String,
    command: String,
    files: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    name: String,
    sha256: String,
}

impl Core {
    /// The cores of a folder, by the names of their manifests.
    pub fn all(folder: &Path) -> anyhow::Result<Vec<Core>> {
        let mut cores = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let metadata = path.metadata();
            let may_be = metadata.is_ok_and(|found| found.is_file() && found.len() <= LONGEST);
            let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| may_be) else { continue };
            if !name.ends_with(".json") {
                continue;
            }
            let Ok(found) = serde_json::from_slice::<Manifest>(&fs::read(&path).with_context(|| name.to_string())?)
            else {
                continue;
            };
            if found.schema.split('/').next() == SCHEMA.split('/').next() {
                // A name in another folder is not one that was written.
                let listed = found
                    .files
                    .into_iter()
                    .filter(|file| Path::new(&file.name).file_name() == Some(file.name.as_ref()));
                let files = listed.map(|file| (file.name, file.sha256)).collect();
                cores.push(Core { manifest: name.to_string(), command: found.command, files });
            }
        }
        cores.sort_by(|a, b| a.manifest.cmp(&b.manifest));
        Ok(cores)
    }

    /// All its files, the manifest last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().chain([&self.manifest]).map(String::as_str)
    }

    /// Whether it has a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Whether a file of this name has the bytes that were written.
    pub fn wrote(&self, name: &str, contents: &[u8]) -> bool {
        let digest = || Sha256::digest(contents).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        name == self.manifest || self.files.get(name).is_some_and(|listed| *listed == digest())
    }
}
