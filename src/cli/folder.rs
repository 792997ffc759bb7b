//! The folder of a core: replaced as a whole, or not at all, and only if it is one of ours.

use super::output::without_path;
use anyhow::{anyhow, bail, Context};
use fftgen::package::File;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a manifest's schema begins with.
const SCHEMA: &str = "fftgen-manifest";

/// A folder that may be written.
pub struct Folder {
    /// As the user wrote it.
    pub shown: PathBuf,
    path: PathBuf,
}

impl Folder {
    /// Refuses, without a touch, what must not be replaced.
    pub fn new(out: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write the folder {}", out.display());
        let mut path = std::path::absolute(out).with_context(cannot)?;
        if let Some(file) = path.ancestors().skip(1).find(|parent| parent.is_file()) {
            return Err(anyhow!("{} is a file; choose another folder with --out", file.display()).context(cannot()));
        }
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(cannot),
            Ok(found) if !found.is_dir() => bail!("{} is a file; choose a folder with --out", out.display()),
            Ok(_) => {
                path = fs::canonicalize(&path).with_context(cannot)?;
                if !is_empty(&path).with_context(cannot)? && manifest(&path).with_context(cannot)?.is_none() {
                    bail!("{} exists and holds no core of fftgen; choose another folder with --out", out.display());
                }
            }
        }
        match (path.parent(), path.file_name()) {
            _ if std::env::current_dir().is_ok_and(|current| current.starts_with(&path)) => {
                bail!("{} is the folder you are in, or above it; choose another with --out", out.display())
            }
            (Some(_), Some(_)) => Ok(Folder { shown: out.to_path_buf(), path }),
            _ => bail!("{} is no name of a folder; choose one with --out, as generated/my_fft", out.display()),
        }
    }

    /// Writes the files beside the folder, then exchanges the two in one step.
    pub fn write(&self, files: &[File]) -> anyhow::Result<()> {
        self.replace(files).with_context(|| format!("cannot write the folder {}", self.shown.display()))
    }

    fn replace(&self, files: &[File]) -> io::Result<()> {
        let parent = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent)?;
        let staging = tempfile::Builder::new().prefix(".fftgen-").tempdir_in(parent).map_err(without_path)?;
        let new = staging.path().join("core");
        write_all(&new, files)?;
        if !self.path.exists() {
            return fs::rename(&new, &self.path);
        }
        let old = exchange(&new, &self.path, &staging.path().join("old"))?;
        // What others have put into the old folder stays.
        let ours = manifest(&old)?.unwrap_or_default();
        for entry in fs::read_dir(&old)? {
            let entry = entry?;
            let kept = self.path.join(entry.file_name());
            if !ours.contains(&*entry.file_name().to_string_lossy()) && !kept.exists() {
                fs::rename(entry.path(), kept)?;
            }
        }
        staging.close()
    }
}

/// Writes files into a new folder.
pub fn write_all(folder: &Path, files: &[File]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in files {
        let path = folder.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, &file.contents)?;
    }
    Ok(())
}

/// Exchanges two folders; says where the old one is then.
fn exchange(new: &Path, target: &Path, spare: &Path) -> io::Result<PathBuf> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{renameat_with, RenameFlags, CWD};
        if renameat_with(CWD, new, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return Ok(new.to_path_buf());
        }
    }
    // Some file systems cannot; then there is an instant without the folder.
    fs::rename(target, spare)?;
    match fs::rename(new, target) {
        Ok(()) => Ok(spare.to_path_buf()),
        Err(error) => fs::rename(spare, target).and(Err(error)),
    }
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder)?.next().is_none())
}

/// The names that a core's manifest lists, its own among them; `None` where there is no manifest.
fn manifest(folder: &Path) -> io::Result<Option<BTreeSet<String>>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "json") || !path.is_file() {
            continue;
        }
        let Ok(Value::Object(found)) = serde_json::from_slice::<Value>(&fs::read(&path)?) else { continue };
        if found.get("schema").and_then(Value::as_str).is_some_and(|schema| schema.starts_with(SCHEMA)) {
            let mut names = BTreeSet::from_iter(path.file_name().map(|name| name.to_string_lossy().into_owned()));
            names.extend(found.get("files").into_iter().flat_map(listed));
            return Ok(Some(names));
        }
    }
    Ok(None)
}

/// Files of a manifest: an object by name, or a list of names or of objects with a name.
fn listed(files: &Value) -> Vec<String> {
    let top = |name: &str| name.split('/').next().unwrap_or(name).to_string();
    match files {
        Value::Object(by_name) => by_name.keys().map(|name| top(name)).collect(),
        Value::Array(list) => {
            let name = |file: &Value| file.as_str().or_else(|| file.get("name")?.as_str()).map(top);
            list.iter().filter_map(name).collect()
        }
        _ => vec![],
    }
}
