//! Several cores of one configuration file: made at the same time, each one as a whole or not at all, with one table at
//! the end; and other commands on each of them.

use super::args::Described;
use super::failure::{code, is_broken_pipe, visible, SeveralError};
use super::job::Job;
use super::make::{make, Deed, Made};
use super::output::print;
use super::progress::{self, Progress};
use super::summary::Summary;
use super::verbosity;
use rayon::prelude::*;
use serde_json::{json, Value};
use std::io::Write;

pub fn run(jobs: &[Job], force: bool, deed: Deed, json: bool) -> anyhow::Result<()> {
    let results: Vec<anyhow::Result<Made>> = {
        let progress = Progress::bar(&format!("{} cores", jobs.len()), jobs.len() as u64);
        let _alone = progress::alone();
        let make = |job: &Job| {
            let made = make(job, force, deed);
            progress.advance(1);
            made
        };
        jobs.par_iter().map(make).collect()
    };
    match json {
        true => print(&(serde_json::to_string_pretty(&facts(jobs, &results))? + "\n"))?,
        false if verbosity::is_quiet() => {}
        false => print(&table(jobs, &results))?,
    }
    all_went_well(jobs, &results)
}

/// Runs a command on each core that the settings describe, one after another, and prints what it returns. The command
/// also takes whether there is a list of cores, which is one object in JSON.
pub fn each(
    settings: impl Into<Described>,
    json: bool,
    run: impl Fn(&Job, bool) -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    let jobs = Job::all(settings)?;
    let mut results = Vec::new();
    for (place, job) in jobs.list.iter().enumerate() {
        let result = run(job, jobs.is_listed);
        match &result {
            Ok(text) if !json || !jobs.is_listed => {
                let gap = if place > 0 && !text.is_empty() { "\n" } else { "" };
                print(&format!("{gap}{text}"))?;
            }
            Err(error) if !jobs.is_listed || is_broken_pipe(error) => return result.map(drop),
            Ok(_) | Err(_) => {}
        }
        results.push(result);
    }
    if json && jobs.is_listed {
        let cores: Vec<String> =
            results.iter().flatten().map(|text| format!("    {}", text.trim_end().replace('\n', "\n    "))).collect();
        print(&format!("{{\n  \"cores\": [\n{}\n  ]\n}}\n", cores.join(",\n")))?;
    }
    all_went_well(&jobs.list, &results)
}

/// Tells the errors of cores that failed, which are one error together.
fn all_went_well<T>(jobs: &[Job], results: &[anyhow::Result<T>]) -> anyhow::Result<()> {
    let failures: Vec<(&Job, &anyhow::Error)> =
        jobs.iter().zip(results).filter_map(|(job, result)| Some((job, result.as_ref().err()?))).collect();
    for (job, error) in &failures {
        let _ = writeln!(std::io::stderr(), "error: {}: {}", job.name, visible(&format!("{error:#}")));
    }
    match failures.first() {
        None => Ok(()),
        Some((_, first)) => Err(SeveralError { failed: failures.len(), all: jobs.len(), code: code(first) }.into()),
    }
}

/// Returns the results for programs.
fn facts(jobs: &[Job], results: &[anyhow::Result<Made>]) -> Value {
    let one = |(job, result): (&Job, &anyhow::Result<Made>)| match result {
        Ok(made) => json!(Summary { made, findings: job.findings.as_ref() }.facts()),
        Err(error) => json!({ "name": job.name, "folder": job.out, "error": format!("{error:#}") }),
    };
    json!({ "cores": jobs.iter().zip(results).map(one).collect::<Vec<_>>() })
}

/// Writes a row for each core, and a line for all.
fn table(jobs: &[Job], results: &[anyhow::Result<Made>]) -> String {
    let mut rows = vec![["core", "frame", "latency", "self-check", "files"].map(String::from)];
    rows.extend(jobs.iter().zip(results).map(|(job, result)| row(job, result)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    let line = |row: &[String; 5]| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    let table: String = rows.iter().map(line).collect();
    let made: Vec<&Made> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
    let written: usize = made.iter().map(|made| made.difference.written.len()).sum();
    let total = match made.first().map(|made| made.deed) {
        Some(Deed::Check) => format!("{} cores are as the command writes them", made.len()),
        Some(Deed::DryRun) => format!("{written} files of {} cores would be written", made.len()),
        Some(Deed::Write) if written == 0 => format!("{} cores, all as they were: nothing is written", made.len()),
        Some(Deed::Write) | None => format!("{} cores, {written} files written", made.len()),
    };
    format!("{table}\n{total}\n")
}

fn row(job: &Job, result: &anyhow::Result<Made>) -> [String; 5] {
    let Ok(made) = result else {
        return [job.name.clone(), String::new(), String::new(), "failed".into(), "none, see below".into()];
    };
    let cell = |label: &str| {
        made.rows.iter().find(|(found, _)| *found == label).map_or(String::new(), |(_, value)| value.clone())
    };
    let checked = made.checked.as_deref().map_or("skipped", |verdict| verdict.split(':').next().unwrap_or(verdict));
    let files = Summary { made, findings: None }.files();
    [job.name.clone(), cell("frame"), cell("latency"), checked.into(), files]
}
