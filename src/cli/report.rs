//! `fftgen report`: a page about a core.

use super::args::Report;
use super::job::Job;
use super::make::{build, page};
use super::output::{print, Output};
use super::synth::{measured, Yosys};
use std::path::{Path, PathBuf};

pub fn run(job: &Job, args: &Report) -> anyhow::Result<()> {
    let yosys = args.synth.then(|| Yosys::find(args.limits.timeout)).transpose()?;
    let core = build(job)?;
    let synthesised = yosys.map(|yosys| measured(job, &*core, &yosys)).transpose()?.map(|report| report.to_string());
    let page = page(&*core, job, synthesised.as_deref());
    let path = args.output_file.clone().unwrap_or_else(|| PathBuf::from(&page.name));
    let mut output = Output::create(&path)?;
    output.write(&page.contents)?;
    output.finish()?;
    match path == Path::new("-") {
        true => Ok(()),
        false => print(&format!("{}\n", path.display())),
    }
}
