//! Rows in a file of JSON Lines, to which each is added when it is there.
//!
//! A process may end at any moment. What it has then written is whole lines, and perhaps the beginning of one, which
//! the next run recognizes and drops. A row belongs to a design by its key, and the last one of a key counts.

use super::super::signals;
use super::designs::Design;
use super::files::Files;
use super::row::Row;
use anyhow::Context;
use fftgen::Error;
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How each line begins.
const BEGINNING: &str = "{\"key\":\"";

type Rows = HashMap<String, Row>;

/// Rows of this run's file, which is locked as long as this is there.
pub struct Store {
    path: PathBuf,
    file: Mutex<File>,
    rows: Mutex<Rows>,
}

impl Store {
    /// Opens the file of a run, or makes it. Rows of designs that other runs have done are added to it.
    pub fn open(files: &Files, designs: &[Design]) -> anyhow::Result<Self> {
        let path = files.lines();
        let keys = keys(designs);
        let others = rows_of_others(files, &keys)?;
        let cannot = || format!("cannot write {}", path.display());
        files.make_folder()?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).with_context(cannot)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let what = format!(
                    "{}: another run writes it; wait for its end, or name other results by out",
                    path.display()
                );
                return Err(Error::Usage(what).into());
            }
            // Where a system has no locks there is none.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let (mut rows, rest) = read(&path, &keys)?;
        match rest {
            Rest::None => {}
            Rest::Whole => file.write_all(b"\n").with_context(cannot)?,
            Rest::Half { begin } => file.set_len(begin).with_context(cannot)?,
        }
        let store = Store { path, file: Mutex::new(file), rows: Mutex::default() };
        let new = others.into_iter().filter(|(key, _)| !rows.contains_key(key));
        let mut new: Vec<Row> = new.map(|(_, row)| row).collect();
        new.sort_by(|a, b| a.key.cmp(&b.key));
        new.iter().try_for_each(|row| store.append(row))?;
        rows.extend(std::mem::take(&mut *locked(&store.rows)));
        *locked(&store.rows) = rows;
        Ok(store)
    }

    /// Lists the designs that have no row, or with `retry` one with an error.
    pub fn pending<'a>(&self, designs: &'a [Design], retry: bool) -> Vec<&'a Design> {
        let (rows, mut seen) = (locked(&self.rows), HashSet::new());
        let is_done = |design: &Design| rows.get(&design.key).is_some_and(|row| !retry || row.error.is_none());
        designs.iter().filter(|design| !is_done(design) && seen.insert(&design.key)).collect()
    }

    /// Adds a row, and writes it out.
    pub fn append(&self, row: &Row) -> anyhow::Result<()> {
        let line = serde_json::to_string(row)?;
        // What is kept is what a later run reads.
        let row: Row = serde_json::from_str(&line)?;
        let mut file = locked(&self.file);
        let written = {
            let _undisturbed = signals::undisturbed();
            file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.flush())
        };
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        locked(&self.rows).insert(row.key.clone(), row);
        Ok(())
    }

    /// Returns the rows of designs, in their order.
    pub fn rows(&self, designs: &[Design]) -> Vec<Row> {
        let rows = locked(&self.rows);
        designs.iter().filter_map(|design| rows.get(&design.key).cloned()).collect()
    }
}

/// Counts the designs that have rows, and writes nothing.
pub fn done(files: &Files, designs: &[Design]) -> anyhow::Result<usize> {
    let keys = keys(designs);
    let mut rows = rows_of_others(files, &keys)?;
    if files.lines().is_file() {
        rows.extend(read(&files.lines(), &keys)?.0);
    }
    Ok(designs.iter().filter(|design| rows.contains_key(&design.key)).count())
}

fn keys(designs: &[Design]) -> HashSet<&str> {
    designs.iter().map(|design| design.key.as_str()).collect()
}

fn rows_of_others(files: &Files, keys: &HashSet<&str>) -> anyhow::Result<Rows> {
    let mut rows = Rows::new();
    for path in files.others() {
        rows.extend(read(&path, keys)?.0);
    }
    Ok(rows)
}

/// What follows the last whole line of a file.
enum Rest {
    None,
    /// A row without the end of its line.
    Whole,
    /// The beginning of a row, which begins at a byte of the file.
    Half {
        begin: u64,
    },
}

/// Reads the rows of a file that have one of the keys. Refuses a file that no sweep has written.
fn read(path: &Path, keys: &HashSet<&str>) -> anyhow::Result<(Rows, Rest)> {
    let cannot = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(cannot)?);
    let (mut rows, mut line, mut begin) = (Rows::new(), Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).with_context(cannot)?;
        let is_whole = line.ends_with(b"\n");
        if length == 0 {
            break;
        }
        match serde_json::from_slice::<Row>(&line) {
            Ok(row) => {
                if keys.contains(row.key.as_str()) {
                    rows.insert(row.key.clone(), row);
                }
                if !is_whole {
                    return Ok((rows, Rest::Whole));
                }
            }
            Err(_) if !is_whole && is_beginning(&line) => return Ok((rows, Rest::Half { begin })),
            Err(error) => {
                let what = format!(
                    "{}: line {number} is no row of a sweep ({error}); name other results by out",
                    path.display()
                );
                return Err(Error::Data(what).into());
            }
        }
        begin += length as u64;
    }
    Ok((rows, Rest::None))
}

/// Whether a row begins so.
fn is_beginning(line: &[u8]) -> bool {
    line.starts_with(BEGINNING.as_bytes()) || BEGINNING.as_bytes().starts_with(line)
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
