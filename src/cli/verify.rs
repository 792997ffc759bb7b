//! `fftgen verify`: simulates a core, writes nothing.

use super::folder::write_all;
use super::generate::{build, files};
use super::job::Job;
use super::kinds::Core;
use super::output::print;
use super::simulators::{self, Simulator, Tool};
use super::temporary::Temporary;
use super::values::Word;
use anyhow::Context;
use fftgen::package::Companions;
use fftgen::Choice;
use std::time::Duration;

/// Work of the built-in simulator beside that of `generate`.
const WORK: usize = 8;

pub fn run(job: &Job, tools: &[Word<Tool>], timeout: Option<Duration>) -> anyhow::Result<()> {
    let tools = without_repeats(tools);
    for tool in tools.iter().filter_map(simulators::external) {
        tool.check_installed()?;
    }
    let core = build(job)?;
    for tool in &tools {
        let verdict = match simulators::external(tool) {
            None => core.self_check(WORK)?,
            Some(simulator) => simulate(job, &*core, simulator, timeout)?,
        };
        print(&format!("{:<11}{verdict}\n", tool.word()))?;
    }
    Ok(())
}

/// Runs a simulator on the emitted files.
fn simulate(job: &Job, core: &dyn Core, simulator: &Simulator, timeout: Option<Duration>) -> anyhow::Result<String> {
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    let files = files(core, job, &Companions::default());
    write_all(folder.path(), &files).with_context(|| format!("cannot write {}", folder.path().display()))?;
    simulator.run(folder.path(), core.name(), &core.promises(), timeout)
}

fn without_repeats(tools: &[Word<Tool>]) -> Vec<Tool> {
    let mut once = Vec::new();
    for Word(tool) in tools {
        if !once.contains(tool) {
            once.push(*tool);
        }
    }
    once
}
