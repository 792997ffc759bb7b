//! `fftgen generate`: a core, checked, in a folder.

use super::folder::Folder;
use super::job::Job;
use super::output::print;
use super::progress::Progress;
use super::summary::Summary;
use anyhow::Context;
use fftgen::package::{self, Request};
use fftgen::verify::{check, frames_for, Measured};
use fftgen::{Design, Error};

/// Work of the self-check, in beats times operators.
const WORK: usize = 1_000_000;

pub fn run(job: &Job, force: bool) -> anyhow::Result<()> {
    let folder = Folder::new(&job.out, &job.config.top_name(), &job.command, force)?;
    let design = build(job)?;
    let checked = job.verify.then(|| self_check(&design, WORK)).transpose()?;
    let files = files(&design, job);
    for note in folder.write(&files)? {
        eprintln!("note: {note}");
    }
    let summary = Summary { design: &design, folder: &folder.shown, files: &files, checked }.to_string();
    print(&summary)
        .with_context(|| format!("the core is in {}, but the summary is not printed", folder.shown.display()))
}

pub fn build(job: &Job) -> Result<Design, Error> {
    let _progress = Progress::spinner("planning and building");
    Design::new(job.config.clone())
}

pub fn files(design: &Design, job: &Job) -> Vec<package::File> {
    let _progress = Progress::spinner("printing");
    let request = Request { command: job.command.clone(), license: job.license.clone() };
    package::files(design, &request, job.emitter)
}

/// Simulates the netlist for an amount of work in beats times operators. Frames are at least enough for each kind to
/// pass at full rate and with stalls.
pub fn self_check(design: &Design, work: usize) -> Result<Measured, Error> {
    let (frames, beats) = (frames_for(design, work, 64 * work / WORK), design.streams()[1].beats);
    let nets = count(design.top.nets_in_all());
    let progress =
        Progress::bar(&format!("self-check: {frames} frames of {beats} beats, {nets} nets"), (frames * beats) as u64);
    check(design, frames, |beats| progress.advance(beats))
}

/// Writes a number with two or three digits.
fn count(number: usize) -> String {
    match number as f64 {
        few @ ..1e3 => format!("{few}"),
        thousands @ ..1e6 => format!("{:.0} k", thousands / 1e3),
        millions => format!("{:.1} M", millions / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn numbers_are_short() {
        let shown = [7, 999, 1_234, 45_600, 1_234_567].map(count);
        assert_eq!(shown, ["7", "999", "1 k", "46 k", "1.2 M"]);
    }
}
