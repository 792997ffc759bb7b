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

use super::args::{Settings, Synth};
use super::job::Job;
use super::kinds::Core;
use super::make::build;
use super::temporary::Temporary;
use anyhow::Context;
use fftgen::package::schema;
use fftgen::rtl::Module;
use fftgen::synth::{slowest, Resources};
use fftgen::Error;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::path::Path;
use yosys::NETLIST;

pub use report::Report;
pub use routing::Routing;
pub use yosys::Yosys;

/// Returns the schemas of what is printed for programs: for FPGAs and for standard cells.
pub fn schemas() -> Vec<Value> {
    vec![schema::<report::Facts>(), schema::<cells::CellReport>()]
}

pub fn run(job: &Job, args: &Synth) -> anyhow::Result<String> {
    let nextpnr = routing::router(args, job.config.target)?;
    let library = liberty::library(args, job.config.target)?;
    let yosys = Yosys::find(args.limits.timeout)?;
    let core = build(job)?;
    let module = module::find(&*core, &args.top)?;
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    if let Some(library) = library {
        let report = cells::measure(&library, (core.modules()[0], module), &yosys, job, (args, folder.path()))?;
        return shown(args, &report, &report);
    }
    let mut report = report(job, &*core, module, &yosys, folder.path())?;
    report.routing = nextpnr.map(|nextpnr| routing::route(&nextpnr, module, &yosys, job, args.seeds)).transpose()?;
    shown(args, &report, &report.facts())
}

/// Synthesises the module of a core that stands for it whole.
pub fn measured(job: &Job, core: &dyn Core, yosys: &Yosys) -> anyhow::Result<Report> {
    if !job.config.target.technology.has_luts {
        return Err(Error::Unsupported(format!(
            "synth and target {}: standard cells need their Liberty file; take fftgen synth --liberty FILE",
            job.config.target.name
        ))
        .into());
    }
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    report(job, core, core.modules()[1], yosys, folder.path())
}

/// Places and routes the module of a core that stands for it whole, with one seed, on the device of the settings.
pub fn routed(job: &Job, core: &dyn Core, yosys: &Yosys, settings: &Settings) -> anyhow::Result<Routing> {
    let part = routing::part(job.config.target, settings, None)?;
    let nextpnr = nextpnr::Nextpnr::find(part, None, None)?;
    routing::route(&nextpnr, core.modules()[1], yosys, job, 1)
}

/// Synthesises a module of a core in a folder.
fn report(job: &Job, core: &dyn Core, module: &Module, yosys: &Yosys, folder: &Path) -> anyhow::Result<Report> {
    let target = job.config.target;
    let script = |read: &str| target.script(read, &module.name, NETLIST);
    let netlist = yosys.synthesise(core.modules()[0], &module.name, script, folder)?;
    let whole = core.modules().iter().any(|top| top.name == module.name);
    Ok(Report {
        top: module.name.clone(),
        family: target,
        yosys: netlist.creator.clone(),
        estimated: whole.then(|| core.estimate(target, module)),
        measured: Resources::of(&netlist, target),
        path: slowest(&netlist, target),
        routing: None,
    })
}

/// Returns a report for people, or its facts for programs.
fn shown(args: &Synth, report: &impl Display, facts: &impl Serialize) -> anyhow::Result<String> {
    match args.json {
        true => Ok(serde_json::to_string_pretty(facts)? + "\n"),
        false => Ok(report.to_string()),
    }
}
