//! The folder of a core. Nothing of the user's in it is moved or deleted: what changes are files that the manifest there
//! lists, by one rename each, the manifest last.

mod apply;
mod changes;
mod core;
mod difference;
mod disk;
mod lock;
#[cfg(test)]
mod tests;

use super::signals;
use super::temporary::{is_ours, sweep_folder, Temporary};
use anyhow::{anyhow, bail, Context};
use changes::Changes;
use core::Core;
use disk::{Disk, Real};

pub use difference::Difference;

use fftgen::package::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A folder that may be written.
pub struct Folder<'a> {
    /// As the user wrote it.
    pub shown: PathBuf,
    path: PathBuf,
    /// The command whose core it is to hold.
    command: &'a str,
    /// Whether the core of another command is replaced.
    force: bool,
}

impl<'a> Folder<'a> {
    /// Refuses, without a touch, what must not be replaced. `top` is what names of the core begin with.
    pub fn new(out: &Path, top: &str, command: &'a str, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write the folder {}", out.display());
        let mut path = std::path::absolute(out).with_context(cannot)?;
        if let Some(file) = path.ancestors().skip(1).find(|parent| parent.is_file()) {
            return Err(anyhow!("{} is a file; choose another folder with --out", file.display()).context(cannot()));
        }
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(cannot),
            Ok(found) if !found.is_dir() => bail!("{} is a file; choose a folder with --out", out.display()),
            Ok(_) => path = fs::canonicalize(&path).with_context(cannot)?,
        }
        let folder = Folder { shown: out.to_path_buf(), path, command, force };
        if folder.path.is_dir() {
            folder.old(&format!("{top}.json"))?;
        }
        Ok(folder)
    }

    /// Writes a core, the manifest of which is the last of its files. Returns what was changed, and what the user has to know.
    pub fn write(&self, files: &[File]) -> anyhow::Result<(Difference, Vec<String>)> {
        self.write_on(&Real, files).with_context(|| format!("cannot write the folder {}", self.shown.display()))
    }

    /// Compares a core with what is in the folder. Changes nothing.
    pub fn compare(&self, files: &[File]) -> anyhow::Result<Difference> {
        if !self.path.is_dir() {
            return Ok(Difference::all(files));
        }
        let manifest = files.last().map_or("", |manifest| &manifest.name);
        Ok(Changes::new(&self.path, self.old(manifest)?.as_ref(), files)?.difference())
    }

    fn write_on(&self, disk: &impl Disk, files: &[File]) -> anyhow::Result<(Difference, Vec<String>)> {
        let parent = self.path.parent().unwrap_or(&self.path);
        let _parents = Temporary::parents(parent)?;
        if self.path.is_dir() {
            sweep_folder(parent);
        } else if self.create(disk, parent, files)? {
            return Ok((Difference::all(files), vec![]));
        }
        let _lock = lock::lock(&self.path)?;
        let manifest = files.last().map_or("", |manifest| &manifest.name);
        let changes = Changes::new(&self.path, self.old(manifest)?.as_ref(), files)?;
        let difference = changes.difference();
        if !difference.is_empty() {
            let stage = Temporary::folder_in(&self.path)?;
            apply::apply(disk, &self.path, stage.path(), &changes)?;
        }
        Ok((difference, changes.notes()))
    }

    /// Writes the folder beside its place, and moves it there as a whole; not if another has been quicker.
    fn create(&self, disk: &impl Disk, parent: &Path, files: &[File]) -> anyhow::Result<bool> {
        let stage = Temporary::folder_in(parent)?;
        // With the permissions that the user's folders have, unlike a temporary one.
        let new = stage.path().join("core");
        disk.create_folder(&new)?;
        for file in files {
            disk.write(&new.join(&file.name), &file.contents).with_context(|| file.name.clone())?;
        }
        let _undisturbed = signals::undisturbed();
        match disk.rename(&new, &self.path) {
            Err(_) if self.path.is_dir() => Ok(false),
            done => Ok(done.map(|()| true)?),
        }
    }

    /// The core that the folder holds, and that may be replaced.
    fn old(&self, manifest: &str) -> anyhow::Result<Option<Core>> {
        let shown = self.shown.display();
        let mut cores = Core::all(&self.path).with_context(|| format!("cannot read the folder {shown}"))?;
        let core = match cores.iter().position(|core| core.manifest == manifest) {
            Some(same) => cores.swap_remove(same),
            None if cores.len() > 1 => {
                let manifests: Vec<&str> = cores.iter().map(|core| core.manifest.as_str()).collect();
                bail!("{shown} holds several cores ({}); choose another folder with --out", manifests.join(", "));
            }
            None => match cores.pop() {
                Some(core) => core,
                None if is_empty(&self.path)? => return Ok(None),
                None => bail!("{shown} exists and holds no core of fftgen; choose another folder with --out"),
            },
        };
        if !self.force && !core.command.split_whitespace().eq(self.command.split_whitespace()) {
            bail!(
                "{shown} holds the core of another command, {}; replace it with --force, or choose another folder with \
                 --out",
                core.command
            );
        }
        Ok(Some(core))
    }
}

/// Writes files into an empty folder.
pub fn write_all(folder: &Path, files: &[File]) -> io::Result<()> {
    files.iter().try_for_each(|file| fs::write(folder.join(&file.name), &file.contents))
}

/// Whether there is nothing but what a process has left, or works with.
fn is_empty(folder: &Path) -> io::Result<bool> {
    let mut entries = fs::read_dir(folder)?;
    Ok(entries.all(|entry| entry.is_ok_and(|entry| is_ours(&entry.path()))))
}
