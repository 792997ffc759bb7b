//! What is done to a folder, an operation at a time.

use std::path::Path;
use std::{fs, io};

/// The operations, each of which may fail.
pub trait Disk {
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Writes a new file, as far as the disk itself.
    fn write(&self, path: &Path, contents: &[u8]) -> io::Result<()>;

    /// Gives a file a second name, which nothing has; `spare` is a third one for the time of that.
    fn keep(&self, path: &Path, second: &Path, spare: &Path) -> io::Result<()>;

    /// Gives a file or a folder another name, in place of a file that has it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    fn remove(&self, path: &Path) -> io::Result<()>;
}

/// The disk of this computer.
pub struct Real;

impl Disk for Real {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn write(&self, path: &Path, contents: &[u8]) -> io::Result<()> {
        let mut file = fs::File::create_new(path)?;
        io::Write::write_all(&mut file, contents)?;
        file.sync_all()
    }

    fn keep(&self, path: &Path, second: &Path, spare: &Path) -> io::Result<()> {
        match fs::hard_link(path, second) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                // The file system has one name for a file.
                fs::copy(path, spare)?;
                fs::rename(spare, second)
            }
            done => done,
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}
