//! `fftgen synth`: what a core takes of an FPGA, beside what the planner expected; writes nothing.

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
use fftgen::synth::{slowest, Resources};
use report::Report;
use yosys::Yosys;

pub fn run(job: &Job, args: &Synth) -> anyhow::Result<String> {
    let part = routing::part(args, job.config.target)?;
    let yosys = Yosys::find(args.limits.timeout)?;
    let core = build(job)?;
    let (module, target) = (module::find(&*core, &args.top)?, job.config.target);
    let folder = Temporary::workshop().context("cannot create a temporary folder")?;
    let netlist = yosys.synthesise(core.modules()[0], job.emitter, &module.name, target, folder.path())?;
    let whole = core.modules().iter().any(|top| top.name == module.name);
    let report = Report {
        top: module.name.clone(),
        family: target,
        yosys: netlist.creator.clone(),
        estimated: whole.then(|| core.estimate(target)).flatten(),
        measured: Resources::of(&netlist, target),
        path: if target.has_timing { slowest(&netlist, target) } else { None },
        routing: part.map(|part| routing::route(part, module, &yosys, job, args)).transpose()?,
    };
    match args.json {
        true => Ok(serde_json::to_string_pretty(&report.facts())? + "\n"),
        false => Ok(report.to_string()),
    }
}
