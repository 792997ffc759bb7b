//! Making cores: planned, built, checked, and written or compared.

use super::figures::Figures;
use super::folder::{Difference, Folder};
use super::job::Job;
use super::kinds::Core;
use super::progress::Progress;
use super::verbosity::detail;
use fftgen::package::{Companions, File, Language, PageRequest, Request};
use fftgen::Error;
use std::path::PathBuf;

/// What is done with the files of a core.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Writes them.
    Write,
    /// Says which would be written.
    DryRun,
    /// Fails where they differ from those in the folder.
    Check,
}

/// Core whose files are made, and what became of them.
pub struct Made {
    pub name: String,
    pub title: String,
    /// Rows of the summary.
    pub rows: Vec<(&'static str, String)>,
    pub figures: Figures,
    /// Folder as the user wrote it.
    pub folder: PathBuf,
    /// Number of all files.
    pub files: usize,
    /// Verdict of the self-check, if there was one.
    pub checked: Option<String>,
    pub deed: Deed,
    /// Files that were written or removed, or would be.
    pub difference: Difference,
}

/// Makes the files of a core, and does with them what is asked for.
pub fn make(job: &Job, force: bool, deed: Deed) -> anyhow::Result<Made> {
    let folder = Folder::new(&job.out, &job.name, &job.command, force)?;
    let core = build(job)?;
    // Files of a core that is there were checked before they were written.
    let checked = (job.verify && deed != Deed::Check).then(|| core.self_check(1)).transpose()?;
    let files = files(&*core, job, &job.companions);
    let difference = match deed {
        Deed::Write => {
            let (difference, notes) = folder.write(&files)?;
            notes.iter().for_each(|note| eprintln!("note: {note}"));
            difference
        }
        Deed::DryRun => folder.compare(&files)?,
        Deed::Check => {
            let difference = folder.compare(&files)?;
            match difference.is_empty() {
                true => difference,
                false => anyhow::bail!(
                    "{} differs from what the command writes: {difference}; write the core again",
                    folder.shown.display()
                ),
            }
        }
    };
    for file in &files {
        let state = if difference.written.contains(&file.name) { "written" } else { "as it was" };
        detail(&format!("{}: {} bytes, {state}", folder.shown.join(&file.name).display(), file.contents.len()));
    }
    let figures = Figures::new(job, &*core);
    Ok(Made {
        name: core.name().into(),
        title: core.title(),
        rows: core.rows().into_iter().chain(figures.throughput()).collect(),
        figures,
        folder: folder.shown,
        files: files.len(),
        checked,
        deed,
        difference,
    })
}

pub fn build(job: &Job) -> Result<Box<dyn Core>, Error> {
    let _progress = Progress::spinner("planning and building");
    job.kind.build(&job.config)
}

pub fn files(core: &dyn Core, job: &Job, companions: &Companions) -> Vec<File> {
    files_in(core, job, companions, job.emitter)
}

/// Makes the files of a core in some language.
pub fn files_in(core: &dyn Core, job: &Job, companions: &Companions, language: &dyn Language) -> Vec<File> {
    let _progress = Progress::spinner("printing");
    core.files(&request(job), language, companions)
}

/// Writes the page about a core. `measured`: result of synthesis, if it is known.
pub fn page(core: &dyn Core, job: &Job, measured: Option<&str>) -> File {
    let _progress = Progress::spinner("simulating and drawing");
    let (emitter, companions) = (job.emitter, &job.companions);
    core.report(&PageRequest { request: &request(job), emitter, companions, measured })
}

fn request(job: &Job) -> Request {
    Request { command: job.command.clone(), license: job.license.clone(), library: job.library.clone() }
}
