//! `fftgen report`: a page about a core.

use super::args::Report;
use super::job::Job;
use super::make::build;
use super::output::{print, Output};
use super::progress::Progress;
use super::synth::{measured, Yosys};
use fftgen::package::{PageRequest, Request};
use std::path::{Path, PathBuf};

pub fn run(job: &Job, args: &Report) -> anyhow::Result<()> {
    let yosys = args.synth.then(|| Yosys::find(args.limits.timeout)).transpose()?;
    let core = build(job)?;
    let synthesised = yosys.map(|yosys| measured(job, &*core, &yosys)).transpose()?.map(|report| report.to_string());
    let request = Request { command: job.command.clone(), license: job.license.clone() };
    let page = {
        let _progress = Progress::spinner("simulating and drawing");
        let (emitter, companions, measured) = (job.emitter, &job.companions, synthesised.as_deref());
        core.report(&PageRequest { request: &request, emitter, companions, measured })
    };
    let path = args.output_file.clone().unwrap_or_else(|| PathBuf::from(&page.name));
    let mut output = Output::create(&path)?;
    output.write(&page.contents)?;
    output.finish()?;
    match path == Path::new("-") {
        true => Ok(()),
        false => print(&format!("{}\n", path.display())),
    }
}
