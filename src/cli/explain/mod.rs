//! `fftgen explain`: the plan, and the plans it was chosen from; of several sizes, what they share.

mod facts;
mod ir;
mod operators;
mod pieces;
mod text;

use super::job::Job;
use super::output::print;
use super::progress::Progress;
use facts::Facts;
use fftgen::Design;

pub use ir::Ir;

pub fn run(job: &Job, json: bool, ir: Option<Ir>) -> anyhow::Result<()> {
    if let Some(ir) = ir {
        let design = {
            let _progress = Progress::spinner("planning");
            Design::new(job.config.clone())?
        };
        return print(&ir::print(ir, &design));
    }
    let facts = {
        let _progress = Progress::spinner("planning");
        match job.config.runtime.sizes.is_empty() {
            true => Facts::new(&job.config, &Design::plans(&job.config)?),
            false => Facts::for_chain(&job.config, &Design::shared_chain(&job.config)?),
        }
    };
    match json {
        true => print(&(serde_json::to_string_pretty(&facts)? + "\n")),
        false => print(&facts.to_string()),
    }
}
