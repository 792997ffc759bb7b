//! The folder of a core, or of several cores of different names. Nothing of the user's in it is moved or deleted: what
//! changes are files that the manifest of the core lists, by one rename each, the manifest last.

mod apply;
mod changes;
mod core;
mod difference;
mod disk;
mod lock;
mod standing;
#[cfg(test)]
mod tests;

use super::signals;
use super::temporary::{is_ours, sweep_folder, Remains, Temporary};
use anyhow::{anyhow, bail, Context};
use changes::Changes;
use disk::{Disk, Real};
use standing::Standing;

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
    /// Whether the core of another command that has its name is replaced.
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
            folder.standing(&format!("{top}.json"), &[])?;
        }
        Ok(folder)
    }

    /// Writes a core, the manifest of which is the last of its files. Returns what was changed, and what the user has
    /// to know.
    pub fn write(&self, files: &[File]) -> anyhow::Result<(Difference, Vec<String>)> {
        self.write_on(&Real, files).with_context(|| format!("cannot write the folder {}", self.shown.display()))
    }

    /// Compares a core with what is in the folder. Changes nothing.
    pub fn compare(&self, files: &[File]) -> anyhow::Result<Difference> {
        if !self.path.is_dir() {
            return Ok(Difference::all(files));
        }
        let standing = self.standing(manifest_of(files), &Remains::in_folder(&self.path))?;
        Ok(Changes::new(&self.path, &standing, files)?.difference())
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
        let remains = Remains::in_folder(&self.path);
        let changes = Changes::new(&self.path, &self.standing(manifest_of(files), &remains)?, files)?;
        let difference = changes.difference();
        if !difference.is_empty() {
            let stage = Temporary::folder_in(&self.path)?;
            apply::apply(disk, &self.path, stage.path(), &changes)?;
        }
        // Until here they say what is to be done.
        remains.into_iter().for_each(Remains::remove);
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

    /// What the folder holds. Refuses a folder of other things, and a core that must not be replaced.
    fn standing(&self, manifest: &str, remains: &[Remains]) -> anyhow::Result<Standing> {
        let shown = self.shown.display();
        let standing =
            Standing::read(&self.path, manifest, remains).with_context(|| format!("cannot read the folder {shown}"))?;
        match &standing.core {
            None if standing.others.is_empty() && !is_empty(&self.path)? => {
                bail!("{shown} exists and holds no core of fftgen; choose another folder with --out");
            }
            Some(core) if !self.force && !core.command.split_whitespace().eq(self.command.split_whitespace()) => bail!(
                "{shown} holds the core of another command, {}; replace it with --force, or choose another folder with \
                 --out or another name with --name",
                core.command
            ),
            None | Some(_) => Ok(standing),
        }
    }
}

/// Returns the name of the manifest, which is the last of the files of a core.
fn manifest_of(files: &[File]) -> &str {
    files.last().map_or("", |manifest| &manifest.name)
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
