//! What has to change for a folder to hold a core: the new files, and what becomes of those that are there.

use super::core::Core;
use super::difference::Difference;
use super::standing::Standing;
use anyhow::{bail, Context};
use fftgen::package::File;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// One file of the new core.
pub struct Put<'a> {
    pub file: &'a File,
    /// Whether nothing has its name.
    pub fresh: bool,
    /// The name under which the file that is there is kept, where it is not as fftgen has written it.
    pub kept: Option<String>,
}

#[derive(Default)]
pub struct Changes<'a> {
    /// In the order of the files, of which the manifest is the last; those that are there already are left out.
    pub puts: Vec<Put<'a>>,
    /// Files of the old core that the new one has not, as they were written.
    pub removals: Vec<String>,
    /// The same, but edited: they stay.
    pub edited: Vec<String>,
    /// The manifest that lists the removals, of which there are some.
    pub listing: Option<String>,
}

/// What stands at a name.
enum Found {
    Nothing,
    /// A file, or a link to one, which is somebody's arrangement.
    File {
        contents: Vec<u8>,
        link: bool,
    },
    /// A link to nothing.
    Dangling,
    /// A folder or a device.
    Other,
}

impl<'a> Changes<'a> {
    /// Compares a folder with the files that it is to hold. Changes nothing.
    pub fn new(folder: &Path, standing: &Standing, files: &'a [File]) -> anyhow::Result<Self> {
        let mut changes = Changes::default();
        let old = || standing.core.iter().chain(&standing.unfinished);
        let is_old = |name: &str, contents: &[u8]| old().any(|old| old.wrote(name, contents));
        let other = |name: &str| standing.others.iter().find(|other| other.has(name));
        for file in files {
            let name = file.name.as_str();
            // Cores of a library share files, which are the same beside each.
            if let Some(other) = other(name).filter(|other| !other.wrote(name, &file.contents)) {
                bail!(
                    "{name} in it is of another core, that of {}; choose another folder with --out, or another --name",
                    other.manifest
                );
            }
            let (fresh, keep) = match found(folder, name)? {
                Found::Nothing => (true, false),
                Found::File { contents, .. } if contents == file.contents => continue,
                Found::File { contents, link } => (false, link || !is_old(name, &contents)),
                Found::Dangling => (false, true),
                Found::Other => {
                    bail!("{name} in it is no file, and the core has one of that name; move it away");
                }
            };
            let kept = keep.then(|| unused(folder, name)).transpose()?;
            changes.puts.push(Put { file, fresh, kept });
        }
        let gone: BTreeSet<&str> = old().flat_map(Core::names).collect();
        for name in gone.into_iter().filter(|name| files.iter().all(|file| file.name != *name) && other(name).is_none())
        {
            match found(folder, name)? {
                Found::File { contents, link: false } if is_old(name, &contents) => changes.removals.push(name.into()),
                Found::Nothing => {}
                _ => changes.edited.push(name.into()),
            }
        }
        let listing = standing.core.as_ref().filter(|_| !changes.removals.is_empty());
        changes.listing = listing.map(|old| old.manifest.clone());
        Ok(changes)
    }

    /// Returns the names of the files that change.
    pub fn difference(&self) -> Difference {
        let written = self.puts.iter().map(|put| put.file.name.clone()).collect();
        Difference { written, removed: self.removals.clone() }
    }

    /// What the user is told of files that were not as fftgen has written them.
    pub fn notes(&self) -> Vec<String> {
        let kept = self.puts.iter().filter_map(|put| Some((&put.file.name, put.kept.as_ref()?)));
        let kept = kept.map(|(name, kept)| format!("{name} was not as fftgen has written it; it is kept as {kept}"));
        let edited = self.edited.iter().map(|name| format!("{name}, of the core before, was edited; it stays"));
        kept.chain(edited).collect()
    }
}

fn found(folder: &Path, name: &str) -> anyhow::Result<Found> {
    let path = folder.join(name);
    let link = match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        found => found.with_context(|| name.to_string())?.is_symlink(),
    };
    match fs::metadata(&path) {
        Ok(found) if found.is_file() => {
            Ok(Found::File { contents: fs::read(&path).with_context(|| name.to_string())?, link })
        }
        Ok(_) => Ok(Found::Other),
        Err(_) if link => Ok(Found::Dangling),
        Err(error) => Err(error).with_context(|| name.to_string()),
    }
}

/// `<name>.orig`, or the first of `<name>.orig.1` and so on that nothing has.
fn unused(folder: &Path, name: &str) -> anyhow::Result<String> {
    let names = (0..).map(|count| match count {
        0 => format!("{name}.orig"),
        _ => format!("{name}.orig.{count}"),
    });
    for name in names {
        if let Found::Nothing = found(folder, &name)? {
            return Ok(name);
        }
    }
    unreachable!("numbers do not end")
}
