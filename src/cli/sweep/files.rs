//! Files of a sweep's results, which lie beside each other.

use super::super::args::Sweep;
use super::super::output::Output;
use super::definition::Definition;
use super::table::FIRST;
use anyhow::Context;
use fftgen::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Name of results in a folder of their own.
const RESULTS: &str = "results";

/// Name of results of standard input.
const UNNAMED: &str = "sweep";

/// Names of the files.
pub struct Files {
    /// Name of the whole sweep without endings, with its folder.
    whole: PathBuf,
    /// Name of the part that this run does, which is the whole where it is no shard.
    part: PathBuf,
}

impl Files {
    /// Returns the names of what the flags ask for.
    pub fn new(args: &Sweep, definition: &Definition) -> Self {
        let asked = args.out.as_ref().or(definition.out.as_ref());
        let whole = match asked {
            Some(out) if out.is_dir() || out.as_os_str().to_string_lossy().ends_with('/') => out.join(RESULTS),
            Some(out) => out.clone(),
            None if args.file == Path::new("-") => PathBuf::from(UNNAMED),
            None => args.file.with_extension(""),
        };
        let part = match args.shard {
            Some(shard) => with(&whole, &format!("{}{}-of-{}", SHARD, shard.index, shard.count)),
            None => whole.clone(),
        };
        Files { whole, part }
    }

    /// Returns the names of results whose beginning is given.
    pub fn named(whole: &Path) -> Self {
        Files { whole: whole.into(), part: whole.into() }
    }

    /// Rows as they come.
    pub fn lines(&self) -> PathBuf {
        with(&self.part, LINES)
    }

    /// Rows in the order of the designs.
    pub fn table(&self) -> PathBuf {
        with(&self.part, ".csv")
    }

    /// Script of a launcher.
    pub fn script(&self, launcher: &str) -> PathBuf {
        with(&self.whole, &format!(".{launcher}.sh"))
    }

    /// Output of a task of a launcher, which `task` stands for.
    pub fn log(&self, launcher: &str, task: &str) -> PathBuf {
        with(&self.whole, &format!(".{launcher}-{task}.log"))
    }

    /// Name without endings.
    pub fn name(&self) -> String {
        self.whole.file_name().unwrap_or(OsStr::new(UNNAMED)).to_string_lossy().into_owned()
    }

    /// Absolute name of the results, without endings.
    pub fn absolute(&self) -> std::io::Result<PathBuf> {
        std::path::absolute(&self.whole)
    }

    /// Lists the files of lines of other runs: of shards, and for a shard that of the whole.
    pub fn others(&self) -> Vec<PathBuf> {
        let beginning = format!("{}{SHARD}", self.name());
        let entries = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let is_shard = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with(&beginning) && name.ends_with(LINES)
        };
        let mut others: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_shard).collect();
        others.push(with(&self.whole, LINES));
        others.retain(|path| path.is_file() && path.file_name() != self.lines().file_name());
        others.sort();
        others
    }

    /// Makes the folder of the results.
    pub fn make_folder(&self) -> anyhow::Result<()> {
        let folder = self.folder();
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))
    }

    /// Refuses to replace a table that no sweep has written.
    pub fn check_table(&self) -> anyhow::Result<()> {
        let path = self.table();
        let Ok(mut file) = File::open(&path) else { return Ok(()) };
        let mut first = [0; FIRST.len()];
        match file.read_exact(&mut first).is_ok() && first == *FIRST.as_bytes() {
            true => Ok(()),
            false => Err(Error::Usage(format!(
                "{}: this is no table of a sweep, and is not replaced; name other results by out",
                path.display()
            ))
            .into()),
        }
    }

    /// Writes the table as a whole.
    pub fn write_table(&self, text: &str) -> anyhow::Result<()> {
        let path = self.table();
        let mut table = Output::create(&path)?;
        table.write(text.as_bytes())?;
        table.finish()
    }

    fn folder(&self) -> PathBuf {
        let folder = self.whole.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_path_buf()
    }
}

/// What stands before the numbers of a shard.
const SHARD: &str = ".shard-";

const LINES: &str = ".jsonl";

/// Returns a name with an ending more.
fn with(name: &Path, ending: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
