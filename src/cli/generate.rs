//! `fftgen generate`: a core, checked, in a folder.

use super::folder::Folder;
use super::job::Job;
use super::kinds::Core;
use super::output::print;
use super::progress::Progress;
use super::summary::Summary;
use anyhow::Context;
use fftgen::package::{Companions, File, Request};
use fftgen::Error;

pub fn run(job: &Job, force: bool) -> anyhow::Result<()> {
    let folder = Folder::new(&job.out, &job.name, &job.command, force)?;
    let core = build(job)?;
    let checked = job.verify.then(|| core.self_check(1)).transpose()?;
    let files = files(&*core, job, &job.companions);
    for note in folder.write(&files)? {
        eprintln!("note: {note}");
    }
    let summary = Summary { core: &*core, folder: &folder.shown, files: &files, checked }.to_string();
    print(&summary)
        .with_context(|| format!("the core is in {}, but the summary is not printed", folder.shown.display()))
}

pub fn build(job: &Job) -> Result<Box<dyn Core>, Error> {
    let _progress = Progress::spinner("planning and building");
    job.kind.build(&job.config)
}

pub fn files(core: &dyn Core, job: &Job, companions: &Companions) -> Vec<File> {
    let _progress = Progress::spinner("printing");
    let request = Request { command: job.command.clone(), license: job.license.clone() };
    core.files(&request, job.emitter, companions)
}
