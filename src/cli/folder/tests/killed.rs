//! What the next run makes of what a killed one has left.

use super::{core, folder, new, prepared, tree, USERS};
use crate::cli::folder::core::Core;
use crate::cli::folder::disk::{Disk, Real};
use fftgen::package::File;
use std::cell::Cell;
use std::path::Path;
use std::{fs, io};

/// Copies the folders before an operation, which is what a process leaves that is killed there.
struct Watching<'a> {
    at: usize,
    done: Cell<usize>,
    from: &'a Path,
    to: &'a Path,
}

impl Watching<'_> {
    fn step(&self) {
        if self.done.replace(self.done.get() + 1) == self.at {
            for (name, text) in tree(self.from) {
                match name.strip_suffix('/') {
                    Some(folder) => fs::create_dir_all(self.to.join(folder)).unwrap(),
                    None => {
                        fs::create_dir_all(self.to.join(&name).parent().unwrap()).unwrap();
                        fs::write(self.to.join(name), text).unwrap();
                    }
                }
            }
        }
    }
}

impl Disk for Watching<'_> {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step();
        Real.create_folder(path)
    }

    fn write(&self, path: &Path, contents: &[u8]) -> io::Result<()> {
        self.step();
        Real.write(path, contents)
    }

    fn keep(&self, path: &Path, second: &Path, spare: &Path) -> io::Result<()> {
        self.step();
        Real.keep(path, second, spare)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step();
        Real.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step();
        Real.remove(path)
    }
}

/// The next run is that of the same command, of another one for the same core, or of a core beside it.
#[test]
fn the_next_run_ends_what_a_killed_one_began() {
    let nexts = [
        ("fftgen new", new("fftgen new")),
        ("fftgen third", core("fftgen third", &[("a", "third a"), ("b", "third b")])),
        ("fftgen beside", core("fftgen beside", &[("z", "z")])),
    ];
    let users =
        |name: &str| name.contains(".orig") || name.ends_with('/') || USERS.iter().any(|(user, _)| *user == name);
    for (command, next) in nexts {
        for at in 0.. {
            let (here, left) = (prepared().0, tempfile::tempdir().unwrap());
            let disk = Watching { at, done: Cell::new(0), from: here.path(), to: left.path() };
            folder(&here.path().join("core"), "fftgen new").write_on(&disk, &new("fftgen new")).unwrap();
            if disk.done.get() <= at {
                assert!(at > 10);
                break;
            }
            let path = left.path().join("core");
            folder(&path, command).write(&next).unwrap();
            let after = tree(&path);
            assert!(USERS.iter().all(|(_, text)| after.values().any(|found| found == text)), "{at}: {after:?}");
            // Each file is the user's or is listed.
            let cores = Core::all(&path).unwrap();
            let unlisted = after.keys().filter(|name| !users(name) && cores.iter().all(|core| !core.has(name)));
            assert_eq!(unlisted.collect::<Vec<_>>(), Vec::<&String>::new(), "{command} after {at}");
            let contents = |file: &File| after[&file.name].as_bytes() == file.contents;
            assert!(next.iter().all(contents), "{command} after {at}: {after:?}");
        }
    }
}
