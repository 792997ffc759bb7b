//! `fftgen synth`: what a core takes of an FPGA, beside what the planner expected; writes nothing but a bitstream that
//! is asked for.

mod cells;
mod delay;
mod liberty;
mod module;
mod nextpnr;
mod report;
mod routing;
mod yosys;

use super::args::Synth;
use super::job::Job;
use super::make::build;
use super::temporary::Temporary;
use anyhow::Context;
use fftgen::package::schema;
use fftgen::synth::{slowest, Resources};
use report::Report;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use yosys::{Yosys, NETLIST};

/// Returns the schemas of what is printed for programs: for FPGAs and for standard cells.
pub fn schemas() -> Vec<Value> {
    vec![schema::<report::Facts>(), schema::<cells::CellReport>()]
}

pub fn run(job: &Job, args: &Synth) -> anyhow::Result<String> {
    let nextpnr = routing::router(args, job.config.target)?;
    let library = liberty::library(args, job.config.target)?;
    let yosys = Yosys::find(args.limits.timeout)?;
    let core = build(job)?;
    let (module, target) = (module::find(&*core, &args.top)?, job.config.target);
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    if let Some(library) = library {
        let report = cells::measure(&library, (core.modules()[0], module), &yosys, job, (args, folder.path()))?;
        return shown(args, &report, &report);
    }
    let script = |read: &str| target.script(read, &module.name, NETLIST);
    let netlist = yosys.synthesise(core.modules()[0], job.emitter, &module.name, script, folder.path())?;
    let whole = core.modules().iter().any(|top| top.name == module.name);
    let report = Report {
        top: module.name.clone(),
        family: target,
        yosys: netlist.creator.clone(),
        estimated: whole.then(|| core.estimate(target, module)),
        measured: Resources::of(&netlist, target),
        path: slowest(&netlist, target),
        routing: nextpnr.map(|nextpnr| routing::route(&nextpnr, module, &yosys, job, args)).transpose()?,
    };
    shown(args, &report, &report.facts())
}

/// Returns a report for people, or its facts for programs.
fn shown(args: &Synth, report: &impl Display, facts: &impl Serialize) -> anyhow::Result<String> {
    match args.json {
        true => Ok(serde_json::to_string_pretty(facts)? + "\n"),
        false => Ok(report.to_string()),
    }
}
