//! Files and folders of this process that are gone when it ends: by itself, with an error, or by a signal.
//!
//! Each temporary is a folder with a file that its process holds locked. The system releases the lock however the
//! process ends, also in another container and on another computer, where numbers of processes say nothing. So what a
//! process that was killed has left is known by a lock that can be had, and a later process sweeps it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Beginning of the names of temporaries. Random letters and digits follow.
const PREFIX: &str = ".fftgen-";

/// Number of the letters and digits.
const RANDOM: usize = 6;

/// Name of the locked file of a temporary.
const LOCK: &str = ".lock";

/// Name of the file in a temporary that is for one file.
const FILE: &str = "file";

/// Most tries to create a temporary, of which another process may take one that is not locked yet for dead.
const TRIES: usize = 100;

/// All temporaries that exist now: their paths, and what is removed.
static ALL: Mutex<Vec<(PathBuf, Extent)>> = Mutex::new(Vec::new());

/// What is removed with a temporary.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    /// The folder with all that is in it.
    Whole,
    /// The folder, if nothing is in it.
    Empty,
}

/// Folder that is removed when this value is dropped.
pub struct Temporary {
    path: PathBuf,
    /// What says that the process is alive.
    _lock: Option<File>,
}

impl Temporary {
    /// Creates a folder within a folder. Temporaries of dead processes in it are removed.
    pub fn folder_in(parent: &Path) -> io::Result<Self> {
        sweep_folder(parent);
        let mut all = all();
        for _ in 0..TRIES {
            let made = tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).tempdir_in(parent);
            let path = made.map_err(without_path)?.keep();
            match File::options().write(true).create(true).truncate(false).open(path.join(LOCK)) {
                Ok(lock) => {
                    if let Some(lock) = locked(lock, &path) {
                        return Ok(Self::registered(path, Extent::Whole, Some(lock), &mut all));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let _ = remove(&path, Extent::Empty);
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("each new temporary folder in it was taken away"))
    }

    /// Creates a folder for external programs to work in.
    pub fn workshop() -> io::Result<Self> {
        Self::folder_in(&std::env::temp_dir())
    }

    /// Creates a file in a temporary folder within a folder.
    pub fn file_in(parent: &Path) -> io::Result<(File, Self)> {
        let folder = Self::folder_in(parent)?;
        Ok((File::create_new(folder.path.join(FILE))?, folder))
    }

    /// Creates the missing folders on a path. A folder stays if something is put into it.
    pub fn parents(path: &Path) -> io::Result<Vec<Self>> {
        let mut missing: Vec<&Path> = path.ancestors().take_while(|folder| !folder.is_dir()).collect();
        missing.reverse();
        let mut all = all();
        let mut made = Vec::new();
        for folder in missing {
            match fs::create_dir(folder) {
                Ok(()) => made.push(Self::registered(folder.to_path_buf(), Extent::Empty, None, &mut all)),
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

    fn registered(path: PathBuf, extent: Extent, lock: Option<File>, all: &mut Vec<(PathBuf, Extent)>) -> Self {
        all.push((path.clone(), extent));
        Temporary { path, _lock: lock }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its final name, and replaces a file of that name.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        let _all = all();
        fs::rename(self.path.join(FILE), path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut all = all();
        if let Some(place) = all.iter().position(|(path, _)| *path == self.path) {
            let (path, extent) = all.swap_remove(place);
            let _ = remove(&path, extent);
        }
    }
}

/// Removes all temporaries before the process ends. A thread that creates or drops a temporary afterwards is blocked by
/// the guard.
#[cfg(unix)]
pub fn remove_all() -> MutexGuard<'static, impl Sized> {
    let all = all();
    for (path, extent) in all.iter().rev() {
        // A program may still be writing into the folder.
        for _ in 0..50 {
            match remove(path, *extent) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && *extent == Extent::Whole => {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                }
                _ => break,
            }
        }
    }
    all
}

/// Temporary of a dead process. Nobody else removes it as long as this value is there.
pub struct Remains {
    path: PathBuf,
    _lock: File,
}

impl Remains {
    /// Finds the temporaries of dead processes in a folder.
    pub fn in_folder(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| Remains::at(entry.path())).collect()
    }

    fn at(path: PathBuf) -> Option<Self> {
        if !is_ours(&path) || !fs::symlink_metadata(&path).ok()?.is_dir() {
            return None;
        }
        match File::options().write(true).open(path.join(LOCK)) {
            Ok(lock) => {
                lock.try_lock().ok()?;
                // Another process may have removed it before this one had the lock.
                path.join(LOCK).exists().then_some(Remains { path, _lock: lock })
            }
            Err(error) => {
                if error.kind() == io::ErrorKind::NotFound {
                    // One that was killed before it could lock anything has left an empty folder.
                    let _ = remove(&path, Extent::Empty);
                }
                None
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn remove(self) {
        let _ = remove(&self.path, Extent::Whole);
    }
}

/// Removes the temporaries of dead processes from a folder.
pub fn sweep_folder(folder: &Path) {
    Remains::in_folder(folder).into_iter().for_each(Remains::remove);
}

/// Returns whether an entry of a folder has the name of a temporary.
pub fn is_ours(path: &Path) -> bool {
    let random = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(PREFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn all() -> MutexGuard<'static, Vec<(PathBuf, Extent)>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks the file of a new temporary. `None` if another process has taken the folder for a dead one's. Where a system
/// has no locks the file stays unlocked, and no process can lock it and take it away.
fn locked(lock: File, path: &Path) -> Option<File> {
    let is_free = !matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
    (is_free && path.join(LOCK).exists()).then_some(lock)
}

fn remove(path: &Path, extent: Extent) -> io::Result<()> {
    match extent {
        Extent::Whole => fs::remove_dir_all(path),
        Extent::Empty => fs::remove_dir(path),
    }
}

/// Returns the error without the name of the temporary, which does not help the user.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Folders by another spelling of their parent, with the lock held, free and missing, and what is no temporary.
    #[test]
    fn what_dead_processes_have_left_is_swept_and_nothing_else() {
        let here = tempfile::tempdir().unwrap();
        let other_spelling = here.path().join("sub/..");
        fs::create_dir(here.path().join("sub")).unwrap();
        let names = [
            (".fftgen-aaaaaa/.lock", false),
            (".fftgen-bbbbbb/work", true),
            (".fftgen-cccccc", true),
            (".fftgen-notes-of-mine/.lock", true),
            ("notes", true),
        ];
        for (name, _) in &names {
            let path = here.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::create_dir(here.path().join(".fftgen-dddddd")).unwrap();
        let mine = Temporary::folder_in(here.path()).unwrap();
        fs::write(mine.path().join("work"), "").unwrap();
        // This process has no more right to its own than another one has.
        let other = Temporary::folder_in(&other_spelling).unwrap();
        for (name, stays) in names {
            assert_eq!(here.path().join(name).exists(), stays, "{name}");
        }
        assert!(!here.path().join(".fftgen-dddddd").exists());
        assert!(mine.path().join("work").is_file() && other.path().is_dir());
    }

    #[test]
    fn temporaries_at_once_are_not_taken_for_dead() {
        let here = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let (_, pending) = Temporary::file_in(here.path()).unwrap();
                        pending.persist(&here.path().join("out")).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
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
