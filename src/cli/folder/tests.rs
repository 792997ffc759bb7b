//! Folders whose operations fail, one after the other, and what is in them then.

mod killed;

use super::disk::{Disk, Real};
use super::Folder;
use fftgen::package::{File, SCHEMA};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Fails from one operation on: that one alone, or all that follow too. A write that fails has written a half.
struct Failing {
    at: usize,
    lasts: bool,
    done: Cell<usize>,
}

impl Failing {
    fn step(&self, half: impl FnOnce()) -> io::Result<()> {
        let step = self.done.replace(self.done.get() + 1);
        if step == self.at || (self.lasts && step > self.at) {
            half();
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        Ok(())
    }
}

impl Disk for Failing {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| ())?;
        Real.create_folder(path)
    }

    fn write(&self, path: &Path, contents: &[u8]) -> io::Result<()> {
        self.step(|| fs::write(path, &contents[..contents.len() / 2]).unwrap())?;
        Real.write(path, contents)
    }

    fn keep(&self, path: &Path, second: &Path, spare: &Path) -> io::Result<()> {
        self.step(|| ())?;
        Real.keep(path, second, spare)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|| ())?;
        Real.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(|| ())?;
        Real.remove(path)
    }
}

/// A core of some files; the manifest has the name of the first, and lists all.
fn core(command: &str, files: &[(&str, &str)]) -> Vec<File> {
    let file = |(name, text): &(&str, &str)| File { name: name.to_string(), contents: text.as_bytes().to_vec() };
    let mut core: Vec<File> = files.iter().map(file).collect();
    let listed = |file: &File| {
        let digest: String = Sha256::digest(&file.contents).iter().map(|byte| format!("{byte:02x}")).collect();
        serde_json::json!({ "name": file.name, "sha256": digest })
    };
    let listed: Vec<_> = core.iter().map(listed).collect();
    let manifest = serde_json::json!({ "schema": SCHEMA, "command": command, "files": listed });
    core.push(file(&(&format!("{}.json", files[0].0), &manifest.to_string())));
    core
}

fn old() -> Vec<File> {
    core(
        "fftgen old",
        &[("a", "old a"), ("README", "old readme"), ("b", "old b"), ("gone", "old"), ("gone too", "old")],
    )
}

fn new(command: &str) -> Vec<File> {
    core(
        command,
        &[("a", "the new a"), ("README", "the new readme"), ("b", "the new b"), ("more", "new"), ("taken", "new")],
    )
}

/// A folder `core` that holds the old core, an edited file among it, and files of the user's.
fn prepared() -> (tempfile::TempDir, PathBuf) {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("core");
    fs::create_dir_all(path.join("mine/deep")).unwrap();
    old().iter().for_each(|file| fs::write(path.join(&file.name), &file.contents).unwrap());
    for (name, text) in USERS {
        fs::write(path.join(name), text).unwrap();
    }
    (here, path)
}

/// The second and the third have names of files of the new core, and one of these is kept already.
const USERS: [(&str, &str); 6] = [
    ("notes", "years of work"),
    ("README", "the old readme, and a remark"),
    ("taken", "mine"),
    ("README.orig", "an earlier remark"),
    ("mine/deep/thesis", "more years"),
    ("gone too", "edited"),
];

fn folder(path: &Path, command: &'static str) -> Folder<'static> {
    Folder { shown: "core".into(), path: path.to_path_buf(), command, force: true }
}

/// All files under a folder by their names in it.
fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name().into_string().unwrap())).unwrap();
        if path.is_dir() {
            found.insert(name.clone() + "/", String::new());
            found.extend(tree(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else {
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[test]
fn a_core_is_replaced_beside_the_files_of_others() {
    let (here, path) = prepared();
    let (difference, notes) = folder(&path, "fftgen new").write(&new("fftgen new")).unwrap();
    assert!(!difference.is_empty());
    insta::assert_snapshot!(notes.join("\n"), @r"
    README was not as fftgen has written it; it is kept as README.orig.1
    taken was not as fftgen has written it; it is kept as taken.orig
    gone too, of the core before, was edited; it stays
    ");
    let mut wanted: BTreeMap<String, String> =
        [("mine/", ""), ("mine/deep/", "")].map(|(a, b)| (a.into(), b.into())).into();
    wanted.extend(USERS.map(|(name, text)| (name.into(), text.into())));
    for (name, kept) in [("README", "README.orig.1"), ("taken", "taken.orig")] {
        let text = wanted.remove(name).unwrap();
        wanted.insert(kept.into(), text);
    }
    wanted.extend(new("fftgen new").into_iter().map(|file| (file.name, String::from_utf8(file.contents).unwrap())));
    assert_eq!(tree(&path), wanted);
    assert_eq!(tree(here.path()).len(), wanted.len() + 1);
    // Once more there is nothing to do.
    assert_eq!(folder(&path, "fftgen new").write(&new("fftgen new")).unwrap(), Default::default());
    assert_eq!(tree(&path), wanted);
}

/// Every operation fails in turn, alone and with all that follow.
#[test]
fn whatever_fails_every_file_is_old_or_new_and_every_file_of_the_users_is_there() {
    let mut messages = Vec::new();
    for lasts in [false, true] {
        for at in 0.. {
            let (here, path) = prepared();
            let before = tree(&path);
            let disk = Failing { at, lasts, done: Cell::new(0) };
            let done = folder(&path, "fftgen new").write_on(&disk, &new("fftgen new"));
            let after = tree(&path);
            for (name, text) in USERS {
                let is_there = |name: &str| after.get(name).is_some_and(|found| found == text);
                let kept = [format!("{name}.orig"), format!("{name}.orig.1")];
                assert!(is_there(name) || kept.iter().any(|kept| is_there(kept)), "{at}: {name}: {after:?}");
            }
            let files = new("fftgen new");
            let new: BTreeMap<_, _> = files.iter().cloned().map(|file| (file.name, file.contents)).collect();
            for (name, text) in before.iter().filter(|(name, _)| new.contains_key(*name)) {
                assert!(after[name] == *text || after[name].as_bytes() == new[name], "{at}: {name}: {:?}", after[name]);
            }
            assert!(!tree(here.path()).keys().any(|name| name.contains(".fftgen-")), "{at}: {after:?}");
            let Err(error) = done else {
                assert!(at >= disk.done.get());
                break;
            };
            let message = format!("{error:#}");
            if message.contains("as it was") {
                let mut after = after.clone();
                if lasts {
                    // Not even a second name can be taken away again.
                    after.retain(|name, _| before.contains_key(name) || !name.contains(".orig"));
                }
                assert_eq!(after, before, "{at}: {message}");
            }
            messages.push(message);
            // The same command goes on from there.
            folder(&path, "fftgen new").write(&files).unwrap();
            let after = tree(&path);
            assert!(new.iter().all(|(name, contents)| after[name].as_bytes() == contents), "{at}: {after:?}");
            assert!(USERS.iter().all(|(_, text)| after.values().any(|found| found == text)), "{at}: {after:?}");
        }
    }
    messages.sort();
    messages.dedup();
    insta::assert_snapshot!(messages.join("\n"), @r"
    README: no storage space; the folder holds the new a, and all other files as they were; run the command again
    README: no storage space; the folder is as it was
    a.json: no storage space; the folder holds the new a, README (the one before is README.orig.1), b, taken (the one before is taken.orig), and all other files as they were; run the command again
    a.json: no storage space; the folder holds the new more, a, README (the one before is README.orig.1), b, taken (the one before is taken.orig), and all other files as they were; run the command again
    a.json: no storage space; the folder is as it was
    a: no storage space; the folder is as it was
    b: no storage space; the folder holds the new a, README (the one before is README.orig.1), and all other files as they were; run the command again
    b: no storage space; the folder is as it was
    more: no storage space; the folder holds the new a, README (the one before is README.orig.1), b, and all other files as they were; run the command again
    more: no storage space; the folder is as it was
    taken: no storage space; the folder holds the new a, README (the one before is README.orig.1), b, and all other files as they were; run the command again
    taken: no storage space; the folder holds the new more, a, README (the one before is README.orig.1), b, and all other files as they were; run the command again
    taken: no storage space; the folder is as it was
    the new core is there as a whole; files of the one before could not be removed: gone (no storage space)
    ");
}

/// The folder is new: it is there as a whole or not at all, and so are its parents.
#[test]
fn a_new_folder_is_whole_or_not_there() {
    for lasts in [false, true] {
        for at in 0.. {
            let here = tempfile::tempdir().unwrap();
            let path = here.path().join("a/b/core");
            let disk = Failing { at, lasts, done: Cell::new(0) };
            match folder(&path, "fftgen new").write_on(&disk, &new("fftgen new")) {
                Err(_) => assert_eq!(tree(here.path()), BTreeMap::new(), "{at}"),
                Ok(_) => {
                    assert_eq!(tree(&path).len(), new("").len());
                    assert_eq!(tree(here.path()).len(), new("").len() + 3);
                    break;
                }
            }
        }
    }
}

/// A folder that was empty is empty again, so that the next try is not refused.
#[test]
fn an_empty_folder_is_empty_again() {
    for at in 0..new("").len() * 2 {
        let here = tempfile::tempdir().unwrap();
        let disk = Failing { at, lasts: false, done: Cell::new(0) };
        folder(here.path(), "fftgen new").write_on(&disk, &new("fftgen new")).unwrap_err();
        assert_eq!(tree(here.path()), BTreeMap::new(), "{at}");
    }
}

#[test]
fn what_is_no_file_is_left_alone() {
    let (_here, path) = prepared();
    fs::create_dir(path.join("more")).unwrap();
    let before = tree(&path);
    let refused = folder(&path, "fftgen new").write(&new("fftgen new")).unwrap_err();
    assert!(format!("{refused:#}").contains("more in it is no file"), "{refused:#}");
    assert_eq!(tree(&path), before);
}

#[cfg(unix)]
#[test]
fn a_link_is_kept_and_its_target_untouched() {
    let (here, path) = prepared();
    let target = here.path().join("elsewhere");
    fs::rename(path.join("a"), &target).unwrap();
    std::os::unix::fs::symlink(&target, path.join("a")).unwrap();
    std::os::unix::fs::symlink("nowhere", path.join("more")).unwrap();
    folder(&path, "fftgen new").write(&new("fftgen new")).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "old a");
    assert_eq!(fs::read_link(path.join("a.orig")).unwrap(), target);
    assert_eq!(fs::read_link(path.join("more.orig")).unwrap(), Path::new("nowhere"));
    assert_eq!(fs::read_to_string(path.join("a")).unwrap(), "the new a");
}

#[test]
fn a_manifest_says_nothing_of_other_folders() {
    let (here, path) = prepared();
    let outside = here.path().join("outside");
    fs::write(&outside, "mine").unwrap();
    let digest: String = Sha256::digest("mine").iter().map(|byte| format!("{byte:02x}")).collect();
    let manifest = serde_json::json!({ "schema": SCHEMA, "command": "fftgen old", "files": [
        { "name": "../outside", "sha256": digest }, { "name": outside, "sha256": digest }, { "name": "mine/..", "sha256": digest },
    ] });
    fs::write(path.join("a.json"), manifest.to_string()).unwrap();
    folder(&path, "fftgen new").write(&new("fftgen new")).unwrap();
    assert_eq!(fs::read_to_string(&outside).unwrap(), "mine");
}

#[test]
fn the_core_of_another_command_is_replaced_by_force_only() {
    let (_here, path) = prepared();
    let asked = |command: &'static str, force, files: &[File]| Folder { force, ..folder(&path, command) }.write(files);
    let refused = asked("fftgen new", false, &new("fftgen new")).unwrap_err();
    assert!(refused.to_string().contains("cannot write"), "{refused}");
    let refused = format!("{refused:#}");
    assert!(refused.contains("another command, fftgen old;") && refused.contains("--force"), "{refused}");
    asked("fftgen  old", false, &old()).unwrap();
    asked("fftgen new", true, &new("fftgen new")).unwrap();
    // A core of another name has its place beside it, unless a file of it is one of the other core.
    let before = tree(&path);
    let third = core("fftgen third", &[("d", "d"), ("README", "of d")]);
    let refused = format!("{:#}", asked("fftgen third", true, &third).unwrap_err());
    assert!(refused.contains("README in it is of another core, that of a.json"), "{refused}");
    let other = core("fftgen other", &[("c", "c"), ("c.md", "of c")]);
    asked("fftgen other", false, &other).unwrap();
    let mut wanted = before;
    wanted.extend(other.iter().map(|file| (file.name.clone(), String::from_utf8(file.contents.clone()).unwrap())));
    assert_eq!(tree(&path), wanted);
    asked("fftgen new", false, &new("fftgen new")).unwrap();
    assert_eq!(tree(&path), wanted);
}

#[test]
fn writers_at_once_wait_for_each_other() {
    for existing in [false, true] {
        let here = tempfile::tempdir().unwrap();
        let path = here.path().join("a/core");
        if existing {
            fs::create_dir_all(&path).unwrap();
        }
        std::thread::scope(|scope| {
            let writers: Vec<_> =
                (0..16).map(|_| scope.spawn(|| folder(&path, "fftgen new").write(&new("fftgen new")))).collect();
            for writer in writers {
                assert_eq!(writer.join().unwrap().unwrap().1, Vec::<String>::new());
            }
        });
        assert_eq!(tree(here.path()).len(), new("").len() + 2);
    }
}
