//! Changes made one after the other, so that every file is old or new in whole whatever fails.

use super::changes::{Changes, Put};
use super::disk::Disk;
use crate::cli::signals;
use anyhow::anyhow;
use std::path::Path;

/// Name of the manifest of the core before, in the stage. There are files to remove that only this manifest lists.
const BEFORE: &str = ".before.json";

/// Makes the changes in a folder, by way of an empty one on the same disk.
///
/// All new files are written there first, so that a full disk is found out before anything is replaced. The manifests
/// in the stage say what is to be done to the end, if this process is killed.
pub fn apply(disk: &impl Disk, folder: &Path, stage: &Path, changes: &Changes) -> anyhow::Result<()> {
    for put in &changes.puts {
        let name = &put.file.name;
        disk.write(&stage.join(name), &put.file.contents)
            .map_err(|error| anyhow!("{name}: {error}; the folder is as it was"))?;
    }
    if let Some(listing) = &changes.listing {
        disk.keep(&folder.join(listing), &stage.join(BEFORE), &stage.join(".kept"))
            .map_err(|error| anyhow!("{listing}: {error}; the folder is as it was"))?;
    }
    let _undisturbed = signals::undisturbed();
    for (done, put) in changes.puts.iter().enumerate() {
        if let Err(error) = replace(disk, folder, stage, put) {
            return Err(anyhow!("{}: {error}; {}", put.file.name, undo(disk, folder, &changes.puts[..done])));
        }
    }
    let failed = changes.removals.iter().filter_map(|name| Some((name, disk.remove(&folder.join(name)).err()?)));
    let failed: Vec<String> = failed.map(|(name, error)| format!("{name} ({error})")).collect();
    match failed.is_empty() {
        true => Ok(()),
        false => Err(anyhow!(
            "the new core is there as a whole; files of the one before could not be removed: {}",
            failed.join(", ")
        )),
    }
}

/// Puts one file into its place.
fn replace(disk: &impl Disk, folder: &Path, stage: &Path, put: &Put) -> std::io::Result<()> {
    let (new, path) = (stage.join(&put.file.name), folder.join(&put.file.name));
    let Some(kept) = put.kept.as_ref().map(|kept| folder.join(kept)) else { return disk.rename(&new, &path) };
    disk.keep(&path, &kept, &stage.join(".kept"))?;
    disk.rename(&new, &path).inspect_err(|_| {
        // The file still has its own name.
        let _ = disk.remove(&kept);
    })
}

/// Removes again what is new altogether, and says what is where then.
fn undo(disk: &impl Disk, folder: &Path, done: &[Put]) -> String {
    let (fresh, replaced): (Vec<&Put>, Vec<&Put>) = done.iter().partition(|put| put.fresh);
    let added = fresh.into_iter().filter(|put| disk.remove(&folder.join(&put.file.name)).is_err());
    let shown = |put: &Put| match &put.kept {
        Some(kept) => format!("{} (the one before is {kept})", put.file.name),
        None => put.file.name.clone(),
    };
    let new: Vec<String> = added.chain(replaced).map(shown).collect();
    match new.is_empty() {
        true => "the folder is as it was".into(),
        false => format!(
            "the folder holds the new {}, and all other files as they were; run the command again",
            new.join(", ")
        ),
    }
}
