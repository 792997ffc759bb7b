//! Files and folders of this process that are gone when it ends: by itself, with an error, or by a signal.
//!
//! Their names say whose they are, so that those of a process that was killed are swept by a later one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, process};

/// Beginning of the names of temporaries. The number of the process follows.
const PREFIX: &str = ".fftgen-";

/// Paths of all temporaries that exist now.
static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// File or folder that is removed when this value is dropped.
pub struct Temporary(PathBuf);

impl Temporary {
    /// Creates a folder within a folder. Temporaries of dead processes in it are removed.
    pub fn folder_in(parent: &Path) -> io::Result<Self> {
        let mut all = all();
        sweep(parent, &all);
        let made = tempfile::Builder::new().prefix(&prefix()).tempdir_in(parent).map_err(without_path)?;
        Ok(Self::registered(made.keep(), &mut all))
    }

    /// Creates a folder for external programs to work in.
    pub fn workshop() -> io::Result<Self> {
        Self::folder_in(&std::env::temp_dir())
    }

    /// Creates a file within a folder. Temporaries of dead processes in it are removed.
    pub fn file_in(parent: &Path) -> io::Result<(File, Self)> {
        let mut all = all();
        sweep(parent, &all);
        let prefix = prefix();
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let (file, path) = builder.tempfile_in(parent).map_err(without_path)?.keep().map_err(|failed| failed.error)?;
        Ok((file, Self::registered(path, &mut all)))
    }

    /// Creates the missing folders on a path. A folder stays if something is put into it.
    pub fn parents(path: &Path) -> io::Result<Vec<Self>> {
        let mut missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.is_dir()).collect();
        missing.reverse();
        let mut all = all();
        let mut made = Vec::new();
        for folder in missing {
            match fs::create_dir(folder) {
                Ok(()) => made.push(Self::registered(folder.to_path_buf(), &mut all)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => {
                    drop(all);
                    return Err(error);
                }
            }
        }
        // The innermost is removed first.
        made.reverse();
        Ok(made)
    }

    fn registered(path: PathBuf, all: &mut Vec<PathBuf>) -> Self {
        all.push(path.clone());
        Temporary(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Gives the file its final name, and replaces a file of that name.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        let _all = all();
        fs::rename(&self.0, path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut all = all();
        let _ = remove(&self.0);
        all.retain(|path| *path != self.0);
    }
}

/// Removes all temporaries before the process ends. A thread that creates or drops a temporary afterwards is blocked by
/// the guard.
pub fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let all = all();
    for path in all.iter().rev() {
        // A program may still be writing into the folder.
        for _ in 0..50 {
            match remove(path) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && is_ours(path) => {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                }
                _ => break,
            }
        }
    }
    all
}

/// Removes the temporaries of dead processes from a folder.
pub fn sweep_folder(folder: &Path) {
    sweep(folder, &all());
}

/// Returns whether an entry of a folder is a temporary of some process.
pub fn is_ours(path: &Path) -> bool {
    owner(path).is_some()
}

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn prefix() -> String {
    format!("{PREFIX}{}-", process::id())
}

/// Returns the number of the process in a name.
fn owner(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_prefix(PREFIX)?.split_once('-')?.0.parse().ok()
}

fn sweep(folder: &Path, current: &[PathBuf]) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let stale = |owner: u32| match owner == process::id() {
            // Another process had the same number.
            true => !current.contains(&path),
            false => is_dead(owner),
        };
        if owner(&path).is_some_and(stale) {
            let _ = remove(&path);
        }
    }
}

/// Removes a temporary. A folder of another name is one of the parents, and is removed only if it is empty.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path)?.is_dir() {
        true if is_ours(path) => fs::remove_dir_all(path),
        true => fs::remove_dir(path),
        false => fs::remove_file(path),
    }
}

#[cfg(unix)]
fn is_dead(process: u32) -> bool {
    let number = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    number.is_some_and(|number| rustix::process::test_kill_process(number) == Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_dead(_process: u32) -> bool {
    false
}

/// Returns the error without the name of the temporary, which does not help the user.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dead_processes_have_left_is_swept_and_nothing_else() {
        let here = tempfile::tempdir().unwrap();
        let dead = {
            let mut child = process::Command::new("true").spawn().unwrap();
            child.wait().unwrap();
            child.id()
        };
        let names = [
            (format!("{PREFIX}{dead}-abc/core"), false),
            (format!("{PREFIX}{}-abc", process::id()), false),
            (format!("{PREFIX}1-abc"), true),
            (format!("{PREFIX}x7Gh2k"), true),
            (format!("{PREFIX}notes-of-mine"), true),
            ("notes".to_string(), true),
        ];
        for (name, _) in &names {
            let path = here.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let mine = Temporary::folder_in(here.path()).unwrap();
        let other = Temporary::folder_in(here.path()).unwrap();
        for (name, stays) in &names {
            assert_eq!(here.path().join(name).exists(), *stays, "{name}");
        }
        assert!(mine.path().is_dir() && other.path().is_dir());
    }

    #[test]
    fn parents_stay_where_something_is_in_them() {
        let here = tempfile::tempdir().unwrap();
        let path = here.path().join("a/b");
        drop(Temporary::parents(&path).unwrap());
        assert!(!here.path().join("a").exists());
        let parents = Temporary::parents(&path).unwrap();
        fs::write(here.path().join("a/mine"), "").unwrap();
        drop(parents);
        assert!(!path.exists() && here.path().join("a/mine").exists());
    }
}
