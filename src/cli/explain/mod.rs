//! `fftgen explain`: the plan, and the plans it was chosen from.

mod facts;
mod text;

use super::job::Job;
use super::output::print;
use super::progress::Progress;
use facts::Facts;
use fftgen::Design;

pub fn run(job: &Job, json: bool) -> anyhow::Result<()> {
    let plans = {
        let _progress = Progress::spinner("planning");
        Design::plans(&job.config)?
    };
    let facts = Facts::new(&job.config, &plans);
    match json {
        true => print(&(serde_json::to_string_pretty(&facts)? + "\n")),
        false => print(&facts.to_string()),
    }
}
