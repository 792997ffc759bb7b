//! `fftgen verify`: simulates a core, writes nothing.

use super::args::Verify;
use super::folder::write_all;
use super::job::Job;
use super::kinds::Core;
use super::make::{build, files_in};
use super::output::print;
use super::simulators::{self, Simulator, Tool};
use super::temporary::Temporary;
use super::values::Word;
use super::verbosity;
use anyhow::Context;
use fftgen::package::Companions;
use fftgen::proof::Verdict;
use fftgen::{Choice, Error};
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Work of the built-in simulator beside that of `generate`.
const WORK: usize = 8;

/// Prints each verdict as it comes, for a core of a list after its name. Returns all of them for programs.
pub fn run(job: &Job, is_listed: bool, args: &Verify) -> anyhow::Result<String> {
    let (tools, timeout) = (without_repeats(&args.with), args.limits.timeout);
    let tools = if tools.is_empty() && args.exact.is_none() { vec![Tool::Netlist] } else { tools };
    let mut verdicts = Vec::new();
    for tool in tools.iter().filter_map(simulators::external) {
        tool.check_installed()?;
    }
    let core = build(job)?;
    let is_told = !args.json && !verbosity::is_quiet();
    if is_listed && is_told {
        print(&format!("{}\n", job.name))?;
    }
    if let Some(seed) = args.exact {
        let seed = seed.unwrap_or_else(drawn);
        let verdict = proved(&*core, seed)?;
        if is_told {
            print(&format!("{:<11}{verdict}, seed {seed}\n", "exact"))?;
        }
        verdicts.push(json!({ "proof": "exact", "verdict": verdict, "seed": seed }));
    }
    for tool in &tools {
        let verdict = match simulators::external(tool) {
            None => core.self_check(WORK)?,
            Some(simulator) => simulate(job, &*core, simulator, timeout)?,
        };
        if is_told {
            print(&format!("{:<11}{verdict}\n", tool.word()))?;
        }
        verdicts.push(json!({ "simulator": tool.word(), "verdict": verdict }));
    }
    match args.json {
        true => Ok(serde_json::to_string_pretty(&json!({ "name": core.name(), "results": verdicts }))? + "\n"),
        false => Ok(String::new()),
    }
}

/// Proves that the plan of a core is its transform.
fn proved(core: &dyn Core, seed: u64) -> anyhow::Result<String> {
    let verdict = core.prove(seed);
    match verdict {
        Verdict::Exact(_) => Ok(format!("PASS: {verdict}")),
        Verdict::Wrong(_) => Err(Error::Mismatch(format!("{}: {verdict}", core.name())).into()),
        Verdict::NotCovered(_) => {
            Err(Error::Unsupported(format!("exact and {}: {verdict}; leave --exact out", core.name())).into())
        }
    }
}

/// Draws a seed, which no other run has.
fn drawn() -> u64 {
    RandomState::new().hash_one(std::process::id()) >> 32
}

/// Runs a simulator on the emitted files.
pub fn simulate(
    job: &Job,
    core: &dyn Core,
    simulator: &Simulator,
    timeout: Option<Duration>,
) -> anyhow::Result<String> {
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    let files = files_in(core, job, &Companions::default(), simulator.language);
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
