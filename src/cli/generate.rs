//! `fftgen generate`: a core, checked, in a folder.

use super::args::Generate;
use super::job::Job;
use super::make::{make, Deed};
use super::output::print;
use super::several;
use super::summary::Summary;
use super::verbosity;
use anyhow::Context;

pub fn run(args: Generate) -> anyhow::Result<()> {
    let (force, json) = (args.force, args.json);
    let deed = match (args.dry_run, args.check) {
        (_, true) => Deed::Check,
        (true, false) => Deed::DryRun,
        (false, false) => Deed::Write,
    };
    let jobs = Job::all(args.described)?;
    if let [job] = &jobs.list[..] {
        if !jobs.is_listed {
            return one(job, force, deed, json);
        }
    }
    several::run(&jobs.list, force, deed, json)
}

fn one(job: &Job, force: bool, deed: Deed, json: bool) -> anyhow::Result<()> {
    let made = make(job, force, deed)?;
    let summary = Summary { made: &made, findings: job.findings.as_ref() };
    let text = match json {
        true => serde_json::to_string_pretty(&summary.facts())? + "\n",
        false if verbosity::is_quiet() => String::new(),
        false => summary.to_string(),
    };
    let printed = print(&text);
    printed.with_context(|| match deed {
        Deed::Write => format!("the core is in {}, but the summary is not printed", made.folder.display()),
        Deed::DryRun | Deed::Check => "the summary is not printed".into(),
    })
}
